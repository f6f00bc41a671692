// How the columns of a table become the inputs of a tool: by a mapping, by name, or by title; for the command line, the service and
// pages alike, so nothing here needs Node.
import { likely, nearestOf } from "../engine/language/nearest.js";
import { quoted } from "../wording/wording.js";
import type { ResultColumn } from "./columns.js";
import { type Field, fieldsOf, type HasInputs } from "./fields.js";
import { BadTable, MissingColumns } from "./layout.js";

export interface Matched {
  /** The field that each column gives, by its dotted name. */
  readonly fields: readonly (string | null)[];
  /** Columns that are carried through and feed nothing. */
  readonly carried: readonly string[];
  /** What was matched by a title, for somebody to look at. */
  readonly notes: readonly string[];
}

/**
 * The field of each column: by the mapping (field to column), by its name, where capitals, spaces and signs may differ, or
 * by its title with or without the unit. Where two columns would do, the one with the name is taken.
 */
export function matchColumns(
  tool: HasInputs,
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, unknown>>,
): Matched {
  refuseDuplicates(header);
  const all = fieldsOf(tool);
  const mapped = mappedColumns(all, header, mapping);
  const byName = new Map(all.map(({ name }) => [plain(name), name]));
  const exact = new Set(all.map(({ name }) => name));
  const named = header.map((column) => {
    const field = mapped.get(column) ?? (exact.has(column) ? column : byName.get(plain(column)));
    // Another column was named for this field.
    const other = field !== undefined && !mapped.has(column) && Object.hasOwn(mapping, field);
    return field === undefined || other ? null : field;
  });
  const byTitle = titlesOf(all);
  const notes: string[] = [];
  const fields = header.map((column, at) => {
    const own = named[at] ?? null;
    const titled = own === null ? byTitle.get(plain(column)) : undefined;
    if (titled === undefined || named.includes(titled)) return own;
    if (Object.hasOwn(fixed, titled) || Object.hasOwn(mapping, titled)) return own;
    notes.push(`The column ${quoted(column)} is read as ${titled}.`);
    return titled;
  });
  refuseConflicts(header, fields, fixed);
  const carried = header.filter((_, at) => fields[at] === null);
  refuseMissing(all, carried, fields, fixed);
  return { fields, carried, notes };
}

function mappedColumns(
  all: readonly Field[],
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
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
    if (!header.includes(column))
      throw new BadTable(
        `The mapping names the column ${quoted(column)}, which the table does not have. ${near(column, header)}`.trim(),
      );
    mapped.set(column, field);
  }
  return mapped;
}

/** Fields by their titles, alone and with the unit; a title that two fields have names neither. */
function titlesOf(all: readonly Field[]): Map<string, string> {
  const found = new Map<string, string | undefined>();
  for (const { name, schema } of all)
    for (const title of titles(schema)) found.set(title, found.has(title) ? undefined : name);
  return new Map([...found].flatMap(([title, name]) => (name === undefined ? [] : [[title, name]])));
}

function titles({ title, unit }: Field["schema"]): string[] {
  if (title === undefined) return [];
  return [...new Set([plain(title), plain(`${title} ${unit ?? ""}`)])];
}

function refuseDuplicates(header: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of header) {
    if (seen.has(name))
      throw new BadTable(
        name === ""
          ? "Two columns of the table have no name; give each a name in the first line."
          : `Two columns of the table are called ${quoted(name)}; each needs a name of its own.`,
      );
    seen.add(name);
  }
}

function refuseConflicts(
  header: readonly string[],
  fields: readonly (string | null)[],
  fixed: Readonly<Record<string, unknown>>,
): void {
  fields.forEach((field, at) => {
    if (field === null) return;
    const first = fields.indexOf(field);
    if (first !== at)
      throw new BadTable(
        `The columns ${quoted(header[first] ?? "")} and ${quoted(header[at] ?? "")} both stand for ${field}.`,
      );
    if (Object.hasOwn(fixed, field))
      throw new BadTable(`${field} is given for all rows, and the table has a column for it as well.`);
  });
}

/** Tells all required inputs that no column gives, each with the columns that may be meant. */
function refuseMissing(
  all: readonly Field[],
  carried: readonly string[],
  fields: readonly (string | null)[],
  fixed: Readonly<Record<string, unknown>>,
): void {
  const given = new Set([...fields, ...Object.keys(fixed)].map((name) => name?.split(".", 1)[0]));
  const missing = all.filter(
    ({ inner, required, name }) => inner === undefined && required && !given.has(name),
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

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, "_")
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

const ERRORS = ["error", "error_fields"] as const;

/** Names for the columns that are added: those of results, unless a column of the table has them already. */
export function addedNames(header: readonly string[], results: readonly ResultColumn[]): string[] {
  const taken = new Set(header);
  return [...results.map(({ path }) => path), ...ERRORS].map((name) => {
    let own = name;
    while (taken.has(own)) own = `result.${own}`;
    taken.add(own);
    return own;
  });
}
