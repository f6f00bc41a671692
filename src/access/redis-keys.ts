// API keys in Redis: issued, listed, changed. Rare and patient work on a connection of its own, since waiting for a
// disk must not hold up the counting of calls.
import { Late, within } from "./deadline.js";
import { fieldsOf, recordOf, type StoredKey, secretsText } from "./key-fields.js";
import { abreast, type Client, ready, reasonOf, run } from "./redis-client.js";
import type { RedisNames } from "./redis-names.js";
import { CHANGE, INSERT } from "./redis-scripts.js";
import {
  type KeyChange,
  type KeyRecord,
  type KeyState,
  MONTHS_STORED,
  MOST_KEYS,
  type MonthlyUsage,
  StoreAway,
  type Subject,
} from "./store.js";

const CONNECT_MS = 2000;
const PATIENCE_MS = 10_000;
/** Milliseconds that a write may take to reach the disk; with `appendfsync everysec` it is up to a second. */
const DISK_MS = 5000;
/** Commands that are on their way at one time. */
const ABREAST = 500;

export class RedisKeys {
  private client: Client | undefined;
  /** Servers before 7.2 cannot be asked whether a write is on disk. */
  private asksDisk = true;

  constructor(
    private readonly open: () => Client,
    private readonly names: RedisNames,
    private readonly place: string,
    private readonly most: number = MOST_KEYS,
  ) {}

  /**
   * False where there are as many as may be. The index first: a crash in between leaves an id without a key, which opens
   * nothing and is not listed. The other way round it would leave a key that works and that nobody sees.
   */
  async insert(record: KeyRecord): Promise<boolean> {
    return this.with(async (client) => {
      if ((await client.scard(this.names.index)) >= this.most) return false;
      await client.sadd(this.names.index, record.id);
      if ((await run(client, INSERT, [this.names.record(record.id)], written(record).set)) !== 1)
        throw new Error(`There is a key with the id ${record.id} already.`);
      await this.reachDisk(client);
      return true;
    });
  }

  read(id: string): Promise<KeyRecord | undefined> {
    return this.with(async (client) => recordOf(id, await client.hgetall(this.names.record(id))));
  }

  list(): Promise<KeyRecord[]> {
    return this.with(async (client) => {
      const ids = await client.smembers(this.names.index);
      const records = await abreast(ids, ABREAST, async (id) =>
        recordOf(id, await client.hgetall(this.names.record(id))),
      );
      return records
        .flatMap((record) => record ?? [])
        .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
    });
  }

  change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined> {
    return this.with(async (client) => {
      const { set, drop } = written(change);
      const stands =
        expected === undefined ? ["", ""] : [secretsText(expected.secrets), expected.revoked ?? ""];
      const args = [...stands, drop.length, ...drop, ...set];
      const reply = await run(client, CHANGE, [this.names.record(id)], args);
      const flat = reply as string[];
      const hash: Record<string, string> = {};
      for (let at = 0; at + 1 < flat.length; at += 2) hash[flat[at] ?? ""] = flat[at + 1] ?? "";
      if (flat.length > 0) {
        await this.reachDisk(client);
        // Who may not publish has keys that others confirm a little longer.
        await client.publish(this.names.changed, id).catch(() => 0);
      }
      return recordOf(id, hash as StoredKey);
    });
  }

  /** Newest month first. */
  usage(subject: Subject): Promise<MonthlyUsage[]> {
    return this.with(async (client) => {
      const months = await client.hgetall(this.names.usage(subject));
      return Object.entries(months)
        .map(([month, calls]) => ({ month, calls: Number(calls) }))
        .sort((a, b) => (a.month < b.month ? 1 : -1))
        .slice(0, MONTHS_STORED);
    });
  }

  /** Calls of one month by key; those without any are left out. */
  usageOf(month: string): Promise<Map<string, number>> {
    return this.with(async (client) => {
      const ids = await client.smembers(this.names.index);
      const calls = await abreast(ids, ABREAST, async (id) => {
        const text = await client.hget(this.names.usage(`key:${id}`), month);
        return text === null ? [] : [[id, Number(text)] as const];
      });
      return new Map(calls.flat());
    });
  }

  close(): void {
    this.client?.disconnect();
    this.client = undefined;
  }

  private async with<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.client ??= this.open();
    const { client } = this;
    let connected = false;
    try {
      await ready(client, CONNECT_MS);
      connected = true;
      return await within(PATIENCE_MS, work(client));
    } catch (error) {
      if (error instanceof StoreAway) throw error;
      if (connected && client.status === "ready" && !isFault(error)) throw error;
      throw new StoreAway(`Redis at ${this.place} does not answer: ${reasonOf(error)}.`);
    }
  }

  /** A key is shown only when a loss of power cannot take it any more, where Redis can tell. */
  private async reachDisk(client: Client): Promise<void> {
    // The nodes of a cluster cannot be asked through a client that chooses between them.
    if (!this.asksDisk || client.isCluster) return;
    try {
      const reply = await client.call("WAITAOF", "1", "0", String(DISK_MS));
      const [local] = reply as [number, number];
      if (local < 1) throw new StoreAway(`Redis at ${this.place} did not write to its disk in time.`);
    } catch (error) {
      if (!(error instanceof Error) || !/unknown command|appendonly is disabled|NOPERM/i.test(error.message))
        throw error;
      this.asksDisk = false;
    }
  }
}

/** Fields with their new values one after the other, and fields that go: a hash has none for what is not set. */
function written(parts: Partial<KeyRecord>): { set: (string | number)[]; drop: string[] } {
  const fields = fieldsOf(parts);
  return {
    set: fields.flatMap(([name, value]) => (value === null ? [] : [name, value])),
    drop: fields.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

/** Redis cannot do it now: it is silent, loads, is out of memory, cannot write, or is a copy. */
function isFault(error: unknown): boolean {
  if (error instanceof Late) return true;
  return error instanceof Error && /^(LOADING|OOM|MISCONF|READONLY|CLUSTERDOWN|NO\w*) /.test(error.message);
}
