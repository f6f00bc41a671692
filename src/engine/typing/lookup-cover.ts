// Checks that lookups cannot miss: every combination of words has a row, bands have no gap, and dated rows no hole.
// Otherwise the table needs `otherwise`.
import { leavesOf } from "../language/entries.js";
import type { Location } from "../language/locations.js";
import type { Row, TableDef, TableKey } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { daysLater, describe, fieldOf, type RecordType, type Type, unify } from "../language/types.js";
import { isBand, OPEN_ENDS, rises } from "../read/cells.js";
import type { Slot, TablePlan, Typed, TypedGive } from "./plan.js";
import type { Env, Typer } from "./typer.js";
import { closedSet } from "./words.js";

const MOST_COMBINATIONS = 20_000;
const ADD_ROW = "add the row, or state otherwise: in the table";

type Words = readonly (string | number)[];

/** Checks one lookup, at which `env` points. Returns whether it certainly never misses. */
export function checkLookup(typer: Typer, table: TablePlan, args: readonly Typed[], env: Env): boolean {
  const { def } = table;
  if (isFaulty(def, typer)) return false;
  const asked = def.keys.map((key, index) => wordsAsked(typer, table, key, args[index] as Typed, env));
  const known = asked.filter((words) => words !== undefined);
  if (known.length < asked.length || args.some((arg) => arg.type.kind === "unknown")) return false;
  const gap = findGap(def, known);
  if (gap === undefined) return true;
  const place = def.rowLocations[gap.row ?? -1]?.() ?? typer.location(env);
  const message = `${def.name} has no row for ${gap.words}.`;
  if (def.otherwise === undefined) typer.report.error("lookup", place, message, ADD_ROW);
  return false;
}

/** Returns the words of a key, all with rows, or "any" for other keys; undefined if it may miss. */
function wordsAsked(
  typer: Typer,
  table: TablePlan,
  key: TableKey,
  arg: Typed,
  env: Env,
): Words | "any" | undefined {
  const { def } = table;
  const index = def.keys.indexOf(key);
  const column = keyType(table, key);
  const isUnknown = arg.type.kind === "unknown";
  if (column !== undefined && !isUnknown && unify(strip(column), strip(arg.type)) === undefined) {
    const message = `The key ${key.name} of ${def.name} is ${describe(strip(column))}, and is looked up by ${describe(arg.type)}.`;
    typer.report.error("type", typer.location(env), message);
    return undefined;
  }
  if (key.kind !== "equal" && key.kind !== "one_of") return "any";
  const isLiteral = arg.op === "literal" && arg.value !== null;
  const set = isLiteral ? new Set([arg.value as string | number]) : closedSet(arg.type);
  const rows = allRowsByWord(def, index);
  const words = set && [...set];
  const missing = words?.filter((word) => !rows.has(word)) ?? [];
  if (words !== undefined && missing.length === 0) return words;
  if (def.otherwise !== undefined || (words === undefined && (isUnknown || arg.type.kind === "null")))
    return undefined;
  const here = typer.location(env);
  if (words === undefined) {
    // If the table is in the same file, points at its last row, where `otherwise` would follow.
    const last = def.rowLocations.at(-1)?.();
    const message = `${def.name} may miss: ${key.name} can be anything.`;
    const place = last?.file === here.file ? last : here;
    typer.report.error("lookup", place, message, "state otherwise: in the table");
    return undefined;
  }
  const place = arg.op === "literal" ? here : placeOfMiss(typer, def, index, arg, missing, words);
  const message = `${def.name} has no row for ${key.name} ${missing.slice(0, 5).join(", ")}.`;
  // Words that are used as well are not suggested.
  const others = [...rows.keys()].filter((row) => !words.includes(row)).map(String);
  const near = didYouMean(String(missing[0]), others, ADD_ROW);
  typer.report.error("lookup", place, message, near);
  return undefined;
}

/** Whether the table has errors, of which misses may be consequences. */
function isFaulty(def: TableDef, { report }: Typer): boolean {
  const [first, last] = [def.location, def.rowLocations.at(-1)?.() ?? def.location];
  return report.findings.some(
    ({ check, location: { file, line } }) =>
      check === "table" && file === first.file && line >= first.line && line <= last.line + 1,
  );
}

/**
 * Returns the location of a missing row. For several words, the last row. For one, the cell or rule that supplies the
 * word, or the row of the word before it.
 */
function placeOfMiss(
  typer: Typer,
  def: TableDef,
  index: number,
  arg: Typed,
  [word = "", ...more]: Words,
  asked: Words,
): Location {
  const origin = more.length > 0 ? def.rowLocations.at(-1)?.() : originOf(typer, arg, word);
  if (origin !== undefined) return origin;
  const before = asked.slice(0, asked.indexOf(word)).reverse();
  const rows = before.map((other) => def.rows.findIndex((row) => keyWords(row, def, index).includes(other)));
  return def.rowLocations[rows.find((row) => row >= 0) ?? 0]?.() ?? def.location;
}

/** Returns the cell or rule that supplies a word. */
function originOf(typer: Typer, typed: Typed, word: string | number): Location | undefined {
  const cell = (of: string, column: string) => {
    const table = typer.tables.get(of)?.def;
    const row = table?.rows.findIndex((each) => each[column] === word) ?? -1;
    return table?.rowLocations[row]?.(column);
  };
  switch (typed.op) {
    case "table":
      return typed.table.cell === undefined ? undefined : cell(typed.table.def.name, typed.table.cell);
    case "field":
      if (typed.of.type.kind !== "record") return undefined;
      return typed.of.type.shapes
        .map(({ table = "", access }) => {
          const slot = typer.scopeOf(access)?.slots.get(typed.name);
          return slot === undefined ? cell(table, typed.name) : originIn(typer, slot, word);
        })
        .find((found) => found !== undefined);
    case "slot":
      return originIn(typer, typed.slot, word);
    case "nullish":
    case "if":
      return typed.args.map((arg) => originOf(typer, arg, word)).find((found) => found !== undefined);
    default:
      return undefined;
  }
}

function originIn(typer: Typer, { body }: Slot, word: string | number): Location | undefined {
  if (body?.kind === "value") return originOf(typer, body.value, word);
  if (body?.kind !== "decide") return undefined;
  const gives = (give: TypedGive | undefined) =>
    give?.kind === "value" && give.value.op === "literal" && give.value.value === word;
  if (gives(body.otherwise)) return body.otherwiseDef?.location;
  return leavesOf(body.entries).find(({ entry }) => gives(entry.give))?.entry.entry.location;
}

function strip(type: Type): Type {
  if (type.kind === "text") return { kind: "text", nullable: true };
  if (type.kind === "number") return { kind: "number", integer: false, nullable: true };
  return type;
}

function keyType(table: TablePlan, { columns: [column = ""] }: TableKey): Type | undefined {
  const type = fieldOf(table.row as RecordType, column);
  return type?.kind === "list" ? type.item : type;
}

/** Returns the words or numbers under which one key finds a row. */
export function keyWords(row: Row, def: TableDef, index: number): (string | number)[] {
  const words: (string | number)[] = [];
  for (const column of def.keys[index]?.columns ?? []) {
    const cell = row[column];
    if (Array.isArray(cell)) words.push(...(cell as (string | number)[]));
    else if (typeof cell === "string" || typeof cell === "number") words.push(cell);
  }
  return words;
}

/** Returns the rows of each word, in order. */
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

const cached = new WeakMap<TableDef, readonly ReadonlyMap<string | number, readonly number[]>[]>();

/** Returns the rows of the complete table by word, cached. */
function allRowsByWord(def: TableDef, index: number): ReadonlyMap<string | number, readonly number[]> {
  const byKey = cached.get(def) ?? def.keys.map((_, key) => rowsByWord(def, [...def.rows.keys()], key));
  cached.set(def, byKey);
  return byKey[index] ?? new Map();
}

/** Uncovered keys in words, and the row after which one is missing, if it can be determined. */
interface Gap {
  readonly words: string;
  readonly row: number | undefined;
}

/** Returns the first uncovered combination of keys, or undefined. */
function findGap(def: TableDef, asked: readonly (Words | "any")[]): Gap | undefined {
  const closed = asked.flatMap((words, index) => (words === "any" ? [] : [{ words, index }]));
  const total = closed.reduce((product, { words }) => product * words.length, 1);
  if (total > MOST_COMBINATIONS) return undefined;
  const pickRows = (rows: readonly number[], depth: number, path: string[]): Gap | undefined => {
    const key = closed[depth];
    if (key === undefined) return bandGap(def, rows, path) ?? dateGap(def, rows, path);
    const byWord = depth === 0 ? allRowsByWord(def, key.index) : rowsByWord(def, rows, key.index);
    for (const word of key.words) {
      const fitting = byWord.get(word) ?? [];
      const here = [...path, `${def.keys[key.index]?.name} ${word}`];
      if (fitting.length === 0) return { words: here.join(" with "), row: rows.at(-1) };
      const deeper = pickRows(fitting, depth + 1, here);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  };
  return pickRows([...def.rows.keys()], 0, []);
}

/**
 * Returns a gap in the bands of these rows. A single band must be closed; with several, the last row must be closed
 * on all.
 */
function bandGap(def: TableDef, rows: readonly number[], path: readonly string[]): Gap | undefined {
  const bands = def.keys.filter(({ kind }) => isBand(kind));
  const [key] = bands;
  if (key === undefined) return undefined;
  const closed = rows.some((row) =>
    bands.every(({ kind, columns: [column = ""] }) => def.rows[row]?.[column] === OPEN_ENDS[kind]),
  );
  if (closed) return undefined;
  const side = rises(key.kind) ? "above its last band (.inf" : "below its last band (-.inf";
  return { words: [...path, `${key.name} ${side} closes it)`].join(" with "), row: rows.at(-1) };
}

function dateGap(def: TableDef, rows: readonly number[], path: readonly string[]): Gap | undefined {
  if (def.dated === undefined || def.keys.some((key) => key.kind !== "equal" && key.kind !== "one_of"))
    return undefined;
  const periods = rows
    .map((row) => ({ ...(def.periods[row] ?? { from: null, until: null }), row }))
    .sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1));
  let covered: string | null = "";
  let last: number | undefined;
  for (const { from, until, row } of periods) {
    if (covered === null) return undefined;
    if (from !== null && (covered === "" || from > daysLater(covered, 1))) {
      const words = covered === "" ? `dates before ${from}` : `dates after ${covered}`;
      return { words: [...path, words].join(" with "), row };
    }
    if (until === null || until > covered) covered = until;
    last = row;
  }
  if (covered === null) return undefined;
  return { words: [...path, `dates after ${covered}`].join(" with "), row: last };
}
