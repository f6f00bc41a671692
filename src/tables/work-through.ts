// A table worked through from its first row to its last: parts are read, given to the workers, and written in their order to a
// file that is renamed when it is whole. What was done is noted beside it, so that a run that was broken off goes on.
import { type FileHandle, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { isRecord } from "../json/objects.js";
import { viewOf } from "./bytes.js";
import type { ChunkDone } from "./chunk.js";
import { LONGEST_RECORD, lastRecordEnd } from "./csv.js";
import type { Layout } from "./layout.js";
import { addTally, emptyTally, type Tally } from "./tally.js";
import type { TableWorkers } from "./workers.js";

export interface Work {
  readonly input: string;
  /** Where the results go; undefined for `write`. */
  readonly output: string | undefined;
  /** Takes the results where there is no file. */
  readonly write?: (bytes: readonly Uint8Array[]) => Promise<void>;
  /** Written before the first row. */
  readonly head: Uint8Array;
  readonly layout: Layout;
  /** Byte and line of the first row. */
  readonly start: number;
  readonly line: number;
  readonly workers: TableWorkers;
  /** Parts that may be under way at a time. */
  readonly ahead: number;
  /** Tells two runs apart that must not be joined: the table, the tool and the layout. */
  readonly fingerprint: string;
  readonly stopped: () => boolean;
  readonly progress: (rows: number, bytes: number) => void;
}

export interface Worked {
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

/** Bytes of a part, and of what is read at once. */
const PART = 256 * 1024;
const READ = 4 * PART;
const NOTE_MS = 1000;

export function partOf(output: string): string {
  return `${output}.part`;
}

function noteOf(output: string): string {
  return `${output}.part.json`;
}

export async function workThroughTable(work: Work): Promise<Worked> {
  const from = await open(work.input, "r");
  try {
    if (work.output === undefined) {
      const { write = async () => undefined } = work;
      await write([work.head]);
      return await through(work, from, startOf(work), { write, reached: async () => undefined });
    }
    return await intoFile(work, work.output, from);
  } finally {
    await from.close();
  }
}

function startOf(work: Work): Note {
  const { fingerprint, start, line, head } = work;
  return { fingerprint, read: start, line, written: head.length, tally: emptyTally() };
}

async function intoFile(work: Work, output: string, from: FileHandle): Promise<Worked> {
  const earlier = await noted(output, work.fingerprint);
  const begin = earlier ?? startOf(work);
  const to = await open(partOf(output), earlier === undefined ? "w" : "r+");
  let note = begin;
  let saved = 0;
  // The disk takes what was written while more is computed, so that nobody waits for all of it at the end.
  let synced: Promise<void> = Promise.resolve();
  const save = async () => {
    await writeFile(`${noteOf(output)}.new`, JSON.stringify(note));
    await rename(`${noteOf(output)}.new`, noteOf(output));
  };
  try {
    if (earlier === undefined) await writeAll(to, [work.head], 0);
    else await to.truncate(earlier.written);
    const done = await through(work, from, begin, {
      write: (bytes) => writeAll(to, bytes, note.written),
      reached: async (place, length) => {
        note = { ...place, written: note.written + length, fingerprint: work.fingerprint };
        if (Date.now() - saved < NOTE_MS) return;
        saved = Date.now();
        await save();
        await synced;
        synced = to.datasync();
        // Told where it is waited for.
        synced.catch(() => undefined);
      },
    });
    await synced;
    if (done.complete) await to.datasync();
    else await save();
    return done;
  } catch (error) {
    // What was written whole is good; what was begun makes room for the note where the disk is full.
    await to.truncate(note.written).catch(() => undefined);
    await save().catch(() => rm(`${noteOf(output)}.new`, { force: true }));
    throw error;
  } finally {
    await to.close();
  }
}

/** Puts the whole file in its place. */
export async function finish(output: string, whole = partOf(output)): Promise<void> {
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
  write(bytes: readonly Uint8Array[]): Promise<void>;
  /** What was written last brought the work to this place of the table. */
  reached(place: Place, length: number): Promise<void>;
}

/** A part that is computed, or waits to be written behind those before it. */
interface Pending {
  readonly done: Promise<ChunkDone>;
  readonly result: ChunkDone | undefined;
  /** Where the table goes on after it. */
  readonly read: number;
  readonly line: number;
}

async function through(work: Work, from: FileHandle, begin: Note, sink: Sink): Promise<Worked> {
  const { tally } = begin;
  const resumed = tally.rows;
  const pending: Pending[] = [];
  const put = async (ready: readonly Pending[]) => {
    const done = ready.flatMap(({ result }) => result ?? []);
    const length = done.reduce((sum, { bytes }) => sum + bytes.length, 0);
    await sink.write(done.map(({ bytes }) => bytes));
    for (const each of done) {
      addTally(tally, each.tally);
      work.workers.recycle(each.bytes);
    }
    const last = ready.at(-1) ?? begin;
    await sink.reached({ read: last.read, line: last.line, tally }, length);
    work.progress(tally.rows, last.read);
  };
  // While some parts are written, the next are computed; what is ready by then is written in one go, because this thread may
  // be working on a part itself, and sees only between two parts that a write is over.
  let written: Promise<void> = Promise.resolve();
  const settle = async () => {
    await pending[0]?.done;
    await written;
    const ready: Pending[] = [];
    while (pending[0]?.result !== undefined) ready.push(pending.shift() as Pending);
    written = put(ready);
    // Told where it is waited for, as below.
    written.catch(() => undefined);
  };
  let { read, line } = begin;
  try {
    for await (const part of parts(from, read, work.layout)) {
      if (work.stopped()) break;
      const first = line;
      read += part.length;
      line += linesIn(part);
      const each: Pending = { done: work.workers.work(part, first), result: undefined, read, line };
      // A failure is told where the part is waited for; meanwhile it is none that nobody looks at.
      each.done.then((result) => Object.assign(each, { result })).catch(() => undefined);
      pending.push(each);
      if (pending.length >= work.ahead) await settle();
    }
    while (pending.length > 0) await settle();
    await written;
  } catch (error) {
    // Nothing is under way any more when it is noted how far the work came.
    await written.catch(() => undefined);
    throw error;
  }
  return { tally, complete: read >= (await from.stat()).size, resumed };
}

/** Line ends, four bytes at a time: those that are one become 0, then 128, and all others 0. */
function linesIn(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let count = 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    const four = view.getInt32(at) ^ 0x0a0a0a0a;
    let ends = ~(((four & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | four | 0x7f7f7f7f);
    for (; ends !== 0; ends &= ends - 1) count++;
  }
  for (; at < bytes.length; at++) if (bytes[at] === 10) count++;
  return count;
}

/**
 * The table from a byte on, in parts that end where records do. Several parts are read at once: while this thread works on one,
 * it cannot read the next for the others.
 */
export async function* parts(from: FileHandle, start: number, layout: Layout): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  const blockAt = (at: number) => {
    const read = from.read(Buffer.allocUnsafe(READ), 0, READ, at);
    read.catch(() => undefined);
    return read;
  };
  let next = blockAt(start);
  for (let at = start; ; ) {
    const { bytesRead, buffer } = await next;
    at += bytesRead;
    // The next block is read while this one is worked on.
    next = blockAt(at);
    const block = buffer.subarray(0, bytesRead);
    let all = rest.length === 0 ? block : Buffer.concat([rest, block]);
    if (bytesRead === 0) {
      if (all.length > 0) yield all;
      return;
    }
    for (let wanted = PART; ; ) {
      const part = all.subarray(0, wanted);
      const end = layout.from === "csv" ? lastRecordEnd(part, layout.separator) : part.lastIndexOf(10) + 1;
      // A record that never ends is cut rather than gathered for ever.
      const cut = end === 0 && part.length > 64 * LONGEST_RECORD ? part.length : end;
      if (cut > 0) yield all.subarray(0, cut);
      all = all.subarray(cut);
      if (cut === 0 && wanted >= all.length) break;
      wanted = cut > 0 ? PART : wanted + PART;
    }
    rest = all;
  }
}

async function writeAll(to: FileHandle, all: readonly Uint8Array[], from: number): Promise<void> {
  let at = from;
  for (let left = all.filter(({ length }) => length > 0); left.length > 0; ) {
    let { bytesWritten } = await to.writev(left, at);
    at += bytesWritten;
    left = left.flatMap((each) => {
      const done = Math.min(bytesWritten, each.length);
      bytesWritten -= done;
      return done < each.length ? [each.subarray(done)] : [];
    });
  }
}
