// Adds calls to the monthly usage in Redis in the background: refunds, calls counted during an outage, and calls of
// visitors. Nothing is added twice.
import type { Counts, Pending } from "./counts.js";
import { abreast } from "./redis-client.js";
import type { Link } from "./redis-link.js";
import { ALL_VISITORS, type RedisNames } from "./redis-names.js";
import { ADD } from "./redis-scripts.js";
import { isKey } from "./store.js";

const FLUSH_MS = 500;
/** Concurrent writes of owed calls. */
const ABREAST = 100;

export class RedisUsage {
  /** Calls of all visitors by month, added periodically, because their total is on another node than each visitor. */
  private visits = new Map<string, number>();
  /** Commands in flight. */
  private readonly sent = new Set<Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly link: Pick<Link, "well" | "run">,
    private readonly names: RedisNames,
    /** Calls to add when Redis is available again. */
    private readonly owed: Counts,
    /** Defaults to the clock of Redis. */
    private readonly now: (() => number) | undefined,
  ) {
    this.timer = setInterval(() => this.flushVisits(), FLUSH_MS);
    this.timer.unref();
  }

  /** Adds to a month in the background, now or when Redis is available. */
  add(pending: Pending): void {
    if (!isKey(pending.subject)) this.visit(pending.month, pending.calls);
    if (!this.link.well) this.owed.note(pending);
    else this.unattended(this.send(pending));
  }

  visit(month: string, calls: number): void {
    this.visits.set(month, (this.visits.get(month) ?? 0) + calls);
  }

  /** Adds all owed calls in batches. If Redis fails again, the rest stays owed. */
  pay(): void {
    const all = this.owed.pending();
    this.owed.delivered();
    const settle = async (each: Pending) => (this.link.well ? this.send(each) : this.owed.note(each));
    this.unattended(abreast(all, ABREAST, settle));
  }

  /** Waits until all pending calls are sent and answered; each command has a deadline. */
  async delivered(): Promise<void> {
    this.flushVisits();
    await Promise.all(this.sent);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.delivered();
  }

  private flushVisits(): void {
    if (this.visits.size === 0 || !this.link.well) return;
    const visits = this.visits;
    this.visits = new Map();
    for (const [month, calls] of visits)
      this.add({ subject: ALL_VISITORS, month, calls, lastUsed: undefined });
  }

  /** Not retried after a failure, because the call may have been counted. */
  private async send({ subject, month, calls, lastUsed }: Pending): Promise<void> {
    const [record, , usage] = this.names.of(subject);
    const args = [month, calls, isKey(subject) ? 1 : 0, lastUsed ?? "", this.now?.() ?? ""];
    await this.link.run(ADD, [record, usage], args).catch(() => undefined);
  }

  private unattended(work: Promise<unknown>): void {
    this.sent.add(work);
    work.finally(() => this.sent.delete(work));
  }
}
