// How the columns of a table become the inputs of a tool: by name, by a mapping, or one value for all rows; and which
// columns the results get.
import { nearestOf } from "../engine/language/nearest.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { quoted } from "../wording/wording.js";
import type { ResultColumn } from "./columns.js";
import { fieldsOf } from "./fields.js";

/** What every worker on a table must know; it can be written as JSON. */
export interface Layout {
  readonly from: "csv" | "jsonl";
  readonly to: "csv" | "jsonl";
  readonly separator: string;
  /** Numbers of the table are written 1,5. */
  readonly decimalComma: boolean;
  readonly newline: "\n" | "\r\n";
  /** Columns of the table, which are carried through. */
  readonly header: readonly string[];
  /** The field that each column of the table gives, by its dotted name; null for those that give none. */
  readonly fields: readonly (string | null)[];
  /** Fields of all rows alike. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly results: readonly ResultColumn[];
  /** Names of the result columns, and of the two that tell why a row was refused. */
  readonly names: readonly string[];
}

/** A table that cannot be worked on, in words for who sent it. */
export class BadTable extends Error {}

const ERRORS = ["error", "error_fields"] as const;

export interface Matched {
  readonly fields: readonly (string | null)[];
  /** Columns that are carried through and feed nothing. */
  readonly carried: readonly string[];
}

/**
 * The field of each column: by the mapping (field to column), by its exact name, or by a name that differs in capitals,
 * spaces and signs alone.
 */
export function matchColumns(
  tool: RuntimeTool,
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, unknown>>,
): Matched {
  refuseDuplicates(header);
  const all = fieldsOf(tool);
  const known = new Map(all.map((field) => [field.name, field.name]));
  const loose = new Map(all.map((field) => [plain(field.name), field.name]));
  const mapped = new Map<string, string>();
  for (const [field, column] of Object.entries(mapping)) {
    if (!known.has(field))
      throw new BadTable(
        `The mapping names ${quoted(field)}, which is no input. ${near(field, known.keys())}`,
      );
    if (!header.includes(column))
      throw new BadTable(
        `The mapping names the column ${quoted(column)}, which the table does not have. ${near(column, header)}`,
      );
    mapped.set(column, field);
  }
  const fields = header.map((column) => {
    const field = mapped.get(column) ?? known.get(column) ?? loose.get(plain(column)) ?? null;
    // Another column was named for this field.
    return field !== null && !mapped.has(column) && Object.hasOwn(mapping, field) ? null : field;
  });
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
  const given = new Set([...fields, ...Object.keys(fixed)].map((name) => name?.split(".", 1)[0]));
  const carried = header.filter((_, at) => fields[at] === null);
  const missing = all.filter(
    ({ inner, required, name }) => inner === undefined && required && !given.has(name),
  );
  if (missing.length > 0)
    throw new BadTable(
      missing
        .map(({ name }) =>
          `The table has no column ${name}, which is required. ${near(name, carried)}`.trim(),
        )
        .join("\n"),
    );
  return { fields, carried };
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

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

function near(name: string, names: Iterable<string>): string {
  const found = nearestOf(name, names, 3).filter((each) => each !== "");
  return found.length === 0 ? "" : `Near: ${found.map(quoted).join(", ")}.`;
}

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
