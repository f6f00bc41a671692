// `plumbline sql`: a tool as a statement for a data engine, with the columns of a table matched to its inputs.
import { existsSync } from "node:fs";
import { wholeTool } from "../build/whole.js";
import { identityOf } from "../definitions/identity.js";
import type { Tool } from "../engine/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { BadTable, MissingColumns } from "../tables/layout.js";
import { DIALECTS, type DialectName, statementOf } from "../tables/statement.js";
import { messageOf } from "../wording/wording.js";
import { columnNames, fileSource, openDuckdb } from "./duckdb.js";
import { fixedFields } from "./inputs.js";
import { refusal } from "./table.js";
import { mappingOf } from "./table-options.js";
import { namedTool } from "./tools.js";

const FORMS = ["view", "table", "macro"] as const;
type Form = (typeof FORMS)[number];

export async function printSql(args: Arguments): Promise<number> {
  const dialect = args.word("dialect", Object.keys(DIALECTS) as DialectName[]) ?? "duckdb";
  const form = args.word("create", FORMS);
  const create = form === undefined ? undefined : DIALECTS[dialect].create[form];
  if (form !== undefined && create === undefined) throw new Usage(`${dialect} has no --create ${form}.`);
  if (form === undefined && args.flag("as")) throw new Usage("--as names what --create makes.");
  const given = args.text("from");
  const from = sourceOf(given, form);
  const named = await namedTool(args.atMost(1));
  if (named === undefined) return 1;
  const tool = await wholeTool(named.set, named.tool);
  const mapping = await mappingOf(args);
  const key = wordsOf(args.text("key"));
  const header = await headerOf(args, given === undefined ? undefined : from, dialect);
  const hash = identityOf(named.set, tool).sha256;
  const all = header ?? [...new Set([...Object.values(mapping).filter((name) => name !== ""), ...key])];
  const passed =
    key.length > 0
      ? key.map((name) => [name, name] as const)
      : all.map((name) => [`input.${name}`, name] as const);
  try {
    const { select, notes, omitted } = statementOf(tool, {
      ...{ dialect, from, header: all, mapping, fixed: fixedFields(tool, args) },
      ...{ columns: args.text("columns"), passed: new Map(passed), definition: hash },
    });
    for (const note of notes) process.stderr.write(`${note}\n`);
    if (omitted.length > 0)
      process.stderr.write(`Left out, because lists of records are no columns: ${omitted.join(", ")}.\n`);
    const name = args.text("as") ?? tool.name;
    process.stdout.write(`${headOf(tool, dialect, hash)}${create?.(name, select) ?? `${select};`}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    const hint =
      header === undefined && error instanceof MissingColumns
        ? "\nName the columns of the table with --header a,b,c."
        : "";
    process.stderr.write(`${refusal(given ?? "source", error)}${hint}\n`);
    return 1;
  }
}

/** The text after FROM; a macro takes the name of its table when it is called. */
function sourceOf(given: string | undefined, form: Form | undefined): string {
  if (form === "macro" && given === undefined) return "query_table(source)";
  if (given === undefined)
    throw new Usage("Name the source with --from: a table, a file, or an expression for the FROM clause.");
  const isFile = existsSync(given) || !/[\s'"();]/.test(given);
  return (isFile ? fileSource(given) : undefined) ?? given;
}

function wordsOf(list: string | undefined): string[] {
  return (list ?? "").split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

/** The columns of the source: those of --header, or what DuckDB finds; undefined if neither is there. */
async function headerOf(args: Arguments, from: string | undefined, dialect: DialectName) {
  if (args.flag("header")) return wordsOf(args.text("header"));
  if (dialect !== "duckdb" || from === undefined) return undefined;
  const connection = await openDuckdb();
  if (connection === undefined) return undefined;
  try {
    return await columnNames(connection, from);
  } catch (error) {
    // A table of the user's own database is not in this one.
    process.stderr.write(`The columns of ${from} are not read: ${messageOf(error).split("\n")[0]}\n`);
    return undefined;
  } finally {
    connection.closeSync();
  }
}

/** What the statement computes and how to check it. */
function headOf({ name, facts }: Tool, dialect: DialectName, hash: string): string {
  const lines = [
    `${name} ${facts.version}, edition ${facts.edition}, as SQL for ${dialect}. Written by plumbline sql.`,
    `Definition: sha256 ${hash}`,
    "Each output row depends on one input row. The column error contains the reason if a row has no results.",
    `To verify rows: plumbline run ${name} --table sample.csv; every step of one: plumbline explain ${name} --input row.json`,
  ];
  return lines.map((line) => `-- ${line.replaceAll("\n", " ")}\n`).join("");
}
