// The cheapest client for load that still reads every answer: several requests under way on each kept connection, those
// that follow each other in one write, and of each answer only its status and its length. For comparing servers that
// have to share their processors with the client.
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

export interface BatchLoad {
  readonly port: number;
  readonly connections: number;
  /** Requests under way on each connection. */
  readonly depth: number;
  /** Requests that are sent in turn. */
  readonly requests: readonly Buffer[];
  /** How many are sent altogether. */
  readonly count: number;
  /** Milliseconds for which the client sleeps between two looks at its connections, so that a look finds several answers. */
  readonly pauseMs: number;
  readonly patienceMs?: number;
}

export interface BatchTally {
  readonly statuses: ReadonlyMap<number, number>;
  readonly elapsedMs: number;
}

const PATIENCE_MS = 30_000;
/** Bytes that one read may bring; more than the answers of a look. */
const READ_BYTES = 1 << 18;
const HEAD_END = Buffer.from("\r\n\r\n");
const VERSION = Buffer.from("HTTP/1.1 ");
const LENGTH = Buffer.from("\r\ncontent-length: ");

/** Counts the answers in a stream of bytes by their heads; bodies are passed over. */
export class AnswerCounter {
  /** The begin of a head whose end has not come yet. */
  private begun: Buffer | undefined;
  /** Bytes of the body that are still to come. */
  private skip = 0;

  constructor(private readonly statuses: Map<number, number>) {}

  /** Takes the next bytes, which may be overwritten afterwards; how many answers have ended with them. */
  push(bytes: Buffer): number {
    const chunk = this.begun === undefined ? bytes : Buffer.concat([this.begun, bytes]);
    this.begun = undefined;
    let ended = 0;
    let at = 0;
    for (;;) {
      if (this.skip > 0) {
        const taken = Math.min(this.skip, chunk.length - at);
        this.skip -= taken;
        at += taken;
        if (this.skip > 0) return ended;
        ended++;
      }
      if (at === chunk.length) return ended;
      const end = chunk.indexOf(HEAD_END, at);
      if (end < 0) {
        this.begun = Buffer.from(chunk.subarray(at));
        return ended;
      }
      this.skip = this.head(chunk, at, end);
      at = end + HEAD_END.length;
      if (this.skip === 0) ended++;
    }
  }

  /** The length that a head states; its status is counted. */
  private head(chunk: Buffer, at: number, end: number): number {
    const named = chunk.indexOf(LENGTH, at);
    if (named < 0 || named > end || !chunk.subarray(at, at + VERSION.length).equals(VERSION))
      return this.headText(chunk.toString("latin1", at, end));
    this.count(numberAt(chunk, at + VERSION.length));
    return numberAt(chunk, named + LENGTH.length);
  }

  /** One that is written in another way. */
  private headText(text: string): number {
    const status = text.startsWith(String(VERSION)) ? Number(text.slice(9, 12)) : Number.NaN;
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (Number.isNaN(status) || length === undefined)
      throw new Error(`an answer without status or length: ${JSON.stringify(text.slice(0, 80))}`);
    this.count(status);
    return Number(length);
  }

  private count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The number whose digits begin there. */
function numberAt(chunk: Buffer, from: number): number {
  let number = 0;
  for (let at = from; ; at++) {
    const digit = (chunk[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return number;
    number = number * 10 + digit;
  }
}

/** Sends all requests and resolves when all are answered; rejects when a connection ends or answers stay away. */
export async function batchLoad(load: BatchLoad): Promise<BatchTally> {
  const { port, connections, depth, requests, count, pauseMs, patienceMs = PATIENCE_MS } = load;
  const statuses = new Map<number, number>();
  const run = new Run(requests, count, depth);
  const began = performance.now();
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  let heard = began;
  const lines: Line[] = [];
  try {
    for (let at = 0; at < connections; at++) lines.push(new Line(port, run, statuses));
    while (run.left > 0) {
      const before = run.left;
      await nextTurn();
      for (const line of lines) if (line.fault !== undefined) throw new Error(line.fault);
      const now = performance.now();
      if (run.left < before) heard = now;
      else if (now - heard > patienceMs) throw new Error(`no answer within ${patienceMs} ms`);
      // The thread sleeps, and with it whatever else this process does: it does nothing else.
      if (run.left > 0) Atomics.wait(asleep, 0, 0, pauseMs);
    }
    return { statuses, elapsedMs: performance.now() - began };
  } finally {
    for (const line of lines) line.close();
  }
}

/** What all connections share: which request is next, and how many answers are missing. */
class Run {
  left: number;
  private sent = 0;
  /** All requests behind one another, long enough that those of one write are always one piece. */
  private readonly bytes: Buffer;
  private readonly starts: number[] = [];

  constructor(
    private readonly requests: readonly Buffer[],
    private readonly count: number,
    readonly depth: number,
  ) {
    if (requests.length === 0) throw new Error("there is no request to send");
    this.left = count;
    const row: Buffer[] = [];
    let length = 0;
    for (let at = 0; at <= requests.length + depth; at++) {
      const each = requests[at % requests.length];
      if (each === undefined) continue;
      this.starts.push(length);
      length += each.length;
      row.push(each);
    }
    this.bytes = Buffer.concat(row);
  }

  /** The next requests, at most so many, as one piece; undefined when all were sent. */
  next(most: number): Buffer | undefined {
    const wanted = Math.min(most, this.depth, this.count - this.sent);
    if (wanted <= 0) return undefined;
    const first = this.sent % this.requests.length;
    this.sent += wanted;
    return this.bytes.subarray(this.starts[first], this.starts[first + wanted]);
  }
}

/** One connection, with as many requests under way as there may be. */
class Line {
  /** Why nothing more will come. */
  fault: string | undefined;
  private readonly socket: Socket;
  private closed = false;

  constructor(port: number, run: Run, statuses: Map<number, number>) {
    const counter = new AnswerCounter(statuses);
    const send = (most: number): void => {
      const bytes = run.next(most);
      if (bytes !== undefined) this.socket.write(bytes);
    };
    this.socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (length, buffer) => {
          try {
            const ended = counter.push((buffer as Buffer).subarray(0, length));
            run.left -= ended;
            send(ended);
          } catch (error) {
            this.fault = error instanceof Error ? error.message : String(error);
          }
          return true;
        },
      },
    });
    this.socket.on("connect", () => send(run.depth));
    this.socket.on("error", (error) => {
      this.fault ??= error.message;
    });
    this.socket.on("close", () => {
      if (!this.closed) this.fault ??= "the connection was closed";
    });
  }

  close(): void {
    this.closed = true;
    this.socket.destroy();
  }
}
