// Which parts of a definition golden cases cover: rules, branches of if(), table rows, limits and texts.
import { formulaText } from "../engine/explain/formula-text.js";
import { Report } from "../engine/language/findings.js";
import { type Expr, partsOf } from "../engine/language/formula.js";
import type { Location } from "../engine/language/locations.js";
import type { Entry, Row, TableDef, WrittenFormula } from "../engine/language/model.js";
import type { Tool } from "../engine/tool.js";
import { keyWords } from "../engine/typing/lookup-cover.js";
import type { Typed } from "../engine/typing/plan.js";
import { formulasOf, walk } from "../engine/typing/visit.js";
import { closedSet } from "../engine/typing/words.js";
import { lintedTool } from "../lint/load.js";
import { branchOf } from "../lint/reason/branches.js";
import { reachOf } from "../lint/reason/reach.js";
import { randomInputs } from "./arbitraries.js";
import { limitsOf } from "./band-limits.js";
import { type OnUse, reportUses } from "./used-pieces.js";
import { visitTool } from "./visit.js";

export const PIECES = ["rule", "recommendation", "branch", "row", "limit", "text"] as const;
export type PieceKind = (typeof PIECES)[number];

/** A coverable part of a definition. */
export interface Piece {
  readonly kind: PieceKind;
  readonly location: Location;
  readonly what: string;
  /** Covered if the evaluation used any of these; a limit requires all. */
  readonly objects: readonly object[];
  /** False for rows of large catalogues, and for parts proven or stated to be unreachable. */
  readonly demanded: boolean;
  /** Stated as unreachable in the definition. A case that covers it refutes the statement. */
  readonly stated: boolean;
}

/** Minimum coverage in percent. Kinds without one are only reported. */
const LEAST: Readonly<Partial<Record<PieceKind, number>>> = {
  rule: 100,
  recommendation: 100,
  row: 90,
};

export interface CoverageShare {
  readonly all: number;
  readonly used: number;
  readonly enough: boolean;
}
export interface ToolCoverage {
  readonly tool: string;
  readonly shares: Readonly<Record<PieceKind, CoverageShare>>;
  readonly gaps: readonly Piece[];
  /** Gaps that the author lists as unreachable, which are not required. */
  readonly listed: readonly Piece[];
  /** Parts stated as unreachable that a case covers. */
  readonly refuted: readonly Piece[];
  /** Uncovered parts. */
  readonly stated: readonly Piece[];
}

/** Random inputs that test statements of unreachability. */
const TRIALS = 200;

/** Returns parts stated as unreachable that random inputs, or inputs near golden cases, cover. */
export function reachedAtRandom(
  tool: Tool,
  stated: readonly Piece[],
  golden: readonly unknown[],
): readonly Piece[] {
  if (stated.length === 0) return [];
  const used = new Set<object>();
  const valid = (input: unknown) => tool.validate(input).length === 0;
  const examples = golden.filter(valid) as Readonly<Record<string, unknown>>[];
  const { inputSchema: schema, name: seed } = tool;
  const inputs = randomInputs({ schema, valid, count: TRIALS, seed, examples });
  for (const input of inputs) walkInput(tool, input, (piece) => used.add(piece));
  return stated.filter(({ objects }) => objects.some((object) => used.has(object)));
}

/** Evaluates one input and reports each part that was used. */
export function walkInput(tool: Tool, input: unknown, onUse: OnUse): void {
  const recorded = tool.record(input);
  if (recorded !== undefined) reportUses(recorded.record, onUse);
}

/** Formats a part as in the list of unreachable parts. */
export function placeOf({ kind, location, what }: Piece): string {
  return `${location.file} ${kind} ${what}`;
}

export function coverageOf(
  tool: Tool,
  used: ReadonlySet<object>,
  listed: ReadonlySet<string> = new Set(),
): ToolCoverage {
  const pieces = piecesOf(tool);
  const covered = ({ kind, objects }: Piece) =>
    kind === "limit" ? objects.every((each) => used.has(each)) : objects.some((each) => used.has(each));
  const excused = (piece: Piece) => listed.has(placeOf(piece)) && !covered(piece);
  const demanded = (piece: Piece) => piece.demanded && !excused(piece);
  const shares = Object.fromEntries(
    PIECES.map((kind) => {
      const own = pieces.filter((piece) => piece.kind === kind && demanded(piece));
      const found = own.filter(covered).length;
      const least = LEAST[kind] ?? 0;
      return [kind, { all: own.length, used: found, enough: found * 100 >= least * own.length }];
    }),
  ) as Record<PieceKind, CoverageShare>;
  return {
    tool: tool.name,
    shares,
    gaps: pieces.filter((piece) => demanded(piece) && !covered(piece)),
    listed: pieces.filter((piece) => piece.demanded && excused(piece)),
    refuted: pieces.filter((piece) => piece.stated && covered(piece)),
    stated: pieces.filter((piece) => piece.stated && !covered(piece)),
  };
}

export function piecesOf(tool: Tool): Piece[] {
  const { def } = tool.plan;
  const { used, plan } = lintedTool(def, new Report());
  const pieces: Piece[] = [];
  const shared = new Map<string, object[]>();
  const lists = new Map<readonly Entry[] | undefined, number>();
  const reachable = reachableRows(formulasOf(plan));
  const dead = reachOf(plan)?.dead ?? new Map<object, unknown>();
  const add = (
    kind: PieceKind,
    location: Location,
    what: string,
    objects: readonly object[],
    { sampled = false, piece = objects[0], stated = false } = {},
  ) => {
    const unreachable = stated || (piece !== undefined && dead.has(piece));
    pieces.push({ kind, location, what, objects, demanded: !sampled && !unreachable, stated });
  };
  visitTool(def, used, {
    rule: (entry, owner, list) =>
      add(list.list === "recommendations" ? "recommendation" : "rule", entry.location, owner, [entry], {
        stated: entry.unreachable !== undefined,
      }),
    otherwise: (given, owner, list) =>
      add("rule", "location" in given ? given.location : list.location, owner, [given], {
        stated: "unreachable" in given && given.unreachable !== undefined,
      }),
    item: (item, owner) => {
      if (item.when !== undefined) add("branch", item.when.at.of(item.when.key), owner, [item]);
    },
    template: (written, owner) => add("text", written.at.of(written.key), owner, [written.it]),
    formula: (written, owner, list) => {
      branchesOf(written).forEach((branch) => {
        // Conditions with the same text in one list share their facts, so any of them counts.
        if (!lists.has(list)) lists.set(list, lists.size);
        const key = list === undefined ? undefined : `${lists.get(list)} ${branch.side} ${branch.text}`;
        const objects = (key === undefined ? undefined : shared.get(key)) ?? [];
        objects.push(branch.part);
        if (key !== undefined) shared.set(key, objects);
        const piece = branchOf(written.it, branch.nth, branch.side);
        add("branch", branch.location, `${owner}: ${branch.side} of ${branch.text}`, objects, { piece });
      });
    },
    table: (table) => {
      const reached = reachable.get(table.rows);
      table.rows.forEach((row, at) => {
        if (reached?.has(row))
          add("row", table.rowLocations[at]?.() ?? table.location, rowName(table, row), [row], {
            sampled: table.sampled,
          });
      });
      for (const { row, at, column, next, met } of limitsOf(table))
        if (reached?.has(row) && reached.has(next))
          add(
            "limit",
            table.rowLocations[at]?.(column) ?? table.location,
            rowName(table, row),
            [row, next, met],
            {
              sampled: table.sampled,
            },
          );
    },
  });
  return pieces;
}

/** Names a row by table and keys. */
export function rowName(table: TableDef, row: Row): string {
  const keys = table.keys.map((_, index) => keyWords(row, table, index)[0] ?? "");
  const cells = keys.length > 0 ? keys : Object.values(row).slice(0, 1).map(String);
  return `${table.name}(${cells.join(", ")})`;
}

interface Branch {
  readonly part: object;
  readonly nth: number;
  readonly side: "then" | "else";
  readonly text: string;
  readonly location: Location;
}

function branchesOf({ it, at, key }: WrittenFormula): Branch[] {
  const ifs = partsOf(it.expr).filter(
    (part): part is Expr & { readonly kind: "call" } => part.kind === "call" && part.name === "if",
  );
  return ifs.flatMap((call, nth) => {
    const location = at.ofWord(key, "if", nth);
    const text = formulaText(call);
    const [, then, otherwise] = call.args;
    const branch = (part: Expr | undefined, side: Branch["side"]): Branch[] =>
      part === undefined ? [] : [{ part, nth, side, text, location }];
    return [...branch(then, "then"), ...branch(otherwise, "else")];
  });
}

/** Returns rows that some lookup can find or some list contains, by the table's rows (shared between tools). */
function reachableRows(formulas: readonly Typed[]): Map<readonly Row[], Set<Row>> {
  const reached = new Map<readonly Row[], Set<Row>>();
  const of = (table: TableDef): Set<Row> => {
    const known = reached.get(table.rows) ?? new Set<Row>();
    reached.set(table.rows, known);
    return known;
  };
  for (const formula of formulas) {
    walk(formula, (part, parent) => {
      if (part.op === "rows" && !(parent?.op === "builtin" && parent.name === "nearest"))
        for (const row of part.table.def.rows) of(part.table.def).add(row);
      if (part.op === "table")
        for (const row of part.table.def.rows)
          if (canFind(part.table.def, row, part.args)) of(part.table.def).add(row);
    });
  }
  return reached;
}

function canFind(table: TableDef, row: Row, args: readonly Typed[]): boolean {
  return table.keys.every((key, index) => {
    const arg = args[index];
    if (arg === undefined || (key.kind !== "equal" && key.kind !== "one_of")) return true;
    const wanted = arg.op === "literal" ? new Set([arg.value as string | number]) : closedSet(arg.type);
    return wanted === undefined || keyWords(row, table, index).some((word) => wanted.has(word));
  });
}
