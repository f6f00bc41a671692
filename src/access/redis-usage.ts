// Adds calls to the monthly usage in Redis afterwards: what was given back, what was counted while Redis was away, and
// the calls of everyone without a key. Nobody waits for it, and nothing is added twice.
import type { Counts, Pending } from "./counts.js";
import { abreast } from "./redis-client.js";
import type { Link } from "./redis-link.js";
import { ALL_VISITORS, type RedisNames } from "./redis-names.js";
import { ADD } from "./redis-scripts.js";
import { isKey } from "./store.js";

const FLUSH_MS = 500;
/** Debts that are paid at one time. */
const ABREAST = 100;

export class RedisUsage {
  /** Calls of all visitors together by month, added once in a while: they are on another node than each visitor. */
  private visits = new Map<string, number>();
  /** Commands on their way that nobody waits for. */
  private readonly sent = new Set<Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly link: Pick<Link, "well" | "run">,
    private readonly names: RedisNames,
    /** Calls that Redis has to learn of when it is back. */
    private readonly owed: Counts,
    /** Without it the clock of Redis. */
    private readonly now: (() => number) | undefined,
  ) {
    this.timer = setInterval(() => this.flushVisits(), FLUSH_MS);
    this.timer.unref();
  }

  /** Adds to a month in the background, now or when Redis is back. */
  add(pending: Pending): void {
    if (!isKey(pending.subject)) this.visit(pending.month, pending.calls);
    if (!this.link.well) this.owed.note(pending);
    else this.unattended(this.send(pending));
  }

  visit(month: string, calls: number): void {
    this.visits.set(month, (this.visits.get(month) ?? 0) + calls);
  }

  /** Adds all that is owed, some at a time; where Redis goes away again, the rest is owed again. */
  pay(): void {
    const all = this.owed.pending();
    this.owed.delivered();
    const settle = async (each: Pending) => (this.link.well ? this.send(each) : this.owed.note(each));
    this.unattended(abreast(all, ABREAST, settle));
  }

  /** Waits until what is known here is on its way and answered; each command has its deadline. */
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

  /** Where it fails the link tells of it; whether it was done is not known, and it is not done twice. */
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
