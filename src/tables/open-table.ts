// Opens a table: its kind, the inputs of its columns, and the layout of its results.
import { foldedWord } from "../engine/language/words.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { noSuch } from "../wording/wording.js";
import { cellReader, isRead } from "./cell-reader.js";
import { addedNames, chosenColumns } from "./columns.js";
import { type Field, fieldsByName } from "./fields.js";
import { csvHead, jsonHead } from "./head.js";
import { BadTable, type TableLayout } from "./layout.js";
import { headingsCounter, matchColumns } from "./matching.js";
import { type ReportedReadings, readingsOf } from "./readings.js";
import { cellText } from "./rows.js";

export const FORMULAS = ["guard", "keep"] as const;
export type Formulas = (typeof FORMULAS)[number];

export interface Wishes {
  readonly from: "csv" | "jsonl";
  readonly to: "csv" | "jsonl";
  /** Field to column, where their names differ. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** Fields of all rows alike. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Result columns, as `chosenColumns` takes them. */
  readonly columns?: string | undefined;
  /** How numbers and dates are written, where the table does not show it. */
  readonly readings?: ReportedReadings;
  /** Cells that a spreadsheet would run are marked as texts in CSV, or kept as they are. */
  readonly formulas?: Formulas | undefined;
  /** The hash of the tool's definition, for the column that has it. */
  readonly definition?: string | undefined;
  /** Choices by words of the table: field to word to choice. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The line of the headings. */
  readonly headerLine?: number | undefined;
  /** Whether the text was a spreadsheet. */
  readonly isSheet?: boolean;
  /** Names of JSON lines beyond the first ones. */
  readonly names?: readonly string[];
}

export interface OpenTable {
  readonly layout: TableLayout;
  /** Text before the first row of the results. */
  readonly head: Uint8Array;
  readonly start: number;
  readonly line: number;
  /** Columns that are no inputs. */
  readonly carried: readonly string[];
  /** How the table was interpreted, in sentences. */
  readonly notes: readonly string[];
}

/** Reads the beginning of a table; throws BadTable where there is no use in working on it. */
export function openTable(tool: RuntimeTool, beginning: Uint8Array, wishes: Wishes): OpenTable {
  const { from, to, mapping = {}, fixed = {} } = wishes;
  const results = chosenColumns(tool, wishes.columns, wishes.definition);
  if ("fault" in results) throw new BadTable(results.fault);
  const wish = { count: headingsCounter(tool, mapping), line: wishes.headerLine };
  const head = from === "csv" ? csvHead(beginning, wish) : headOfJson(beginning, wishes.names);
  const { header, separator, newline, start, line } = head;
  const { fields, factors, carried, notes } = matchColumns(tool, header, mapping, fixed, head.own);
  const known = fieldsByName(tool);
  const inputs = fields.map((name) => (name === null ? undefined : known.get(name)));
  const sampled = { separator, sample: head.sample, isSheet: wishes.isSheet ?? false };
  const readings = readingsOf(inputs, sampled, wishes.readings ?? {});
  const words = foldedWords(known, wishes.words ?? {});
  const columns = readings.columns.map((reading, at) => ({
    ...reading,
    ...(factors[at] === 1 ? {} : { factor: factors[at] as number }),
    ...(words.has(fields[at] ?? "") ? { words: words.get(fields[at] ?? "") ?? {} } : {}),
  }));
  const layout: TableLayout = {
    ...{ from, to, separator, decimalComma: readings.decimalComma, newline },
    guard: to === "csv" && wishes.formulas !== "keep",
    ...{ header, fields, readings: columns, fixed, results, names: addedNames(header, results) },
  };
  return {
    ...{ layout, start, line, carried },
    head: new TextEncoder().encode(firstLine(layout, head.before)),
    notes: [...headingNotes(head), ...notes, ...readings.notes],
  };
}

/** A cell without a value. */
const NO_VALUE = "-";

/** What words of the table mean, by folded words: a choice of the input, or no value. */
function foldedWords(
  known: ReadonlyMap<string, Field>,
  words: NonNullable<Wishes["words"]>,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  return new Map(
    Object.entries(words).map(([name, own]) => {
      const schema = known.get(name)?.schema;
      if (schema === undefined) throw new BadTable(noSuch("input", name, known.keys()).message);
      const listed = schema.enum === undefined ? (schema.items ?? schema) : schema;
      const read = cellReader(listed);
      const meanings = Object.entries(own).map(([word, choice]) => {
        if (choice === "") return [foldedWord(word), NO_VALUE] as const;
        if (isRead(listed, read(choice))) return [foldedWord(word), choice] as const;
        const choices = (listed.enum ?? []).map(String);
        throw new BadTable(noSuch(`choice of ${name}`, choice, choices).message);
      });
      return [name, Object.fromEntries(meanings)] as const;
    }),
  );
}

function headingNotes({
  headerLine,
  above,
}: {
  readonly headerLine: number;
  readonly above: number;
}): string[] {
  if (above === 0) return [];
  const rows = above === 1 ? "1 row above them is" : `${above} rows above them are`;
  return [`The headings are in line ${headerLine}; ${rows} left out.`];
}

/** Values of JSON lines have types, so they need no sample. */
function headOfJson(beginning: Uint8Array, names: readonly string[] = []) {
  const header = [...new Set([...jsonHead(beginning), ...names])];
  return {
    header,
    separator: ",",
    newline: "\n",
    before: "",
    start: 0,
    line: 1,
    sample: [],
    headerLine: 1,
    above: 0,
    own: [],
  } as const;
}

function firstLine(layout: TableLayout, before: string): string {
  const { to, header, names, separator, newline } = layout;
  if (to === "jsonl") return "";
  const line = [...header, ...names].map((name) => cellText(name, layout)).join(separator);
  return `${before}${line}${newline}`;
}
