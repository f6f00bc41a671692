// API keys in Redis: issues, lists and changes them. Uses a separate connection, because waiting for a disk must not
// delay the counting of calls.
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
/** Milliseconds that a write may take to reach the disk; `appendfsync everysec` takes up to a second. */
const DISK_MS = 5000;
/** Commands in flight. */
const ABREAST = 500;

export class RedisKeys {
  private client: Client | undefined;
  /** Servers before 7.2 have no WAITAOF. */
  private asksDisk = true;

  constructor(
    private readonly open: () => Client,
    private readonly names: RedisNames,
    private readonly place: string,
    private readonly most: number = MOST_KEYS,
  ) {}

  /**
   * Returns false if the store is full. Writes the index first: a crash then leaves an id without a key, which is
   * harmless. The reverse order would leave a working key that no list shows.
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
        // If the user may not publish, other processes accept the old key a little longer.
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

  /** Calls of one month by key, without zeros. */
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

  /** Waits until the write is on disk, if Redis supports it, so that a shown key survives a power loss. */
  private async reachDisk(client: Client): Promise<void> {
    // The cluster client chooses a node for each command, so WAITAOF would reach another node.
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

/** Splits fields into values to set and names to delete, because hashes have no nulls. */
function written(parts: Partial<KeyRecord>): { set: (string | number)[]; drop: string[] } {
  const fields = fieldsOf(parts);
  return {
    set: fields.flatMap(([name, value]) => (value === null ? [] : [name, value])),
    drop: fields.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

/** Returns whether Redis is temporarily unusable: silent, loading, out of memory, unable to write, or a replica. */
function isFault(error: unknown): boolean {
  if (error instanceof Late) return true;
  return error instanceof Error && /^(LOADING|OOM|MISCONF|READONLY|CLUSTERDOWN|NO\w*) /.test(error.message);
}
