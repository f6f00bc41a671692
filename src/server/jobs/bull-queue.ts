// The queue of jobs on a Redis that several machines share: BullMQ hands the parts out and takes back those of a worker that
// died; parts and answers are entries of their own, which expire with the job.
import { randomUUID } from "node:crypto";
import { DelayedError, type Job as Part, Queue, Worker } from "bullmq";
import { Late, within } from "../../access/deadline.js";
import type { RedisSettings } from "../../access/redis-address.js";
import { type Client, clientOf, type OwnOptions } from "../../access/redis-client.js";
import {
  EXPIRED,
  failureAt,
  type Job,
  type JobBrief,
  type JobPart,
  type JobProgress,
  type JobQueue,
  LEASE_MS,
  MOST_LISTED,
  MOST_TRIES,
  type PartWork,
  packed,
  type Refund,
  type Retry,
  reasonOf,
  type StoredState,
  storedBrief,
  sumOf,
  tallyText,
  unpacked,
  WORKER_DIED,
  type Working,
} from "./queue.js";
import { done, END, FINISH, partOptions, TAKE_REFUNDS } from "./redis-steps.js";

interface PartName {
  readonly job: string;
  readonly number: number;
}

const NAME = "jobs";
/** Milliseconds in which Redis must have answered somebody who waits. */
const PATIENCE_MS = 2000;
const STALLED_MS = 2000;
/** A worker whose connection breaks while it is closed never ends: what it holds is taken over when its lease runs out. */
const LATE_MS = 15_000;
/** Parts that are written in one go. */
const AT_ONCE = 50;
/** Jobs that one caller may have at a time. */
const MOST_JOBS = 1000;
/** Milliseconds in which all parts of a job must have been put down, and after which a worker that came before looks again. */
const ADDING_MS = 60_000;
const SOON_MS = 50;
/** Milliseconds that the facts of a job outlive it, so that what was not computed can be given back. */
const AFTER_MS = 3_600_000;

export class BullQueue implements JobQueue {
  private readonly redis: Client;
  private readonly queue: Queue<PartName>;
  private readonly prefix: string;
  private asking: string = randomUUID();

  constructor(
    private readonly settings: RedisSettings,
    private readonly failed: (error: unknown) => void,
  ) {
    // In braces, so that all of it is on one node of a cluster.
    this.prefix = `{${settings.prefix}jobs}`;
    this.redis = this.connect({ maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS });
    this.queue = new Queue<PartName>(NAME, { connection: this.redis, prefix: this.prefix });
    this.queue.on("error", this.failed);
  }

  async add(job: Job, parts: readonly JobPart[], retry?: Retry): Promise<void> {
    try {
      await this.put(job, parts, retry);
    } catch (error) {
      // The sender is told that nothing was kept, so what is there is nobody's job.
      await this.redis.del(this.of(job.id)).catch(this.failed);
      throw error;
    }
  }

  /** Parts first, and the job itself with the last step: until then its workers wait. */
  private async put(job: Job, parts: readonly JobPart[], retry?: Retry): Promise<void> {
    const life = Math.max(1, job.expires - Date.now());
    const own = this.name("owner", job.owner);
    if ((await this.redis.zcard(own)) >= MOST_JOBS) throw new Error("The caller has too many jobs.");
    for (let from = 0; from < parts.length; from += AT_ONCE) {
      const step = this.redis.multi();
      parts.slice(from, from + AT_ONCE).forEach(({ bytes, line }, at) => {
        step.set(this.of(job.id, "in", from + at), Buffer.from(bytes), "PX", life);
        step.hset(this.of(job.id, "lines"), String(from + at), line);
      });
      step.pexpire(this.of(job.id, "lines"), life);
      await done(step);
    }
    await done(
      this.redis.multi().hset(this.of(job.id), { state: "adding" }).pexpire(this.of(job.id), ADDING_MS),
    );
    const turn = await this.turnOf(job.owner, parts.length, life);
    for (let from = 0; from < parts.length; from += AT_ONCE)
      await this.queue.addBulk(
        parts.slice(from, from + AT_ONCE).map((_, at) => ({
          name: "part",
          data: { job: job.id, number: from + at },
          opts: partOptions(`${job.id}-${from + at}`, turn + 1 + from + at),
        })),
      );
    const stored = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const { rows, counted, owner } = job;
    const facts = { data: JSON.stringify(job), state: "open", parts: parts.length, stored, bytes: 0 };
    const last = this.redis
      .multi()
      .hset(this.of(job.id), { ...facts, rows, counted, owner, computed: 0 })
      .pexpire(this.of(job.id), life + AFTER_MS)
      .zadd(this.name("expiry"), job.expires, job.id)
      .zadd(own, job.expires, job.id)
      .pexpire(own, life);
    if (retry !== undefined) {
      const text = JSON.stringify({ id: job.id, content: retry.content });
      last.set(this.name("retry", owner, retry.key), text, "PX", life);
    }
    await done(last);
  }

  async find(owner: string, key: string) {
    const text = await this.redis.get(this.name("retry", owner, key));
    return text === null ? undefined : (JSON.parse(text) as { id: string; content: string });
  }

  async stored(owner: string): Promise<number> {
    const own = this.name("owner", owner);
    await this.redis.zremrangebyscore(own, 0, Date.now());
    const ids = await this.redis.zrange(own, "0", "-1");
    const all = await Promise.all(ids.map((id) => this.redis.hget(this.of(id), "stored")));
    return all.reduce((sum, bytes) => sum + Number(bytes ?? 0), 0);
  }

  async read(id: string): Promise<JobProgress | undefined> {
    const [{ data, state, parts, failure, bytes }, tallies] = await Promise.all([
      this.redis.hgetall(this.of(id)),
      this.redis.hgetall(this.of(id, "done")),
    ]);
    if (data === undefined) return undefined;
    const inOrder = Object.entries(tallies).sort(([a], [b]) => Number(a) - Number(b));
    return {
      ...storedBrief(data, state as StoredState, Number(parts), inOrder.length),
      bytes: Number(bytes),
      tally: sumOf(inOrder.map(([, text]) => text)),
      failure,
    };
  }

  async list(owner: string): Promise<readonly JobBrief[]> {
    const ids = await this.redis.zrevrange(this.name("owner", owner), 0, MOST_LISTED - 1);
    const all = await Promise.all(ids.map((id) => this.briefOf(id)));
    return all.flatMap((brief) => brief ?? []);
  }

  private async briefOf(id: string): Promise<JobBrief | undefined> {
    const [[data, state, parts], done] = await Promise.all([
      this.redis.hmget(this.of(id), "data", "state", "parts"),
      this.redis.hlen(this.of(id, "done")),
    ]);
    if (data === null || data === undefined) return undefined;
    return storedBrief(data, state as StoredState, Number(parts), done);
  }

  async cancel(id: string): Promise<JobProgress | undefined> {
    await this.end(id, "cancelled");
    return this.read(id);
  }

  async result(id: string, number: number): Promise<Uint8Array | undefined> {
    if ((await this.redis.hexists(this.of(id, "done"), String(number))) === 0) return undefined;
    const bytes = await this.redis.getBuffer(this.of(id, "out", number));
    return bytes === null ? undefined : unpacked(bytes);
  }

  async open(): Promise<number> {
    const counts = await this.queue.getJobCounts("waiting", "prioritized", "active", "delayed");
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  async work(work: PartWork, atOnce: number): Promise<Working> {
    // As BullMQ wants that of its workers: it waits for Redis.
    const connection = this.connect({ maxRetriesPerRequest: null });
    const worker = new Worker<PartName>(NAME, (part, token) => this.compute(part, token, work), {
      connection,
      prefix: this.prefix,
      concurrency: atOnce,
      lockDuration: LEASE_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MOST_TRIES - 1,
    });
    worker.on("error", this.failed);
    worker.on("failed", (part, error) => {
      if (part === undefined) return;
      const died = error.message.includes("stalled");
      if (!died) this.failed(error);
      if (!died && part.attemptsMade < MOST_TRIES) return;
      this.giveUp(part.data, died ? WORKER_DIED : reasonOf(error)).catch(this.failed);
    });
    return {
      stop: async () => {
        await within(LATE_MS, worker.close()).catch((error: unknown) => {
          if (!(error instanceof Late)) throw error;
        });
        connection.disconnect();
      },
    };
  }

  async refunds(): Promise<readonly Refund[]> {
    // Asked again under the same name, as after an answer that was lost, the same are told.
    const entries = [this.name("refunds"), this.name("refunds", this.asking)];
    const texts = (await this.redis.eval(TAKE_REFUNDS, entries.length, ...entries, AT_ONCE)) as string[];
    this.asking = randomUUID();
    return texts.map((text) => {
      const [owner, calls, counted] = JSON.parse(text) as [string, number, string];
      return { owner, calls, counted: Number(counted) };
    });
  }

  /** Entries expire by themselves; what was not computed in time is given back. */
  async purge(now: number): Promise<void> {
    const past = await this.redis.zrangebyscore(this.name("expiry"), 0, now);
    for (const id of past) {
      await this.end(id, "failed", EXPIRED);
      await this.redis.zrem(this.name("expiry"), id);
      await this.redis.del(this.of(id));
    }
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }

  private async compute(part: Part<PartName>, token: string | undefined, work: PartWork): Promise<void> {
    const { job: id, number } = part.data;
    const [facts, line, bytes, isDone] = await Promise.all([
      this.redis.hgetall(this.of(id)),
      this.redis.hget(this.of(id, "lines"), String(number)),
      this.redis.getBuffer(this.of(id, "in", number)),
      this.redis.hexists(this.of(id, "done"), String(number)),
    ]);
    if (facts.state === "adding") {
      await part.moveToDelayed(Date.now() + SOON_MS, token);
      throw new DelayedError();
    }
    // Done by another, cancelled, or past its time.
    if (isDone === 1 || facts.data === undefined || facts.state !== "open" || bytes === null) return;
    const job = JSON.parse(facts.data) as Job;
    const { bytes: out, tally } = await work({ job, number, bytes: unpacked(bytes), line: Number(line) });
    const life = Math.max(1, job.expires - Date.now());
    const entries = [this.of(id), this.of(id, "done"), this.of(id, "out", number), this.of(id, "in", number)];
    const said = [number, tallyText(tally), packed(out), life, tally.rows, out.length];
    await this.redis.eval(FINISH, entries.length, ...entries, ...said);
  }

  /** The turns of a caller's parts come after those that it has waiting, and a new caller's first is the next of all. */
  private async turnOf(owner: string, parts: number, life: number): Promise<number> {
    const [first] = await this.queue.getPrioritized(0, 0);
    const least = first?.opts.priority ?? 0;
    const own = first === undefined ? 0 : Number(await this.redis.get(this.name("turn", owner)));
    const turn = Math.max(least, own);
    await this.redis.set(this.name("turn", owner), String(turn + parts), "PX", life);
    return turn;
  }

  private async giveUp({ job, number }: PartName, reason: string): Promise<void> {
    const line = Number(await this.redis.hget(this.of(job, "lines"), String(number)));
    await this.end(job, "failed", failureAt(line, reason));
  }

  private async end(id: string, state: "cancelled" | "failed", failure = ""): Promise<void> {
    const entries = [this.of(id), this.of(id, "done"), this.name("refunds"), this.of(id, "in")];
    await this.redis.eval(END, entries.length, ...entries, state, failure);
  }

  private connect(own: OwnOptions): Client {
    return clientOf(this.settings, this.failed, { ...own, connectionName: "plumbline-jobs" });
  }

  /** An entry of a job. */
  private of(id: string, ...parts: readonly (string | number)[]): string {
    return this.name("job", id, ...parts);
  }

  private name(...parts: readonly (string | number)[]): string {
    return [this.prefix, ...parts].join(":");
  }
}
