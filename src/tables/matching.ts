// Matches columns with inputs by mapping, name, title or other words, and converts units of headings. Needs no Node.
import { likely, nearestOf } from "../engine/language/nearest.js";
import { SUFFIXES } from "../engine/language/unit-names.js";
import { multiply, type Unit } from "../engine/language/units.js";
import { quoted } from "../wording/wording.js";
import { type Field, fieldsOf, type HasInputs } from "./fields.js";
import { BadTable, MissingColumns } from "./layout.js";
import { factorBetween, type Heading, readingsOfHeading, unitIn, unitOfField } from "./quantities.js";

export interface Matched {
  readonly fields: readonly (string | null)[];
  readonly factors: readonly number[];
  readonly carried: readonly string[];
  /** Matches by title or other words, for review. */
  readonly notes: readonly string[];
}

/** How a column may give a field; the lowest rank is the best. */
interface Match {
  readonly at: number;
  readonly field: Field;
  readonly rank: number;
  readonly unit: string | undefined;
  /** Undefined if the units measure different things. */
  readonly factor: number | undefined;
}

const RANKS = { mapped: 0, name: 1, plain: 2, title: 3, also: 4 } as const;

/**
 * Finds the field of each column. Of two columns for one field the better match is used, then the first. A mapping names a column
 * as a whole, or by the cell of one of its rows of headings (`own`).
 */
export function matchColumns(
  tool: HasInputs,
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, unknown>>,
  own: readonly (readonly string[])[] = [],
): Matched {
  const all = fieldsOf(tool);
  const mapped = mappedColumns(all, header, mapping, own);
  const matches = matchesOf(all, header, mapped, mapping).sort(
    (one, other) => one.rank - other.rank || one.at - other.at,
  );
  const chosen = new Map<number, Match>();
  const used = new Map<string, Match>();
  const notes: string[] = [];
  const take = (match: Match) => {
    const { field, at, rank } = match;
    const isFixed = Object.hasOwn(fixed, field.name);
    if (chosen.has(at) || (isFixed && rank >= RANKS.title)) return;
    if (isFixed)
      throw new BadTable(`${field.name} is given for all rows, and the table has a column for it as well.`);
    const first = used.get(field.name);
    if (first !== undefined) {
      if (first.rank < RANKS.also && rank > first.rank) return;
      notes.push(
        `${quoted(header[at] ?? "")} is kept as it is: ${quoted(header[first.at] ?? "")} gives ${field.name}.`,
      );
      return;
    }
    chosen.set(at, match);
    used.set(field.name, match);
  };
  const fit = matches.filter(({ factor }) => factor !== undefined);
  for (const match of fit) take(match);
  for (const { at, field, unit } of matches.filter(({ factor }) => factor === undefined))
    if (!chosen.has(at) && !used.has(field.name) && !Object.hasOwn(fixed, field.name))
      throw new BadTable(otherUnit(header[at] ?? "", unit ?? "", field));
  for (const [at, { field, rank, unit, factor = 1 }] of [...chosen].sort(([one], [other]) => one - other)) {
    const converted = factor === 1 ? "" : `, converted from ${unit} to ${field.schema.unit}`;
    if (rank >= RANKS.title || converted !== "")
      notes.push(`The column ${quoted(header[at] ?? "")} is read as ${field.name}${converted}.`);
  }
  const fields = header.map((_, at) => chosen.get(at)?.field.name ?? null);
  const carried = header.filter((_, at) => fields[at] === null);
  refuseMissing(all, carried, fields, fixed);
  return { fields, factors: header.map((_, at) => chosen.get(at)?.factor ?? 1), carried, notes };
}

/** Returns the number of inputs that a row of headings would give; required ones count twice. */
export function headingsCounter(
  tool: HasInputs,
  mapping: Readonly<Record<string, string>> = {},
): (names: readonly string[]) => number {
  const all = fieldsOf(tool);
  const columns = new Set(Object.values(mapping).map(plain));
  const byWords = fieldsByWords(all);
  return (names) => {
    const found = new Map<string, number>();
    for (const name of names) {
      if (name !== "" && columns.has(plain(name))) found.set(name, 2);
      for (const { name: words } of readingsOfHeading(name)) {
        const [field] = byWords.get(plain(words)) ?? [];
        if (field !== undefined) found.set(field.field.name, field.field.required ? 2 : 1);
      }
    }
    return [...found.values()].reduce((sum, each) => sum + each, 0);
  };
}

/** Names that differ: columns without a name are numbered, and further columns of a name too. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name, at) => {
    const isFirst = name !== "" && !seen.has(name);
    seen.add(name);
    if (isFirst) return name;
    const base = name === "" ? `Column ${at + 1}` : name;
    let own = name === "" ? base : `${base} (2)`;
    for (let count = 3; taken.has(own); count++) own = `${base} (${count})`;
    taken.add(own);
    return own;
  });
}

function matchesOf(
  all: readonly Field[],
  header: readonly string[],
  mapped: ReadonlyMap<string, string>,
  mapping: Readonly<Record<string, string>>,
): Match[] {
  const byName = new Map(all.map((field) => [field.name, field]));
  const byWords = fieldsByWords(all);
  return header.flatMap((column, at) => {
    const readings = readingsOfHeading(column);
    const toField = mapped.get(column);
    const field = toField === undefined ? undefined : byName.get(toField);
    if (field !== undefined) {
      const { unit } = readings.find((reading) => reading.unit !== undefined) ?? {};
      return [matchOf(at, field, RANKS.mapped, unit)];
    }
    return readings.flatMap((reading) =>
      hits(reading, column, byName, byWords)
        // Another column was named for this field.
        .filter(([other]) => !Object.hasOwn(mapping, other.name))
        .map(([other, rank]) => matchOf(at, other, rank, reading.unit)),
    );
  });
}

function hits(
  { name, unit }: Heading,
  column: string,
  byName: ReadonlyMap<string, Field>,
  byWords: ReadonlyMap<string, readonly Hit[]>,
): (readonly [Field, number])[] {
  const own = unit === undefined && name === column ? byName.get(column) : undefined;
  if (own !== undefined) return [[own, RANKS.name]];
  return (byWords.get(plain(name)) ?? []).map(({ field, rank }) => [field, rank] as const);
}

const YEAR: Unit = { scale: 365 * 24 * 3600, dimensions: { time: 1 } };

function matchOf(at: number, field: Field, rank: number, unit: string | undefined): Match {
  const isNumber = field.schema.type === "number" || field.schema.type === "integer";
  const from = unit === undefined || !isNumber ? undefined : unitIn(unit);
  const to = unitOfField(field.schema.unit);
  if (from === undefined || to === undefined) return { at, field, rank, unit, factor: 1 };
  const factor = factorBetween(from, to);
  // The energy of a year may be in kWh, and its heading in kWh a year.
  const isYearly = factor === undefined && /year|annual/i.test(`${field.name} ${field.schema.title ?? ""}`);
  return { at, field, rank, unit, factor: isYearly ? factorBetween(multiply(from, YEAR), to) : factor };
}

interface Hit {
  readonly field: Field;
  readonly rank: number;
}

/** Fields by all words for them. A title or another word that two fields have names neither. */
function fieldsByWords(all: readonly Field[]): ReadonlyMap<string, readonly Hit[]> {
  const found = new Map<string, Hit[]>();
  for (const [rank, wordsOf] of [
    [RANKS.plain, ({ name }: Field) => [name]],
    [RANKS.title, ({ schema: { title = "", unit = "" } }: Field) => [title, `${title} ${unit}`]],
    [RANKS.also, ({ name, schema: { also = [] } }: Field) => [...also, withoutUnit(name)]],
  ] as const) {
    const own = new Map<string, Field | undefined>();
    for (const field of all)
      for (const word of new Set(wordsOf(field).map(plain))) own.set(word, own.has(word) ? undefined : field);
    for (const [word, field] of own)
      if (field !== undefined && word !== "" && !found.has(word)) found.set(word, [{ field, rank }]);
  }
  return found;
}

/** Returns a name without the unit at its end. */
function withoutUnit(name: string): string {
  const parts = name.split("_");
  while (parts.length > 1 && (parts.at(-1) === "per" || Object.hasOwn(SUFFIXES, parts.at(-1) ?? "")))
    parts.pop();
  return parts.join("_");
}

function otherUnit(
  column: string,
  unit: string,
  { name, schema: { title = name, unit: own = "1" } }: Field,
): string {
  const needed = own === "1" ? "a plain number" : `in ${own}`;
  return `The column ${quoted(column)} is in ${unit}, but ${title} (${name}) must be ${needed}. These measure different things. Choose another column for it, or leave it without one: ${name}: ""`;
}

function mappedColumns(
  all: readonly Field[],
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  own: readonly (readonly string[])[],
): Map<string, string> {
  const names = all.map(({ name }) => name);
  const mapped = new Map<string, string>();
  for (const [field, column] of Object.entries(mapping)) {
    if (!names.includes(field))
      throw new BadTable(
        `The mapping names ${quoted(field)}, which is no input. ${near(field, names)}`.trim(),
      );
    // The input is left without a column.
    if (column === "") continue;
    const cell = plain(column);
    const at = [
      header.indexOf(column),
      header.findIndex((name) => plain(name) === cell),
      own.findIndex((cells) => cells.some((each) => plain(each) === cell)),
    ].find((found) => found >= 0);
    const found = header[at ?? -1];
    if (found === undefined)
      throw new BadTable(
        `The mapping names the column ${quoted(column)}, which the table does not have. ${near(column, header)}`.trim(),
      );
    const other = mapped.get(found);
    if (other !== undefined)
      throw new BadTable(`The mapping names the column ${quoted(column)} for ${other} and for ${field}.`);
    mapped.set(found, field);
  }
  return mapped;
}

/** Throws with all required inputs without a column, each with the likely columns. */
function refuseMissing(
  all: readonly Field[],
  carried: readonly string[],
  fields: readonly (string | null)[],
  fixed: Readonly<Record<string, unknown>>,
): void {
  const given = new Set([...fields, ...Object.keys(fixed)].map((name) => name?.split(".", 1)[0]));
  const missing = all.filter(
    ({ inner, required, name, schema: { sumOf } }) =>
      inner === undefined && required && !given.has(name) && sumOf?.every((part) => given.has(part)) !== true,
  );
  if (missing.length === 0) return;
  const proposal = missing.map(({ name, schema }) => [name, meant([name, schema.title], carried)] as const);
  const lines = missing.map(({ name, schema: { title } }, at) => {
    const called = title === undefined ? "" : ` (${title})`;
    const near = proposal[at]?.[1] ?? "";
    const hint = near === "" ? "" : ` Did you mean ${quoted(near)}?`;
    return `Required column missing: ${name}${called}.${hint}`;
  });
  throw new MissingColumns(lines.join("\n"), Object.fromEntries(proposal), fields);
}

/** Case, accents and signs do not matter. */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}.]+/gu, "_")
    .replace(/\.(?=_|$)/g, "")
    .replace(/^_+|_+$/g, "");
}

function near(word: string, names: readonly string[]): string {
  const found = nearestOf(word, names, 3).filter((name) => name !== "");
  return found.length === 0 ? "" : `Near: ${found.map(quoted).join(", ")}.`;
}

/** The column that was probably meant by a name or a title. */
function meant(words: readonly (string | undefined)[], columns: readonly string[]): string {
  const byPlain = new Map(columns.map((column) => [plain(column), column]));
  const found = words.map((word) => (word === undefined ? undefined : likely(plain(word), byPlain.keys())));
  return byPlain.get(found.find((each) => each !== undefined) ?? "") ?? "";
}
