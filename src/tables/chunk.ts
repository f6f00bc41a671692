// Computes a part of a table. Each row gets its results, or the reason of its refusal. The same part always gives the same
// bytes.
import type { Outcome, RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { readerAt } from "./columns.js";
import { csvCell } from "./csv.js";
import { decoded } from "./encoding.js";
import type { TableLayout } from "./layout.js";
import { cellText, rowsOf, type TableRow } from "./rows.js";
import { ASIDE_TITLES, Counter, type Tally } from "./tally.js";

export interface ChunkDone {
  readonly bytes: Uint8Array;
  readonly tally: Tally;
}
/** Works on a part. `line` is the number of its first line in the table; rows after the first `most` are not computed. */
export type ChunkWork = (bytes: Uint8Array, line: number, most?: number) => ChunkDone;

/** The error of a row that the caller's month has no call left for. */
const QUOTA_EXCEEDED: readonly InputProblem[] = [{ pointer: "", message: "quota_exceeded" }];

/** Receives each row with its outcome. */
export type SeeRow = (row: TableRow, outcome: Outcome) => void;

export function chunkWork(tool: RuntimeTool, layout: TableLayout, see?: SeeRow): ChunkWork {
  const rows = rowsOf(tool, layout);
  // Sentences without a column are not computed.
  const brief = !layout.results.some(({ path }) => path === "assumptions" || path === "recommendations");
  const writer = layout.to === "csv" ? csvWriter(layout) : jsonWriter(layout);
  return (bytes, line, most = Number.POSITIVE_INFINITY) => {
    const { text, foreign } = decoded(bytes);
    const counter = new Counter(tool.facts.headline ?? {}, foreign);
    const written = new Lines();
    for (const row of rows(text, line)) {
      if (row.aside !== undefined) {
        counter.aside(row.aside, row.line);
        written.push(writer.aside(row));
        continue;
      }
      counter.read(row);
      if (counter.tally.rows >= most) {
        counter.refused(QUOTA_EXCEEDED, row.line);
        written.push(writer.refused(row, QUOTA_EXCEEDED));
        continue;
      }
      if (row.input === undefined) {
        counter.broken(faultKind(row.fault), row.line);
        const problems = [{ pointer: "", message: `Line ${row.line}: ${row.fault}.` }];
        written.push(writer.refused(row, problems));
        see?.(row, { ok: false, problems });
        continue;
      }
      const outcome = tool.run(row.input, brief);
      see?.(row, outcome);
      if (outcome.ok) {
        counter.computed(outcome.result, row.line);
        written.push(writer.computed(row, outcome.result));
      } else {
        counter.refused(outcome.problems, row.line);
        written.push(writer.refused(row, outcome.problems));
      }
    }
    return { bytes: written.bytes(), tally: counter.tally };
  };
}

/** Lines as bytes. They become bytes some at a time: texts that live on cost the collector more than writing them. */
class Lines {
  private readonly encoder = new TextEncoder();
  private readonly done: Uint8Array[] = [];
  private lines: string[] = [];

  push(line: string): void {
    this.lines.push(line);
    if (this.lines.length >= AT_ONCE) this.encode();
  }

  bytes(): Uint8Array {
    this.encode();
    const whole = new Uint8Array(this.done.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const each of this.done) {
      whole.set(each, at);
      at += each.length;
    }
    return whole;
  }

  private encode(): void {
    this.done.push(this.encoder.encode(this.lines.join("")));
    this.lines = [];
  }
}

const AT_ONCE = 100;

/** Faults are counted without the text of the line. */
function faultKind(fault = ""): string {
  return fault.replace(/; beyond them: .*$/s, "");
}

interface Writer {
  computed(row: TableRow, result: object): string;
  refused(row: TableRow, problems: readonly InputProblem[]): string;
  aside(row: TableRow): string;
}

function notesOf({ notes = [] }: TableRow): string {
  return notes.join(" ");
}

function csvWriter(layout: TableLayout): Writer {
  const { separator, newline, results } = layout;
  const readers = results.map(readerAt);
  const none = results.map(({ value = "" }) => `${separator}${csvCell(value, separator)}`).join("");
  return {
    computed: (row, result) => {
      // Joined rather than added up, which would leave a tree of pieces to the collector.
      const cells = [row.carried];
      for (const read of readers) cells.push(cellText(read(result), layout));
      cells.push(csvCell(notesOf(row), separator), "", newline);
      return cells.join(separator);
    },
    refused: (row, problems) => {
      const message = csvCell(problems.map((problem) => problem.message).join(" "), separator);
      const more = [csvCell(notesOf(row), separator), message, csvCell(fieldNames(problems), separator)];
      return `${row.carried}${none}${separator}${more.join(separator)}${newline}`;
    },
    aside: ({ carried, aside = "" }) =>
      `${carried}${none}${separator}${csvCell(notComputed(aside), separator)}${separator}${separator}${newline}`,
  };
}

function jsonWriter({ names, results }: TableLayout): Writer {
  const readers = results.map(readerAt);
  const keys = names.map((name) => JSON.stringify(name));
  const [notes = "", error = "", fields = ""] = keys.slice(results.length);
  const noted = (row: TableRow) => (row.notes?.length ? [`${notes}:${JSON.stringify(notesOf(row))}`] : []);
  const always = results.flatMap(({ value }, at) =>
    value === undefined ? [] : [`${keys[at]}:${JSON.stringify(value)}`],
  );
  const object = ({ carried }: TableRow, added: readonly string[]) =>
    `{${[...(carried === "" ? [] : [carried]), ...added].join(",")}}\n`;
  return {
    computed: (row, result) =>
      object(row, [
        ...readers.map((read, at) => `${keys[at]}:${JSON.stringify(read(result) ?? null)}`),
        ...noted(row),
      ]),
    refused: (row, problems) => {
      const message = JSON.stringify(problems.map((problem) => problem.message).join(" "));
      const blamed = JSON.stringify(fieldNames(problems));
      return object(row, [...always, ...noted(row), `${error}:${message}`, `${fields}:${blamed}`]);
    },
    aside: (row) => object(row, [...always, `${notes}:${JSON.stringify(notComputed(row.aside ?? ""))}`]),
  };
}

function notComputed(kind: string): string {
  return kind === "blank" ? "" : `Not computed: ${ASIDE_TITLES[kind] ?? kind}.`;
}

function fieldNames(problems: readonly InputProblem[]): string {
  const names = problems.map(({ pointer }) => pointer.slice(1).replaceAll("/", "."));
  return names.filter((name) => name !== "").join(", ");
}
