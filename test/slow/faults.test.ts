// Disk faults of the store: errors, full disk, stalls, torn writes, and clock jumps. Promises are kept, and the store
// recovers.
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Disk, diskHere } from "../../src/access/disk.js";
import { KeyService } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import { SqliteStore } from "../../src/access/sqlite.js";
import { type Ask, StoreAway } from "../../src/access/store.js";
import { readToken } from "../../src/access/token.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { PUE } from "../helpers/running-service.js";
import { Server, until } from "../helpers/store-servers.js";

/** A disk error with SQLite's code. */
class DiskError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

type Fault = "none" | "full" | "fails" | "stalls";
const CODES = { full: "SQLITE_FULL", fails: "SQLITE_IOERR_WRITE" } as const;
const WRITES = new Set(["insert", "change", "add"]);

/** A disk with injected faults; stalled writes complete when the fault ends. */
function faultyDisk(disk: Disk) {
  const state = { fault: "none" as Fault, left: Number.POSITIVE_INFINITY };
  const waiting: (() => void)[] = [];
  const wrapped = Object.entries(disk).map(([step, work]) => [
    step,
    async (...args: unknown[]) => {
      if (WRITES.has(step) && state.fault !== "none" && state.left-- > 0) {
        if (state.fault !== "stalls") throw new DiskError("injected", CODES[state.fault]);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return (work as (...given: unknown[]) => Promise<unknown>)(...args);
    },
  ]);
  return {
    disk: Object.fromEntries(wrapped) as Disk,
    set(fault: Fault) {
      state.fault = fault;
      if (fault !== "stalls") for (const go of waiting.splice(0)) go();
    },
  };
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-faults-"));
  file = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const T0 = Date.UTC(2026, 10, 20, 12);

async function storeOn(disk: Disk, clock = { now: T0 }) {
  const said: string[] = [];
  const store = await SqliteStore.open(disk, {
    tiers: ownTiers(),
    now: () => clock.now,
    failed: (error) => said.push(String(error)),
    told: (message) => said.push(message),
  });
  const keys = new KeyService(store, ownTiers(), () => clock.now);
  const ask = (token: string): Ask => ({ interface: "main", key: readToken(token), visitor: "v", calls: 1 });
  const served = async (token: string) => {
    const taken = await store.take(ask(token));
    return "counted" in taken && taken.counted.refused === undefined;
  };
  /** Makes a call without a key; returns the remaining calls. */
  const visited = async () => {
    const taken = await store.take({ interface: "main", key: undefined, visitor: "v", calls: 1 });
    return "counted" in taken ? taken.counted.callsLeft : undefined;
  };
  return { store, keys, said, clock, served, visited };
}

describe.each<Fault>(["full", "fails", "stalls"])("a disk that %s", (fault) => {
  test("calls are served and counted, no key is shown that is not on disk, all is written when it is over", async () => {
    const faulty = faultyDisk(diskHere({ file }));
    const { store, keys, said, served } = await storeOn(faulty.disk);
    const { token, key } = await keys.create({ name: "n", plan: "pro" });
    faulty.set(fault);
    for (let call = 0; call < 20; call++) expect(await served(token)).toBe(true);
    await until("the store says that it fails", () => !store.health().ok);
    expect(store.health()).toMatchObject({ error: expect.stringMatching(/full|fails|no answer/) });
    await expect(keys.create({ name: "m", plan: "pro" })).rejects.toThrow(StoreAway);
    await expect(keys.create({ name: "m", plan: "pro" })).rejects.toThrow(StoreAway);
    // Reported once, not at each attempt.
    expect(said).toHaveLength(1);
    faulty.set("none");
    await until("the store works again", () => store.health().ok);
    expect(said.at(-1)).toContain("works again");
    expect((await keys.usage(key.id)).calls).toBe(20);
    await store.close();
    const after = await storeOn(diskHere({ file }));
    expect((await after.keys.usage(key.id)).calls).toBe(20);
    expect(await after.served(token)).toBe(true);
    await after.store.close();
  });

  test("a key is withdrawn at once, also when that cannot be written, and stays so", async () => {
    const faulty = faultyDisk(diskHere({ file }));
    const { store, keys, served } = await storeOn(faulty.disk);
    const { token, key } = await keys.create({ name: "n", plan: "pro" });
    faulty.set(fault);
    await expect(keys.revoke(key.id)).rejects.toThrow("opens nothing any more");
    expect(await served(token)).toBe(false);
    faulty.set("none");
    await until("it is written", async () => {
      const other = await storeOn(diskHere({ file }));
      const opens = await other.served(token);
      await other.store.close();
      return !opens;
    });
    expect(await served(token)).toBe(false);
    await store.close();
  });
});

/** The writes in the life of a key: created, used, rotated, used, revoked, and another created. */
const WRITES_OF_A_LIFE = 6;
const KINDS: readonly Fault[] = ["full", "fails", "stalls"];
const EACH_WRITE = Array.from({ length: WRITES_OF_A_LIFE }, (_, at) => at);

describe.each(KINDS)("each write of a key's life %s once", (fault) => {
  test.each(EACH_WRITE)(
    "the one at %i: no key is lost, a withdrawn one stays so, each call counts once",
    async (at) => {
      const faulty = faultyDisk(diskHere({ file }));
      const { store, keys, served } = await storeOn(faulty.disk);
      const shown = new Set<string>();
      let calls = 0;
      let id = "";
      let step = 0;
      /** Requests may be refused or served; the fault then ends. */
      const during = async (work: () => Promise<unknown>) => {
        const isTheOne = step++ === at;
        if (isTheOne) faulty.set(fault);
        const done = work().catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreAway);
        });
        if (isTheOne && fault === "stalls") await Promise.race([done, pause(100)]);
        else await done;
        if (isTheOne) faulty.set("none");
        await done;
      };
      const make = async () => {
        const { token, key } = await keys.create({ name: "n", plan: "enterprise" });
        shown.add(token);
        id ||= key.id;
      };
      const use = async () => {
        for (const token of shown) {
          expect(await served(token)).toBe(true);
          calls++;
        }
        await store.usage(id);
      };
      await during(make);
      if (id === "") await make();
      await during(use);
      await during(async () => shown.add((await keys.rotate(id)).token));
      await during(use);
      await during(() => keys.revoke(id));
      const withdrawn = [...shown];
      shown.clear();
      for (const token of withdrawn) expect(await served(token)).toBe(false);
      await during(make);
      await until("all is well", () => store.health().ok);
      await store.close();
      const after = await storeOn(diskHere({ file }));
      for (const token of withdrawn) expect(await after.served(token)).toBe(false);
      for (const token of shown) expect(await after.served(token)).toBe(true);
      expect((await after.keys.usage(id)).calls).toBe(calls);
      await after.store.close();
    },
  );
});

test("every second write of counts fails: nothing is lost and nothing counts twice", async () => {
  const disk = diskHere({ file });
  let writes = 0;
  // Every second write fails after completing.
  const every = {
    ...disk,
    add: async (...args: Parameters<Disk["add"]>) => {
      if (writes++ % 2 === 0) throw new DiskError("injected", "SQLITE_IOERR_FSYNC");
      return disk.add(...args);
    },
  };
  const { store, keys, served } = await storeOn(every);
  const { token, key } = await keys.create({ name: "n", plan: "enterprise" });
  for (let call = 0; call < 100; call++) {
    expect(await served(token)).toBe(true);
    if (call % 10 === 0) await store.usage(key.id).catch(() => {});
  }
  await until("all is written", async () => (await keys.usage(key.id)).calls === 100);
  await store.close();
});

test("a disk that is really full: withdrawing a key is still written", async () => {
  const { store, keys } = await storeOn(diskHere({ file }));
  const { key } = await keys.create({ name: "n", plan: "pro" });
  await store.close();
  const pages = new Database(file);
  const { page_count } = pages.prepare("PRAGMA page_count").get() as { page_count: number };
  pages.close();
  const disk = diskHere({ file, mostPages: page_count });
  const full = await storeOn(disk);
  const create = async () => {
    for (let each = 0; each < 500; each++) await full.keys.create({ name: "x".repeat(80), plan: "pro" });
  };
  await expect(create()).rejects.toThrow("The disk is full");
  expect(await full.keys.revoke(key.id)).toMatchObject({ status: "revoked" });
  await full.store.close();
});

test("a journal that is torn in any write loses nothing that was written before", async () => {
  const { store, keys } = await storeOn(diskHere({ file }));
  const ends = [statSync(`${file}-wal`).size];
  const tokens: string[] = [];
  for (let made = 0; made < 4; made++) {
    tokens.push((await keys.create({ name: "n", plan: "pro" })).token);
    ends.push(statSync(`${file}-wal`).size);
  }
  // Simulates a power loss: the journal is cut at any point.
  for (let write = 0; write + 1 < ends.length; write++) {
    const [from = 0, to = 0] = ends.slice(write, write + 2);
    for (const cut of [from, from + 1, Math.floor((from + to) / 2), to - 1]) {
      const torn = join(folder, `torn-${cut}.db`);
      copyFileSync(file, torn);
      copyFileSync(`${file}-wal`, `${torn}-wal`);
      truncateSync(`${torn}-wal`, cut);
      const after = await storeOn(diskHere({ file: torn }));
      for (const token of tokens.slice(0, write)) expect(await after.served(token)).toBe(true);
      expect(await after.keys.list()).toHaveLength(write);
      await after.store.close();
    }
  }
  await store.close();
});

test("a damaged file is told at the start", async () => {
  const { store, keys } = await storeOn(diskHere({ file }));
  await keys.create({ name: "n", plan: "pro" });
  await store.close();
  const home = new Database(file);
  home.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  home.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096);
  const dataDir = mkdtempSync(join(folder, "damaged-"));
  writeFileSync(join(dataDir, "plumbline.db"), bytes);
  await expect(openStore({ dataDir }, { tiers: ownTiers(), failed: () => {} })).rejects.toThrow("damaged");
});

describe("clocks", () => {
  test("that cross a month and come back give nobody a second month", async () => {
    const clock = { now: Date.UTC(2026, 10, 30, 23, 59) };
    const { store, keys, served } = await storeOn(diskHere({ file }), clock);
    const { token } = await keys.create({ name: "n", plan: "enterprise", calls_per_month: 3 });
    for (let call = 0; call < 3; call++) expect(await served(token)).toBe(true);
    expect(await served(token)).toBe(false);
    clock.now += 3_600_000;
    expect(await served(token)).toBe(true);
    clock.now -= 3_600_000;
    expect(await served(token)).toBe(false);
    await store.close();
  });

  test("that stand in another century take no history with them", async () => {
    const clock = { now: T0 };
    const first = await storeOn(diskHere({ file }), clock);
    const { token, key } = await first.keys.create({ name: "n", plan: "enterprise" });
    await first.served(token);
    await first.store.close();
    for (const month of [0, 1, 2]) {
      clock.now = Date.UTC(2060, month, 5);
      const second = await storeOn(diskHere({ file }), clock);
      await second.served(token);
      await second.visited();
      await second.store.close();
    }
    clock.now = T0;
    const third = await storeOn(diskHere({ file }), clock);
    expect((await third.keys.usage(key.id)).months).toContainEqual({ month: "2026-11", calls: 1 });
    // Restarts do not grant visitors a new month.
    const left: (number | undefined)[] = [];
    for (let start = 0; start < 3; start++) {
      const again = await storeOn(diskHere({ file }), clock);
      left.push(await again.visited());
      await again.store.close();
    }
    expect(left).toEqual([499, 498, 497]);
    await third.store.close();
  });
});

describe("the service", () => {
  let server: Server;
  const token = "t".repeat(32);
  afterEach(() => server.kill());

  test("another process that holds the database holds nobody up; two services do not share a folder", async () => {
    server = await Server.start({ DATA_DIR: folder, REDIS_URL: "", ADMIN_TOKEN: token });
    const admin = (path: string, body: unknown) =>
      server.post(path, body, { authorization: `Bearer ${token}` });
    const made = await admin("/v1/admin/keys", { name: "n", plan: "enterprise" });
    const { token: key } = (await made.json()) as { token: string };
    await expect(Server.start({ DATA_DIR: folder, REDIS_URL: "" })).rejects.toThrow(
      "another plumbline serve",
    );
    const other = new Database(file);
    other.exec("BEGIN EXCLUSIVE");
    let longest = 0;
    const began = performance.now();
    while (performance.now() - began < 1500) {
      const asked = performance.now();
      const [call, health] = await Promise.all([
        server.post("/v1/tools/calculate_pue", PUE, { "x-api-key": key }),
        server.get("/health"),
      ]);
      expect([call.status, health.status]).toEqual([200, 200]);
      longest = Math.max(longest, performance.now() - asked);
      await pause(20);
    }
    // A caller that waited for the database would wait five seconds.
    expect(longest).toBeLessThan(4500);
    other.exec("ROLLBACK");
    other.close();
    const again = await until("keys can be made again", async () => {
      const response = await admin("/v1/admin/keys", { name: "m", plan: "pro" });
      return response.status === 201 ? response : undefined;
    });
    expect(again.status).toBe(201);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
