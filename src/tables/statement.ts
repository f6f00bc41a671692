// The SQL statement of a tool for the columns of a table, matched with the inputs as for other tables. Nothing here needs Node.
import { DIALECTS, writeSelect } from "../engine/sql/select.js";
import type { Tool } from "../engine/tool.js";
import { quoted } from "../wording/wording.js";
import { addedNames, chosenColumns } from "./columns.js";
import { fieldsOf } from "./fields.js";
import { BadTable } from "./layout.js";
import { matchColumns } from "./matching.js";

export { DIALECTS };
export type DialectName = keyof typeof DIALECTS;

export interface StatementWishes {
  readonly dialect: DialectName;
  /** The text after FROM. */
  readonly from: string;
  /** The names of the source's columns. */
  readonly header: readonly string[];
  /** Field to column, where their names differ. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Fields with the same value in all rows. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Result columns, in the form of `chosenColumns`. */
  readonly columns: string | undefined;
  /** Columns of the source that pass through, by their names in the output. */
  readonly passed: ReadonlyMap<string, string>;
  readonly definition: string;
}

export interface Statement {
  readonly select: string;
  /** Columns that were matched by their titles, in sentences. */
  readonly notes: readonly string[];
  /** Result paths that are no columns in SQL. */
  readonly omitted: readonly string[];
  /** The name of the column with the reason why a row has no results. */
  readonly error: string;
}

/** Throws BadTable if the columns do not fit the tool. */
export function statementOf(tool: Tool, wishes: StatementWishes): Statement {
  const { header, mapping, fixed, passed } = wishes;
  const chosen = chosenColumns(tool, wishes.columns, wishes.definition);
  if ("fault" in chosen) throw new BadTable(chosen.fault);
  for (const column of passed.values())
    if (!header.includes(column)) throw new BadTable(`The table has no column ${column}.`);
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  if (twice !== undefined) throw new BadTable(`Two columns of the table are called ${quoted(twice)}.`);
  const { fields, factors, notes } = matchColumns(tool, header, mapping, fixed);
  const sum = fieldsOf(tool).find(
    ({ name, required, schema: { sumOf } }) =>
      required && sumOf !== undefined && !fields.includes(name) && !Object.hasOwn(fixed, name),
  );
  if (sum !== undefined) throw new BadTable(`SQL adds no columns up. Give ${sum.name} a column.`);
  const other = header.filter((_, at) => factors[at] !== 1);
  if (other.length > 0)
    throw new BadTable(`SQL does not convert units. Convert these columns first: ${other.join(", ")}.`);
  const names = addedNames([...passed.keys()], chosen);
  const error = names.at(-2) ?? "error";
  const named = chosen.map((column, at) => ({ ...column, name: names[at] ?? column.path }));
  const { sql, omitted } = writeSelect(tool.plan, {
    dialect: DIALECTS[wishes.dialect],
    from: wishes.from,
    columns: new Map(fields.flatMap((field, at) => (field === null ? [] : [[field, header[at] ?? ""]]))),
    fixed: new Map(Object.entries(fixed).map(([field, value]) => [field, constantOf(value)])),
    results: new Map(
      named.flatMap(({ path, name, value }) => (value === undefined ? [[path, name] as const] : [])),
    ),
    texts: new Map(named.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))),
    error,
    passed,
    behind: tool.data.behind,
    disclaimer: tool.context.disclaimer,
  });
  if (omitted.length > 0 && omitted.length === chosen.length)
    throw new BadTable(`${omitted.join(", ")}: lists of records are no columns of SQL.`);
  return { select: sql, notes, omitted, error };
}

/** Lists and maps are texts of JSON. */
function constantOf(value: unknown): string | number | boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}
