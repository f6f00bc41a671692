// Finds every number that needs a source, with its citations. Reports numbers without a source, and counts the others
// for `check`.

import type { Check } from "../engine/checks/check.js";
import { leavesOf, valuesIn } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import type { Citation, Entry, TableDef, ToolDef, ValueDef } from "../engine/language/model.js";
import { locationIn } from "../engine/language/written.js";
import type { ToolPlan, Typed, TypedFormula } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";
import { closedSet } from "../engine/typing/words.js";
import { type NumberKind, Numbers } from "./shares.js";

export const UNCITED: Check = {
  code: "uncited",
  refuses: "a number without a source, a constant with a source without a clause",
  example: "The number 1.35 has no source. (make it a constant with cite:, or add cite: here)",
};

export const CITATION: Check = {
  code: "citation",
  refuses:
    "a source that is not in the bibliography, `at` without a source around it, a standard, publication or guidance without its edition",
  example: "There is no source handbok. (did you mean handbook?)",
};

const PLAIN = new Set([0, 1, 2, 0.5]);

/** Reports uncited numbers, and counts all. */
export function checkCitations(
  { def, formulas }: ToolPlan,
  conversions: ReadonlySet<Typed>,
  report: Report,
): Numbers {
  const walker = new Walk(def, conversions, report);
  for (const checked of formulas) walker.formula(checked);
  for (const table of def.tables.values()) walker.table(table);
  for (const [, value] of valuesIn({ ...def, calculations: def.calculations.values() })) walker.value(value);
  for (const value of def.values) walker.own(value);
  return walker.numbers;
}

/** Returns the numbers of a formula that need a source. */
function needy(report: Report, conversions: ReadonlySet<Typed>, checked: TypedFormula): number[] {
  const found: number[] = [];
  let isKnown = true;
  walk(checked.typed, (part, parent) => {
    if (part.type.kind === "unknown") isKnown = false;
    if (part.op !== "literal" || typeof part.value !== "number" || part.value === Math.PI) return;
    if (PLAIN.has(Math.abs(part.value)) || conversions.has(part) || needsNone(part, parent)) return;
    const shown = checked.role === "text" && parent?.op === "operator";
    if (shown && Number.isInteger(Math.log10(Math.abs(part.value)))) return;
    found.push(part.value);
  });
  // If a name is undefined, a number next to it may be a conversion of its unit, so nothing is reported.
  return isKnown || !report.failed ? found : [];
}

function needsNone(part: Typed, parent: Typed | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.op === "operator") return parent.fn === "^" && parent.args[1] === part;
  if (parent.op === "builtin") {
    if (["round", "significant", "take", "nearest", "add_days", "add_months"].includes(parent.name))
      return parent.args[0] !== part;
    if (parent.name === "one_of") return closedSet(parent.args[0]?.type ?? part.type) !== undefined;
  }
  if (parent.op === "compare" && (parent.fn === "==" || parent.fn === "!=")) {
    return parent.args.some(
      (arg) => arg !== part && arg.op !== "literal" && closedSet(arg.type) !== undefined,
    );
  }
  if (parent.op === "compare")
    return parent.args.some((arg) => arg !== part && arg.op !== "literal" && isClass(arg));
  return parent.op === "table";
}

/** Whole numbers compared with a small closed set (a class, a count) need no source. */
function isClass(arg: Typed): boolean {
  return (
    arg.type.kind === "number" &&
    arg.type.set !== undefined &&
    arg.type.integer &&
    arg.type.set.size <= 8 &&
    arg.op !== "slot"
  );
}

/** Counts the numbers of a cell. Infinite limits do not count. */
function numbersIn(cell: unknown): number {
  if (Array.isArray(cell)) return cell.filter((item) => typeof item === "number").length;
  return typeof cell === "number" && Number.isFinite(cell) ? 1 : 0;
}

/** Returns the citations in file heads. Values without citations share the same array. */
function headCites(def: ToolDef): ReadonlySet<readonly Citation[]> {
  const inherited = [...def.values, ...def.calculations.values()].filter((item) => !citesItself(item));
  return new Set([def.cites, ...inherited.map(({ cites }) => cites)]);
}

function citesItself({ at, name }: Pick<ValueDef, "at" | "name">): boolean {
  const keys = at.inner.get(name)?.keys;
  return keys !== undefined && (keys.has("cite") || keys.has("at"));
}

class Walk {
  readonly numbers = new Numbers();
  private readonly heads: ReadonlySet<readonly Citation[]>;

  constructor(
    def: ToolDef,
    /** Unit conversions. */
    private readonly conversions: ReadonlySet<Typed>,
    private readonly report: Report,
  ) {
    this.heads = headCites(def);
  }

  formula(checked: TypedFormula): void {
    const isGiven = checked.role === "give" && checked.typed.op === "literal";
    const kind = isGiven ? "given" : checked.role === "condition" ? "conditions" : "formulas";
    const { cites, written } = checked;
    // The citation in a file's head does not cover numbers within formulas.
    const reach = checked.typed.op !== "literal" && this.heads.has(cites) ? [] : cites;
    for (const value of needy(this.report, this.conversions, checked)) {
      this.count(
        kind,
        1,
        reach,
        () => locationIn(written, String(value)),
        `The number ${value} has no source.`,
        isGiven ? undefined : "make it a constant with cite:, or add cite: here",
      );
    }
  }

  table(table: TableDef): void {
    const columns = [...table.columns.keys()];
    const holds = `The table ${table.name} contains numbers and has no source.`;
    table.rows.forEach((row, at) => {
      const cites = table.rowCites[at] ?? [];
      let cells = 0;
      for (const column of columns) cells += numbersIn(row[column]);
      this.count("cells", cells, cites, () => table.location, holds);
    });
    const { otherwise } = table;
    const rest =
      typeof otherwise === "object" && otherwise !== null && !Array.isArray(otherwise)
        ? Object.values(otherwise)
        : [otherwise];
    const cells = rest.reduce<number>((sum, cell) => sum + numbersIn(cell), 0);
    this.count("cells", cells, table.cites, () => table.location, holds);
  }

  value(value: ValueDef): void {
    if (value.kind === "constant" && typeof value.constant === "number") {
      const message = `The constant ${value.name} has no source.`;
      this.count("constants", 1, value.cites, () => value.location, message);
    }
    for (const { entry } of "entries" in value ? leavesOf(value.entries) : [])
      for (const own of entry.own.values()) this.given(own, entry);
  }

  /** The source of a constant must name a clause. */
  own(value: ValueDef): void {
    if (value.kind !== "constant" || typeof value.constant !== "number") return;
    const [cite] = value.cites;
    if (cite === undefined || PLAIN.has(Math.abs(value.constant))) return;
    const hasClause = value.cites.some(({ clause }) => clause !== "");
    if (citesItself(value)) {
      const message = `The constant ${value.name} cites ${cite.source} and no place in it.`;
      if (!hasClause) this.report.found(UNCITED, value.location, message, "add at: clause");
      return;
    }
    if (hasClause) return;
    const message = `The constant ${value.name} has no source.`;
    this.report.found(UNCITED, value.location, message, "add cite: source clause, or at: clause");
  }

  private given(value: unknown, { location, cites }: Entry): void {
    if (typeof value === "number" && !PLAIN.has(Math.abs(value)))
      this.count("given", 1, cites, () => location, `The number ${value} has no source.`);
  }

  /** Counts numbers and reports those without a source. */
  private count(
    kind: NumberKind,
    many: number,
    cites: readonly Citation[],
    location: () => Location,
    message: string,
    hint = "add cite: source clause",
  ): void {
    if (many === 0) return;
    this.numbers.add(kind, many, cites);
    if (cites.length === 0) this.report.found(UNCITED, location(), message, hint);
  }
}
