// The queue of jobs on a Redis that several machines share: BullMQ hands the parts out and takes back those of a worker that
// died; parts and answers are entries of their own, which expire with the job.
import { Queue, Worker } from "bullmq";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisSettings } from "../../access/redis-address.js";
import { loginOf } from "../../access/redis-client.js";
import { messageOf } from "../../wording/wording.js";
import {
  type Job,
  type JobProgress,
  type JobQueue,
  LEASE_MS,
  MOST_TRIES,
  type Part,
  type PartWork,
  RETRY_MS,
  stateOf,
  sumOf,
  tallyText,
  type Working,
} from "./queue.js";

interface PartName {
  readonly job: string;
  readonly number: number;
}

const NAME = "jobs";
const STALLED_MS = 2000;
/** A worker may die at any moment and as often as it likes: only failures of the work itself are counted. */
const MOST_DEATHS = 1_000_000;
/** Parts that are written in one go. */
const AT_ONCE = 50;

export class BullQueue implements JobQueue {
  private readonly redis: Redis | Cluster;
  private readonly queue: Queue<PartName>;
  private readonly prefix: string;

  private told = "";

  constructor(
    private readonly settings: RedisSettings,
    private readonly failed: (error: unknown) => void,
  ) {
    // In braces, so that all of it is on one node of a cluster.
    this.prefix = `{${settings.prefix}jobs}`;
    this.redis = this.connect();
    this.queue = new Queue<PartName>(NAME, { connection: this.redis, prefix: this.prefix });
    this.queue.on("error", (error) => this.tell(error));
  }

  async add(job: Job, parts: readonly Part[]): Promise<void> {
    const life = Math.max(1, job.expires - Date.now());
    for (let from = 0; from < parts.length; from += AT_ONCE) {
      const step = this.redis.multi();
      parts.slice(from, from + AT_ONCE).forEach(({ bytes, line }, at) => {
        step.set(this.name(job.id, "in", from + at), Buffer.from(bytes), "PX", life);
        step.hset(this.name(job.id, "lines"), String(from + at), line);
      });
      await step.pexpire(this.name(job.id, "lines"), life).exec();
    }
    const facts = { data: JSON.stringify(job), state: "open", parts: parts.length };
    await this.redis.multi().hset(this.name(job.id), facts).pexpire(this.name(job.id), life).exec();
    for (let from = 0; from < parts.length; from += AT_ONCE)
      await this.queue.addBulk(
        parts.slice(from, from + AT_ONCE).map((_, at) => ({
          name: "part",
          data: { job: job.id, number: from + at },
          opts: {
            jobId: `${job.id}-${from + at}`,
            attempts: MOST_TRIES,
            backoff: { type: "fixed", delay: RETRY_MS },
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      );
  }

  async read(id: string): Promise<JobProgress | undefined> {
    const [{ data, state, parts, failure }, tallies] = await Promise.all([
      this.redis.hgetall(this.name(id)),
      this.redis.hgetall(this.name(id, "done")),
    ]);
    if (data === undefined) return undefined;
    const done = Object.keys(tallies).length;
    const inOrder = Object.entries(tallies).sort(([a], [b]) => Number(a) - Number(b));
    return {
      job: JSON.parse(data) as Job,
      state: stateOf(state === "cancelled" || state === "failed" ? state : "open", Number(parts), done),
      parts: Number(parts),
      done,
      tally: sumOf(inOrder.map(([, text]) => text)),
      failure,
    };
  }

  async cancel(id: string): Promise<JobProgress | undefined> {
    const before = await this.read(id);
    if (before === undefined) return undefined;
    if (before.state !== "done") await this.redis.hset(this.name(id), "state", "cancelled");
    return this.read(id);
  }

  async result(id: string, number: number): Promise<Uint8Array | undefined> {
    if ((await this.redis.hexists(this.name(id, "done"), String(number))) === 0) return undefined;
    return (await this.redis.getBuffer(this.name(id, "out", number))) ?? undefined;
  }

  async open(): Promise<number> {
    const counts = await this.queue.getJobCounts("waiting", "active", "delayed");
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  async work(work: PartWork, atOnce: number): Promise<Working> {
    const connection = this.connect();
    const worker = new Worker<PartName>(NAME, ({ data }) => this.compute(data, work), {
      connection,
      prefix: this.prefix,
      concurrency: atOnce,
      lockDuration: LEASE_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MOST_DEATHS,
    });
    worker.on("error", (error) => this.tell(error));
    worker.on("failed", (part, error) => {
      if (part === undefined || part.attemptsMade < MOST_TRIES) return;
      const ended = { state: "failed", failure: messageOf(error) };
      this.redis.hset(this.name(part.data.job), ended).catch((fault: unknown) => this.tell(fault));
    });
    await worker.waitUntilReady();
    return {
      stop: async () => {
        await worker.close();
        connection.disconnect();
      },
    };
  }

  /** Entries expire by themselves. */
  async purge(): Promise<void> {}

  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }

  private async compute({ job: id, number }: PartName, work: PartWork): Promise<void> {
    const [facts, line, bytes, done] = await Promise.all([
      this.redis.hgetall(this.name(id)),
      this.redis.hget(this.name(id, "lines"), String(number)),
      this.redis.getBuffer(this.name(id, "in", number)),
      this.redis.hexists(this.name(id, "done"), String(number)),
    ]);
    // Done by another, cancelled, or past its time.
    if (done === 1 || facts.data === undefined || facts.state !== "open" || bytes === null) return;
    const job = JSON.parse(facts.data) as Job;
    const { bytes: out, tally } = await work({ job, number, bytes, line: Number(line) });
    const life = Math.max(1, job.expires - Date.now());
    // The answer is there before it counts as done; the first one counts.
    await this.redis.set(this.name(id, "out", number), Buffer.from(out), "PX", life);
    await this.redis
      .multi()
      .hsetnx(this.name(id, "done"), String(number), tallyText(tally))
      .pexpire(this.name(id, "done"), life)
      .del(this.name(id, "in", number))
      .exec();
  }

  private name(...parts: readonly (string | number)[]): string {
    return [this.prefix, "job", ...parts].join(":");
  }

  /** A connection that waits for Redis rather than fail: work that nobody waits for has time. */
  private connect(): Redis | Cluster {
    const { nodes, cluster, db } = this.settings;
    const common = {
      ...loginOf(this.settings),
      maxRetriesPerRequest: null,
      connectionName: "plumbline-jobs",
    } satisfies RedisOptions;
    const [first] = nodes;
    const client = cluster
      ? new Cluster([...nodes], { redisOptions: common })
      : new Redis({ ...common, host: first?.host ?? "127.0.0.1", port: first?.port ?? 6379, db });
    client.on("error", (error: unknown) => this.tell(error));
    return client;
  }

  /** One line for each kind of fault: a Redis that is away says the same at every try. */
  private tell(error: unknown): void {
    const message = messageOf(error);
    if (message === this.told) return;
    this.told = message;
    this.failed(error);
  }
}
