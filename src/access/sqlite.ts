// Keys, limits and usage for one process: decides from memory, so that calls never wait for the disk, and writes in
// the background. Keys are on disk before they are shown.
import { Counts, type Pending } from "./counts.js";
import { Late, within } from "./deadline.js";
import type { Disk } from "./disk.js";
import { monthAt } from "./months.js";
import { visitorNames } from "./network.js";
import { Recent } from "./recent.js";
import { diskFault, isDiskFault } from "./sqlite-schema.js";
import {
  type Ask,
  faultOf,
  isAsExpected,
  type KeyChange,
  type KeyRecord,
  type KeyState,
  type MonthlyUsage,
  type Store,
  StoreAway,
  type StoreHealth,
  type StoreOptions,
  subjectOf,
  type Taken,
} from "./store.js";
import { limitsOf, tierOf } from "./tiers.js";

/** Milliseconds between two writes. */
const FLUSH_MS = 250;
/** Milliseconds until a change by another process is noticed. */
const GLANCE_MS = 200;
/** Milliseconds of disk time before an operation fails. */
const PATIENCE_MS = 4000;
/** Milliseconds that a caller with an unknown key waits while the disk is read for it. */
const LOOK_MS = 300;
const OPEN_MS = 30_000;
/** Monthly totals in memory. */
const MOST_KNOWN = 300_000;

export class SqliteStore implements Store {
  private readonly keys = new Map<string, KeyRecord>();
  private readonly lastUsed = new Map<string, number>();
  private readonly known = new Recent<number>(MOST_KNOWN);
  private readonly counts = new Counts((subject, month) => this.known.get(`${month} ${subject}`) ?? 0);
  /** Revocations that the disk has not accepted yet. They are retried. */
  private readonly unsaved = new Map<string, KeyChange>();
  private readonly now: () => number;
  private timers: readonly NodeJS.Timeout[] = [];
  visitor: Store["visitor"] = visitorNames("");
  private writing: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  private looked = Number.NEGATIVE_INFINITY;
  private fault: string | undefined;

  private constructor(
    private readonly disk: Disk,
    private readonly options: StoreOptions,
  ) {
    this.now = options.now ?? Date.now;
  }

  static async open(disk: Disk, options: StoreOptions): Promise<SqliteStore> {
    const store = new SqliteStore(disk, options);
    const { salt, keys, usage } = await within(OPEN_MS, disk.load(store.now()));
    store.visitor = visitorNames(salt);
    for (const record of keys) store.keys.set(record.id, record);
    for (const { subject, month, calls } of usage) store.known.set(`${month} ${subject}`, calls);
    store.timers = [
      setInterval(() => store.write(), FLUSH_MS).unref(),
      setInterval(() => store.look(), GLANCE_MS).unref(),
    ];
    return store;
  }

  take(ask: Ask): Taken | Promise<Taken> {
    const record = this.recordOf(ask);
    if (ask.key === undefined || record !== undefined) return this.decide(ask, record);
    // Another process may have just created the key. A command that creates a key promises that it works at once.
    return within(LOOK_MS, this.look(0))
      .catch(() => {
        // `look` reports its faults itself. If it is late, the decision goes on without it.
      })
      .then(() => this.decide(ask, this.recordOf(ask)));
  }

  giveBack(ask: Ask, calls: number, counted: number): void {
    const [subject, month] = [subjectOf(ask), monthAt(counted).name];
    this.counts.giveBack(subject, month, calls);
    this.counts.note({ subject, month, calls: -calls, lastUsed: undefined });
  }

  async insert(record: KeyRecord): Promise<boolean> {
    // If the write is late, the key still works once it is written.
    return this.patiently(
      this.disk.insert(record).then((made) => {
        if (made) this.keys.set(record.id, record);
        return made;
      }),
    );
  }

  async read(id: string): Promise<KeyRecord | undefined> {
    await this.look();
    const record = this.keys.get(id);
    return record === undefined ? undefined : this.shown(record);
  }

  async list(): Promise<KeyRecord[]> {
    await this.look();
    return [...this.keys.values()]
      .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
      .map((record) => this.shown(record));
  }

  async change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined> {
    const known = this.keys.get(id);
    // A revoked key stops working at once, even if the disk fails.
    const withdrawn = change.revoked !== undefined && known !== undefined && isAsExpected(known, expected);
    if (withdrawn) {
      this.keys.set(id, { ...known, revoked: change.revoked });
      this.unsaved.set(id, change);
    }
    const changed = this.disk.change(id, change, expected).then((record) => {
      this.unsaved.delete(id);
      if (record !== undefined) this.keys.set(id, record);
      return record;
    });
    try {
      const record = await this.patiently(changed);
      return record === undefined ? undefined : this.shown(record);
    } catch (error) {
      if (!withdrawn || !(error instanceof StoreAway)) throw error;
      throw new StoreAway(
        `${error.message} The key opens nothing any more; that is written as soon as it can be.`,
      );
    }
  }

  async usage(id: string): Promise<MonthlyUsage[]> {
    await this.write();
    return this.patiently(this.disk.usage(id));
  }

  async usageOf(month: string): Promise<{ keys: Map<string, number>; visitors: number }> {
    await this.write();
    return this.patiently(this.disk.usageOf(month));
  }

  health(): StoreHealth {
    return this.fault === undefined ? { ok: true } : { ok: false, error: this.fault };
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const patiently = (work: Promise<unknown>) =>
      within(PATIENCE_MS, work).catch((error: unknown) => this.failing(error));
    await patiently(this.write());
    // Writes the changes that arrived during the last write.
    await patiently(this.write());
    await patiently(this.disk.close());
  }

  private recordOf({ key }: Ask): KeyRecord | undefined {
    return key === undefined ? undefined : this.keys.get(key.id);
  }

  private decide(ask: Ask, record: KeyRecord | undefined): Taken {
    const now = this.now();
    const { interface: name, key, calls } = ask;
    if (key !== undefined) {
      const fault = faultOf(record, ask, now);
      if (fault !== undefined) return { fault };
    }
    const tier = tierOf(this.options.tiers, name, record?.tier);
    // If a plan was removed, its keys stop working.
    if (tier === undefined) return { fault: "unknown" };
    const subject = subjectOf(ask);
    const counted = this.counts.take(subject, tier.id, limitsOf(tier, record), ask, now);
    const lastUsed = key === undefined ? undefined : now;
    if (counted.refused === undefined) {
      this.counts.note({ subject, month: monthAt(now).name, calls, lastUsed });
      if (key !== undefined) this.lastUsed.set(key.id, now);
    }
    return { counted };
  }

  private shown(record: KeyRecord): KeyRecord {
    return { ...record, lastUsed: this.lastUsed.get(record.id) ?? record.lastUsed };
  }

  /** Reads changes of other processes, one read at a time, unless the last read is recent. */
  private look(youngEnough = GLANCE_MS / 2): Promise<void> {
    const now = performance.now();
    if (this.looking === undefined && now - this.looked < youngEnough) return Promise.resolve();
    this.looking ??= this.disk
      .news()
      .then((news) => {
        for (const record of news ?? [])
          this.keys.set(record.id, { ...record, ...this.unsaved.get(record.id) });
      })
      .catch((error: unknown) => this.failing(error))
      .finally(() => {
        this.looking = undefined;
        this.looked = performance.now();
      });
    return this.looking;
  }

  /** Writes pending changes. Only one write runs at a time, so nothing is written twice. */
  private write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    const pending = this.counts.pending();
    // Also runs without changes while the disk fails, to detect its recovery: refused callers produce no changes.
    if (pending.length === 0 && this.unsaved.size === 0 && this.fault === undefined) return;
    this.counts.delivered();
    this.expect(pending, 1);
    const late = setTimeout(() => this.failing(new Late(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
    try {
      for (const [id, change] of this.unsaved) {
        await this.disk.change(id, change);
        this.unsaved.delete(id);
      }
      this.delivered(pending, await this.disk.add(pending));
      this.working();
    } catch (error) {
      this.expect(pending, -1);
      for (const each of pending) this.counts.note(each);
      this.failing(error);
    } finally {
      clearTimeout(late);
    }
  }

  /** Adds pending writes to the cached counts, so that new callers see them. */
  private expect(pending: readonly Pending[], sign: 1 | -1): void {
    for (const { subject, month, calls } of pending) {
      const name = `${month} ${subject}`;
      this.known.set(name, Math.max(0, (this.known.get(name) ?? 0) + sign * calls));
    }
  }

  private delivered(pending: readonly Pending[], totals: readonly number[]): void {
    pending.forEach(({ subject, month }, at) => {
      const total = totals[at] ?? 0;
      this.known.set(`${month} ${subject}`, total);
      this.counts.settle(subject, month, total);
    });
  }

  /** Limits the time that a caller waits for the disk. */
  private async patiently<T>(work: Promise<T>): Promise<T> {
    // The work may fail after the deadline.
    work.catch(() => {});
    try {
      return await within(PATIENCE_MS, work);
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      this.failing(error);
      throw new StoreAway(`The store of keys cannot be written: ${diskFault(error)}`);
    }
  }

  /** Reports each fault once. */
  private failing(error: unknown): void {
    const words = diskFault(error);
    if (this.fault === words) return;
    this.fault = words;
    const told = `The store of keys and counts fails: ${words} Calls are judged from memory and written later.`;
    this.options.failed(new Error(told));
  }

  private working(): void {
    if (this.fault === undefined) return;
    this.fault = undefined;
    this.options.told?.("The store of keys and counts works again.");
  }
}
