// The work on a part of a table: the tool computes each row, and the rows leave with their results or with the reason why
// there are none. The same part always gives the same bytes.
import type { RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { readerAt } from "./columns.js";
import { csvCell } from "./csv.js";
import { decoded } from "./encoding.js";
import type { TableLayout } from "./layout.js";
import { cellText, rowsOf, type TableRow } from "./rows.js";
import { Counter, type Tally } from "./tally.js";

export interface ChunkDone {
  readonly bytes: Uint8Array;
  readonly tally: Tally;
}
/** Works on a part; `line` is the number of its first line in the table. */
export type ChunkWork = (bytes: Uint8Array, line: number) => ChunkDone;

export function chunkWork(tool: RuntimeTool, layout: TableLayout): ChunkWork {
  const rows = rowsOf(tool, layout);
  // Sentences that no column asks for are not worked out.
  const brief = !layout.results.some(({ path }) => path === "assumptions" || path === "recommendations");
  const writer = layout.to === "csv" ? csvWriter(layout) : jsonWriter(layout);
  return (bytes, line) => {
    const { text, foreign } = decoded(bytes);
    const counter = new Counter(tool.facts.headline ?? {}, foreign);
    const written: string[] = [];
    for (const row of rows(text, line)) {
      if (row.input === undefined) {
        counter.broken(faultKind(row.fault), row.line);
        written.push(writer.refused(row, [{ pointer: "", message: `Line ${row.line}: ${row.fault}.` }]));
        continue;
      }
      const outcome = tool.run(row.input, brief);
      if (outcome.ok) {
        counter.computed(outcome.result, row.line);
        written.push(writer.computed(row, outcome.result));
      } else {
        counter.refused(outcome.problems, row.line);
        written.push(writer.refused(row, outcome.problems));
      }
    }
    return { bytes: new TextEncoder().encode(written.join("")), tally: counter.tally };
  };
}

/** Faults are counted without what a line holds. */
function faultKind(fault = ""): string {
  return fault.replace(/; beyond them: .*$/s, "");
}

interface Writer {
  computed(row: TableRow, result: object): string;
  refused(row: TableRow, problems: readonly InputProblem[]): string;
}

function csvWriter(layout: TableLayout): Writer {
  const { separator, newline, results } = layout;
  const readers = results.map(readerAt);
  const none = results.map(({ value = "" }) => `${separator}${csvCell(value, separator)}`).join("");
  return {
    computed: ({ carried }, result) => {
      let line = carried;
      for (const read of readers) line += separator + cellText(read(result), layout);
      return `${line}${separator}${separator}${newline}`;
    },
    refused: ({ carried }, problems) => {
      const message = csvCell(problems.map((problem) => problem.message).join(" "), separator);
      const names = csvCell(fieldNames(problems), separator);
      return `${carried}${none}${separator}${message}${separator}${names}${newline}`;
    },
  };
}

function jsonWriter({ names, results }: TableLayout): Writer {
  const readers = results.map(readerAt);
  const keys = names.map((name) => JSON.stringify(name));
  const [error = "", fields = ""] = keys.slice(results.length);
  const always = results.flatMap(({ value }, at) =>
    value === undefined ? [] : [`${keys[at]}:${JSON.stringify(value)}`],
  );
  const object = ({ carried }: TableRow, added: readonly string[]) =>
    `{${[...(carried === "" ? [] : [carried]), ...added].join(",")}}\n`;
  return {
    computed: (row, result) =>
      object(
        row,
        readers.map((read, at) => `${keys[at]}:${JSON.stringify(read(result) ?? null)}`),
      ),
    refused: (row, problems) => {
      const message = JSON.stringify(problems.map((problem) => problem.message).join(" "));
      const blamed = JSON.stringify(fieldNames(problems));
      return object(row, [...always, `${error}:${message}`, `${fields}:${blamed}`]);
    },
  };
}

function fieldNames(problems: readonly InputProblem[]): string {
  const names = problems.map(({ pointer }) => pointer.slice(1).replaceAll("/", "."));
  return names.filter((name) => name !== "").join(", ");
}
