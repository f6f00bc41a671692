// A small HTTP client for load tests: prebuilt requests over kept connections, with answers in order.
import { connect, type Socket } from "node:net";
import { type Answer, AnswerReader, headerOf } from "./answers.js";
import { Histogram } from "./histogram.js";

/** Milliseconds until an answer counts as lost. */
const PATIENCE_MS = 30_000;

export interface Job {
  readonly bytes: Buffer;
  /** Start of the latency, in milliseconds of performance.now(); by default the time of sending. */
  readonly due?: number;
  readonly done: (answer: Answer, latencyMs: number) => void;
  /** Called if the connection ends or the answer is late. */
  readonly lost?: (reason: string) => void;
}

/** Returns the bytes of a request with a JSON body. */
export function postOf(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${more.join("")}\r\n${body}`,
  );
}

/** A connection with pipelining. */
export class Connection {
  private readonly waiting: { readonly job: Job; readonly sent: number }[] = [];
  private readonly socket: Socket;
  private readonly watch: NodeJS.Timeout;
  private ended = false;
  private over = false;
  private why = "the connection was closed";

  constructor(
    port: number,
    /** Called once, when no more requests can be sent. */
    private readonly closed: () => void,
    patienceMs = PATIENCE_MS,
  ) {
    const reader = new AnswerReader((answer) => this.answered(answer));
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.fail(error instanceof Error ? error.message : String(error));
      }
    });
    this.socket.on("error", (error) => {
      this.why = error.message;
    });
    this.socket.on("close", () => this.end());
    // The server sends no more answers.
    this.socket.on("end", () => this.socket.end());
    this.watch = setInterval(() => {
      const [first] = this.waiting;
      if (first !== undefined && performance.now() - first.sent > patienceMs)
        this.fail(`no answer within ${patienceMs} ms`);
    }, 500);
  }

  /** Whether requests can be sent. */
  get usable(): boolean {
    return !this.ended;
  }

  get outstanding(): number {
    return this.waiting.length;
  }

  send(jobs: readonly Job[]): void {
    const sent = performance.now();
    for (const job of jobs) this.waiting.push({ job, sent });
    const [only] = jobs;
    if (only === undefined) return;
    this.socket.write(jobs.length === 1 ? only.bytes : Buffer.concat(jobs.map(({ bytes }) => bytes)));
  }

  /** Pending requests are lost. */
  close(): void {
    this.socket.destroy();
    this.end();
  }

  private answered(answer: Answer): void {
    const first = this.waiting.shift();
    if (first === undefined) {
      this.fail("an answer came that nobody asked for");
      return;
    }
    if (headerOf(answer, "connection")?.toLowerCase() === "close") this.ended = true;
    const { job, sent } = first;
    job.done(answer, performance.now() - (job.due ?? sent));
    if (this.ended && this.waiting.length === 0) this.socket.end();
  }

  private fail(reason: string): void {
    this.why = reason;
    this.close();
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.ended = true;
    clearInterval(this.watch);
    for (const { job } of this.waiting.splice(0)) job.lost?.(this.why);
    this.closed();
  }
}

export interface Tally {
  readonly statuses: ReadonlyMap<number, number>;
  readonly latency: Histogram;
  /** Unanswered requests, by reason. */
  readonly lost: ReadonlyMap<string, number>;
  readonly elapsedMs: number;
}

export interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  /** Concurrent requests per connection; by default 1. */
  readonly pipelining?: number;
  /** Returns the next request, or undefined at the end. */
  readonly next: () => Job | undefined;
  readonly patienceMs?: number;
}

/** Sends the next request after each answer, on every connection. */
export function closedLoop({
  port,
  connections,
  pipelining = 1,
  next,
  patienceMs,
}: ClosedLoop): Promise<Tally> {
  const began = performance.now();
  const statuses = new Map<number, number>();
  const latency = new Histogram();
  const lost = new Map<string, number>();
  return new Promise((resolve) => {
    let left = connections;
    const counted = (job: Job, again: () => void): Job => ({
      ...job,
      done: (answer, ms) => {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        latency.add(ms);
        job.done(answer, ms);
        again();
      },
      lost: (reason) => {
        lost.set(reason, (lost.get(reason) ?? 0) + 1);
        job.lost?.(reason);
      },
    });
    const line = (): void => {
      const first = next();
      if (first === undefined) {
        if (--left === 0) resolve({ statuses, latency, lost, elapsedMs: performance.now() - began });
        return;
      }
      const connection = new Connection(port, line, patienceMs);
      const again = (): void => {
        if (!connection.usable) return;
        const job = next();
        if (job !== undefined) connection.send([counted(job, again)]);
        else if (connection.outstanding === 0) connection.close();
      };
      const jobs = [first];
      while (jobs.length < pipelining) {
        const job = next();
        if (job === undefined) break;
        jobs.push(job);
      }
      connection.send(jobs.map((job) => counted(job, again)));
    };
    for (let each = 0; each < connections; each++) line();
  });
}
