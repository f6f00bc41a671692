// A small HTTP client for load: prebuilt requests over kept connections, each answered in the order it was sent.
import { connect, type Socket } from "node:net";
import { type Answer, AnswerReader, headerOf } from "./answers.js";
import { Histogram } from "./histogram.js";

/** Milliseconds after which an answer is taken to never come. */
const PATIENCE_MS = 30_000;

export interface Job {
  readonly bytes: Buffer;
  /** Milliseconds of performance.now() from which its latency counts; when it is sent, unless given. */
  readonly due?: number;
  readonly done: (answer: Answer, latencyMs: number) => void;
  /** The connection ended or the patience did, and there is no answer. */
  readonly lost?: (reason: string) => void;
}

/** The bytes of a request with a JSON body. */
export function postOf(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${more.join("")}\r\n${body}`,
  );
}

/** One connection. Requests may be sent before earlier ones are answered. */
export class Connection {
  private readonly waiting: { readonly job: Job; readonly sent: number }[] = [];
  private readonly socket: Socket;
  private readonly watch: NodeJS.Timeout;
  private ended = false;
  private over = false;
  private why = "the connection was closed";

  constructor(
    port: number,
    /** Called once, when nothing more can be sent. */
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
    // The other side will answer nothing more.
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

  /** What is still waiting is lost. */
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
  /** Requests that were sent and never answered, by reason. */
  readonly lost: ReadonlyMap<string, number>;
  readonly elapsedMs: number;
}

export interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  /** Requests that are under way at one time on each connection; 1 unless given. */
  readonly pipelining?: number;
  /** The next request, or undefined when there are no more. */
  readonly next: () => Job | undefined;
  readonly patienceMs?: number;
}

/** Sends the next request as soon as an answer has come, on every connection. */
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
