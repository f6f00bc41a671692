// The work on a part of a table: the tool computes each row, and the rows leave with their results or with the reason why
// there are none. The same part always gives the same bytes.
import { isAscii } from "node:buffer";
import type { RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { Bytes, viewOf } from "./bytes.js";
import { cellsWriter } from "./cells.js";
import { readerAt } from "./columns.js";
import { csvCell, Source } from "./csv.js";
import { decoded } from "./encoding.js";
import type { Layout } from "./layout.js";
import { type Row, rowsOf } from "./rows.js";
import { Counter, type Tally } from "./tally.js";

export interface ChunkDone {
  readonly bytes: Uint8Array;
  readonly tally: Tally;
}
/** Works on a part; `line` is the number of its first line in the table, `spare` bytes of an earlier result to write over. */
export type ChunkWork = (bytes: Uint8Array, line: number, spare?: Uint8Array) => ChunkDone;

export function chunkWork(tool: RuntimeTool, layout: Layout): ChunkWork {
  const rows = rowsOf(tool, layout);
  const out = new Bytes(1024 * 1024);
  // Sentences that no column asks for are not worked out.
  const brief = !layout.results.some(({ path }) => path === "assumptions" || path === "recommendations");
  const counter = new Counter(tool.facts.headline ?? {});
  const writer = layout.to === "csv" ? csvWriter(layout, out) : jsonWriter(layout, out);
  // Made once, as in rows.ts.
  const work = (row: Row) => {
    const { line, input, fault = "" } = row;
    if (input === undefined) {
      counter.broken(fault, line);
      writer.refused(row, [{ pointer: "", message: `Line ${line}: ${fault}.` }]);
      return;
    }
    const outcome = row.fits ? tool.compute(input, brief) : tool.run(input, brief);
    if (outcome.ok) {
      if (!row.fits) row.learn();
      counter.computed(outcome.result, line);
      writer.computed(row, outcome.result);
      return;
    }
    counter.refused(outcome.problems, line);
    writer.refused(row, outcome.problems);
  };
  return (bytes, line, spare) => {
    if (isAscii(bytes)) {
      rows({ source: Source.ofAscii(bytes), bytes: viewOf(bytes), line }, work);
      return { bytes: out.take(spare), tally: counter.take(false) };
    }
    const { text, foreign } = decoded(bytes);
    rows({ source: Source.of(text), bytes: undefined, line }, work);
    return { bytes: out.take(spare), tally: counter.take(foreign) };
  };
}

interface Writer {
  computed(row: Row, result: object): void;
  refused(row: Row, problems: readonly InputProblem[]): void;
}

function csvWriter(layout: Layout, out: Bytes): Writer {
  const { separator, newline, results } = layout;
  const none = separator.repeat(results.length + 1);
  const cells = cellsWriter(layout, out);
  return {
    computed(row, result) {
      row.carry(out);
      cells(result);
    },
    refused(row, problems) {
      const message = csvCell(problems.map((problem) => problem.message).join(" "), separator);
      const names = csvCell(fieldNames(problems), separator);
      row.carry(out);
      out.text(`${none}${message}${separator}${names}${newline}`);
    },
  };
}

function jsonWriter({ names, results }: Layout, out: Bytes): Writer {
  const readers = results.map(readerAt);
  const keys = names.map((name) => JSON.stringify(name));
  const [error = "", fields = ""] = keys.slice(results.length);
  const write = (row: Row, added: readonly string[]) => {
    out.text("{");
    const before = out.at;
    row.carry(out);
    const between = out.at === before || added.length === 0 ? "" : ",";
    out.text(`${between}${added.join(",")}}\n`);
  };
  return {
    computed: (row, result) =>
      write(
        row,
        readers.map((read, at) => `${keys[at]}:${JSON.stringify(read(result) ?? null)}`),
      ),
    refused: (row, problems) => {
      const message = JSON.stringify(problems.map((problem) => problem.message).join(" "));
      write(row, [`${error}:${message}`, `${fields}:${JSON.stringify(fieldNames(problems))}`]);
    },
  };
}

function fieldNames(problems: readonly InputProblem[]): string {
  const names = problems.map(({ pointer }) => pointer.slice(1).replaceAll("/", "."));
  return names.filter((name) => name !== "").join(", ");
}
