// Every number has a source. 0, 1, 2 and 0.5, exponents, decimals of round, unit conversions and literals compared with
// a closed set need none; any other number stands where a citation reaches it.

import type { Spot } from "../finding.js";
import type { Citation, Entry, Give, TableDef, ValueDef } from "../model.js";
import { didYouMean } from "../nearest.js";
import type { Typed } from "../plan.js";
import { closedSet } from "../typing/expressions.js";
import { walk } from "../typing/parts.js";
import type { Checked, Typer } from "../typing/typer.js";

const PLAIN = new Set([0, 1, 2, 0.5]);

export function checkCitations(typer: Typer, sources: ReadonlySet<string>): void {
  for (const checked of typer.formulas) literals(typer, checked);
  const walker = new Walk(typer, sources);
  walker.cites(typer.def.cites, typer.def.spot);
  for (const table of typer.def.tables.values()) walker.table(table);
  for (const calculation of typer.def.calculations.values()) {
    walker.cites(calculation.cites, calculation.spot);
    for (const value of calculation.values) walker.value(value);
  }
  for (const value of typer.def.values) walker.value(value);
  for (const constraint of typer.def.constraints) walker.cites(constraint.cites, constraint.spot);
}

function literals(typer: Typer, checked: Checked): void {
  if (checked.env.margin.cites.length > 0) return;
  walk(checked.typed, (part, parent) => {
    if (part.op !== "literal" || typeof part.value !== "number" || part.value === Math.PI) return;
    if (PLAIN.has(Math.abs(part.value)) || typer.conversions.has(part) || needsNone(part, parent)) return;
    if (
      checked.role === "text" &&
      parent?.op === "operator" &&
      Number.isInteger(Math.log10(Math.abs(part.value)))
    )
      return;
    typer.report.error(
      "uncited",
      typer.spot(checked.env, String(part.value)),
      `The number ${part.value} has no source.`,
      "make it a constant with cite:, or add cite: here",
    );
  });
}

function needsNone(part: Typed, parent: Typed | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.op === "operator") return parent.fn === "^" && parent.args[1] === part;
  if (parent.op === "builtin") {
    if (["round", "take", "nearest", "add_days"].includes(parent.name)) return parent.args[0] !== part;
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

/** Ordering against a small closed set of whole numbers (a class, a count) is no number of its own. */
function isClass(arg: Typed): boolean {
  return (
    arg.type.kind === "number" &&
    arg.type.set !== undefined &&
    arg.type.integer &&
    arg.type.set.size <= 8 &&
    arg.op !== "slot"
  );
}

class Walk {
  private readonly seen = new Set<object>();

  constructor(
    private readonly typer: Typer,
    private readonly sources: ReadonlySet<string>,
  ) {}

  cites(cites: readonly Citation[], spot: Spot): void {
    for (const cite of cites) {
      if (this.sources.has(cite.source) || this.seen.has(cite)) continue;
      this.seen.add(cite);
      this.typer.report.error(
        "citation",
        spot,
        `There is no source ${cite.source}.`,
        didYouMean(cite.source, this.sources) ?? "add it to sources.yaml",
      );
    }
  }

  table(table: TableDef): void {
    this.cites(table.cites, table.spot);
    const numeric = (row: number) =>
      [...table.columns.values()].some((column) => typeof table.rows[row]?.[column.name] === "number");
    table.rows.forEach((_, at) => {
      const cites = table.rowCites[at] ?? [];
      const spot = table.rowSpots[at]?.() ?? table.spot;
      this.cites(cites, spot);
      if (cites.length === 0 && numeric(at))
        this.uncited(table.spot, `The table ${table.name} holds numbers and has no source.`);
    });
  }

  value(value: ValueDef): void {
    this.cites(value.cites, value.spot);
    switch (value.kind) {
      case "constant":
        if (typeof value.constant === "number" && value.cites.length === 0)
          this.uncited(value.spot, `The constant ${value.name} has no source.`);
        break;
      case "decide":
        this.entries(value.entries);
        if (value.otherwise !== undefined) this.give(value.otherwise.give, value.otherwise.cites);
        break;
      case "collect":
        this.entries(value.entries);
        if (value.otherwise !== undefined) this.give(value.otherwise, value.cites);
        break;
      case "each":
      case "group":
        for (const inner of value.values) this.value(inner);
        break;
      default:
    }
  }

  private entries(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.cites(entry.cites, entry.spot);
      if (entry.rules !== undefined) this.entries(entry.rules);
      if (entry.give !== undefined) this.give(entry.give, entry.cites);
    }
  }

  private give(give: Give, cites: readonly Citation[]): void {
    if (give.kind === "record") for (const field of give.fields.values()) this.give(field, cites);
    if (give.kind === "list") for (const item of give.items) this.give(item.give, cites);
    if (
      give.kind === "literal" &&
      typeof give.value === "number" &&
      !PLAIN.has(Math.abs(give.value)) &&
      cites.length === 0
    ) {
      this.uncited(give.spot, `The number ${give.value} has no source.`);
    }
  }

  private uncited(spot: Spot, message: string): void {
    this.typer.report.error("uncited", spot, message, "add cite: source clause");
  }
}
