// Computes a table from its first row to its last: reads parts, gives them to the workers, and writes them in order to a file
// that is renamed at the end. A second file notes the progress, so that an interrupted run continues.
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { isRecord } from "../json/objects.js";
import type { ChunkDone } from "./chunk.js";
import type { TableLayout } from "./layout.js";
import { partsOf, type TablePart } from "./parts.js";
import { addTally, emptyTally, type Tally } from "./tally.js";
import type { TableWorkers } from "./workers.js";

export interface TableWork {
  readonly input: string;
  /** Where the results go; undefined for `write`. */
  readonly output: string | undefined;
  /** Takes the results where there is no file. */
  readonly write?: (bytes: Uint8Array) => Promise<void>;
  /** Written before the first row. */
  readonly head: Uint8Array;
  readonly layout: TableLayout;
  /** Byte and line of the first row. */
  readonly start: number;
  readonly line: number;
  readonly workers: TableWorkers;
  /** Parts that may be under way at a time. */
  readonly ahead: number;
  /** Identifies the run by table, tool and layout: only an equal run continues it. */
  readonly fingerprint: string;
  readonly stopped: () => boolean;
  readonly progress: (rows: number, bytes: number) => void;
}

export interface TableOutcome {
  readonly tally: Tally;
  readonly complete: boolean;
  /** Rows that an earlier run had done. */
  readonly resumed: number;
}

interface Note {
  readonly fingerprint: string;
  readonly read: number;
  readonly line: number;
  readonly written: number;
  readonly tally: Tally;
}

/** Bytes of a part. */
const PART = 256 * 1024;
const NOTE_MS = 1000;

export function partOf(output: string): string {
  return `${output}.part`;
}

function noteOf(output: string): string {
  return `${output}.part.json`;
}

export async function workThroughTable(work: TableWork): Promise<TableOutcome> {
  if (work.output !== undefined) return intoFile(work, work.output);
  const { write = async () => undefined } = work;
  await write(work.head);
  return through(work, startOf(work), { write, reached: async () => undefined });
}

function startOf(work: TableWork): Note {
  const { fingerprint, start, line, head } = work;
  return { fingerprint, read: start, line, written: head.length, tally: emptyTally() };
}

async function intoFile(work: TableWork, output: string): Promise<TableOutcome> {
  const earlier = await noted(output, work.fingerprint);
  const begin = earlier ?? startOf(work);
  const to = await open(partOf(output), earlier === undefined ? "w" : "r+");
  let note = begin;
  let saved = Date.now();
  /** Results are on the disk before the note that counts them. */
  const save = async () => {
    await to.datasync();
    await writeFile(`${noteOf(output)}.new`, JSON.stringify(note));
    await rename(`${noteOf(output)}.new`, noteOf(output));
  };
  try {
    if (earlier === undefined) await writeAll(to, work.head, 0);
    else await to.truncate(earlier.written);
    const done = await through(work, begin, {
      write: (bytes) => writeAll(to, bytes, note.written),
      reached: async (place, length) => {
        note = { ...place, written: note.written + length, fingerprint: work.fingerprint };
        if (Date.now() - saved < NOTE_MS) return;
        saved = Date.now();
        await save();
      },
    });
    if (done.complete) await to.datasync();
    else await save();
    return done;
  } catch (error) {
    // Complete parts stay; on a full disk an incomplete part makes room for the note.
    await to.truncate(note.written).catch(() => undefined);
    await save().catch(() => rm(`${noteOf(output)}.new`, { force: true }));
    throw error;
  } finally {
    await to.close();
  }
}

/** Renames the complete file. */
export async function finish(output: string, whole: string): Promise<void> {
  await rename(whole, output);
  await rm(partOf(output), { force: true });
  await rm(noteOf(output), { force: true });
}

async function noted(output: string, fingerprint: string): Promise<Note | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(output), "utf8"));
    return isRecord(note) && note.fingerprint === fingerprint ? (note as unknown as Note) : undefined;
  } catch {
    return undefined;
  }
}

type Place = Omit<Note, "written" | "fingerprint">;

interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** The last written part ends at this position of the table. */
  reached(place: Place, length: number): Promise<void>;
}

/** Computes several parts at a time, at most `ahead`, and yields them with their results in the order of the table. */
export async function* inOrder<Part>(
  parts: AsyncIterable<Part> | Iterable<Part>,
  ahead: number,
  work: (part: Part) => Promise<ChunkDone>,
): AsyncGenerator<{ readonly part: Part; readonly done: ChunkDone }> {
  const pending: { readonly part: Part; readonly done: Promise<ChunkDone> }[] = [];
  const first = async () => {
    const [next] = pending;
    if (next === undefined) throw new Error("no part is pending");
    const done = await next.done;
    pending.shift();
    return { part: next.part, done };
  };
  try {
    for await (const part of parts) {
      const done = work(part);
      // Reported when the part is awaited.
      done.catch(() => undefined);
      pending.push({ part, done });
      if (pending.length >= ahead) yield await first();
    }
    while (pending.length > 0) yield await first();
  } finally {
    await Promise.allSettled(pending.map(({ done }) => done));
  }
}

async function through(work: TableWork, begin: Note, sink: Sink): Promise<TableOutcome> {
  const { tally } = begin;
  const resumed = tally.rows;
  let { read } = begin;
  const compute = ({ bytes, line }: TablePart) => work.workers.work(bytes, line);
  for await (const { part, done } of inOrder(partsBeforeStop(work, begin), work.ahead, compute)) {
    await sink.write(done.bytes);
    addTally(tally, done.tally);
    read += part.bytes.length;
    await sink.reached({ read, line: part.line + part.lines, tally }, done.bytes.length);
    work.progress(tally.rows, read);
  }
  return { tally, complete: read >= (await stat(work.input)).size, resumed };
}

async function* partsBeforeStop({ input, layout, stopped }: TableWork, begin: Note) {
  const blocks = createReadStream(input, { start: begin.read, highWaterMark: PART });
  for await (const part of partsOf(blocks, layout, begin.line)) {
    if (stopped()) return;
    yield part;
  }
}

async function writeAll(to: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await to.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}
