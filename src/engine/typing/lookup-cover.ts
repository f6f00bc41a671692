// A lookup must not miss: every combination of the words that can arrive has a row, bands close and leave no gap,
// dated rows follow each other without a hole. Where a miss is meant, the table says `otherwise`.
import type { Row, TableDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { describe, fieldOf, type RecordType, type Type, unify } from "../language/types.js";
import type { TablePlan, Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";
import { closedSet } from "./words.js";

const MOST_COMBINATIONS = 20_000;

/** Checks one lookup; true when it can be seen that it never misses. */
export function checkLookup(
  typer: Typer,
  table: TablePlan,
  args: readonly Typed[],
  env: Env,
  nth: number,
): boolean {
  const { def } = table;
  const location = () => typer.location(env, def.name, nth);
  const wanted: (readonly (string | number)[] | undefined)[] = [];
  let seen = true;
  def.keys.forEach((key, index) => {
    const arg = args[index] as Typed;
    const column = keyType(table, index);
    if (
      column !== undefined &&
      arg.type.kind !== "unknown" &&
      unify(strip(column), strip(arg.type)) === undefined
    ) {
      typer.report.error(
        "type",
        location(),
        `The key ${key.name} of ${def.name} is ${describe(strip(column))}, and is looked up by ${describe(arg.type)}.`,
      );
      seen = false;
      return;
    }
    if (key.kind === "equal" || key.kind === "one_of") {
      const set =
        arg.op === "literal" && arg.value !== null
          ? new Set([arg.value as string | number])
          : closedSet(arg.type);
      const rows = new Set(def.rows.flatMap((row) => keyWords(row, def, index)));
      if (set === undefined) {
        seen = false;
        if (def.otherwise === undefined && arg.type.kind !== "unknown" && arg.type.kind !== "null") {
          typer.report.error(
            "lookup",
            location(),
            `${def.name} may miss: ${key.name} can be anything.`,
            "state otherwise: in the table",
          );
        }
        wanted.push(undefined);
        return;
      }
      const missing = [...set].filter((word) => !rows.has(word));
      if (missing.length > 0) {
        seen = false;
        if (def.otherwise === undefined) {
          const [word = ""] = missing;
          typer.report.error(
            "lookup",
            location(),
            `${def.name} has no row for ${key.name} ${missing.slice(0, 5).join(", ")}.`,
            didYouMean(String(word), [...rows].map(String), "add the row, or state otherwise: in the table"),
          );
        }
      }
      wanted.push([...set]);
    } else wanted.push(undefined);
  });
  if (!seen || args.some((arg) => arg.type.kind === "unknown")) return false;
  const gap = findGap(def, wanted);
  if (gap === undefined) return true;
  if (def.otherwise === undefined) {
    typer.report.error(
      "lookup",
      location(),
      `${def.name} has no row for ${gap}.`,
      "add the row, or state otherwise: in the table",
    );
  }
  return false;
}

function strip(type: Type): Type {
  if (type.kind === "text") return { kind: "text", nullable: true };
  if (type.kind === "number") return { kind: "number", integer: false, nullable: true };
  return type;
}

function keyType(table: TablePlan, index: number): Type | undefined {
  const key = table.def.keys[index];
  const type = fieldOf(table.row as RecordType, key?.columns[0] ?? "");
  return type?.kind === "list" ? type.item : type;
}

/** The words or numbers under which a row is found by one of its keys. */
export function keyWords(row: Row, def: TableDef, index: number): (string | number)[] {
  const words: (string | number)[] = [];
  for (const column of def.keys[index]?.columns ?? []) {
    const cell = row[column];
    if (Array.isArray(cell)) words.push(...(cell as (string | number)[]));
    else if (typeof cell === "string" || typeof cell === "number") words.push(cell);
  }
  return words;
}

/** The rows that each word finds, in their order. */
function rowsByWord(def: TableDef, rows: readonly number[], index: number): Map<string | number, number[]> {
  const found = new Map<string | number, number[]>();
  for (const row of rows) {
    for (const word of new Set(keyWords(def.rows[row] as Row, def, index))) {
      const before = found.get(word);
      if (before === undefined) found.set(word, [row]);
      else before.push(row);
    }
  }
  return found;
}

/** The first combination of keys that no row fits, in words; undefined when all are covered. */
function findGap(
  def: TableDef,
  wanted: readonly (readonly (string | number)[] | undefined)[],
): string | undefined {
  const closed = wanted.map((set, index) => ({ set, index })).filter((each) => each.set !== undefined);
  const total = closed.reduce((product, each) => product * (each.set?.length ?? 1), 1);
  if (total > MOST_COMBINATIONS) return undefined;
  const pickRows = (rows: readonly number[], depth: number, path: string[]): string | undefined => {
    const key = closed[depth];
    if (key === undefined) return bandGap(def, rows, path) ?? dateGap(def, rows, path);
    const byWord = rowsByWord(def, rows, key.index);
    for (const word of key.set ?? []) {
      const fitting = byWord.get(word) ?? [];
      const here = [...path, `${def.keys[key.index]?.name} ${word}`];
      if (fitting.length === 0) return here.join(" with ");
      const deeper = pickRows(fitting, depth + 1, here);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  };
  return pickRows(
    def.rows.map((_, index) => index),
    0,
    [],
  );
}

/** Bands of the rows left: with one band key, it must be closed; with several, a row closed on all must stand last. */
function bandGap(def: TableDef, rows: readonly number[], path: readonly string[]): string | undefined {
  const bands = def.keys.filter(
    (key) => key.kind !== "equal" && key.kind !== "one_of" && key.kind !== "interpolate",
  );
  if (bands.length === 0) return undefined;
  const closed = rows.some((row) =>
    bands.every((key) => {
      const limit = def.rows[row]?.[key.columns[0] ?? ""];
      return (
        limit ===
        (key.kind === "at_most" || key.kind === "below" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
      );
    }),
  );
  if (closed) return undefined;
  const [key] = bands;
  const side =
    key?.kind === "at_most" || key?.kind === "below"
      ? "above its last band (.inf closes it)"
      : "below its last band (-.inf closes it)";
  return [...path, `${key?.name} ${side}`].join(" with ");
}

function dateGap(def: TableDef, rows: readonly number[], path: readonly string[]): string | undefined {
  if (def.dated === undefined || def.keys.some((key) => key.kind !== "equal" && key.kind !== "one_of"))
    return undefined;
  const periods = rows
    .map((row) => def.periods[row] ?? { from: null, until: null })
    .sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1));
  let covered: string | null = "";
  for (const period of periods) {
    if (covered === null) return undefined;
    if (period.from !== null && (covered === "" || period.from > dayAfter(covered))) {
      return [...path, covered === "" ? `dates before ${period.from}` : `dates after ${covered}`].join(
        " with ",
      );
    }
    if (period.until === null || period.until > covered) covered = period.until;
  }
  return covered === null ? undefined : [...path, `dates after ${covered}`].join(" with ");
}

export function dayAfter(date: string): string {
  const time = Date.UTC(
    Number(date.slice(0, 4)),
    Number(date.slice(5, 7)) - 1,
    Number(date.slice(8, 10)) + 1,
  );
  return new Date(time).toISOString().slice(0, 10);
}

export function isBand(kind: string | undefined): boolean {
  return kind === "at_most" || kind === "below" || kind === "at_least" || kind === "above";
}
