// The SQLite store: the contract of all stores, and database-specific behaviour.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KeyService } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import { IN_MEMORY } from "../../src/access/sqlite-schema.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { PUE } from "../helpers/running-service.js";
import { storeContract } from "../helpers/store-contract.js";
import { load, Server, until } from "../helpers/store-servers.js";

/** The tables of the first version. */
const FIRST_TABLES = `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE keys (id TEXT PRIMARY KEY, name TEXT NOT NULL, interface TEXT NOT NULL, plan TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER, revoked INTEGER, last_used INTEGER, requests INTEGER,
    calls_per_month INTEGER) STRICT;
  CREATE TABLE secrets (hash TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys (id), created INTEGER NOT NULL,
    expires INTEGER) STRICT;
  CREATE INDEX secrets_of_key ON secrets (key_id);
  CREATE TABLE usage (subject TEXT NOT NULL, month TEXT NOT NULL, calls INTEGER NOT NULL,
    PRIMARY KEY (subject, month)) STRICT, WITHOUT ROWID;`;

const failed = (error: unknown) => {
  throw error;
};

describe("the store in a folder", () => {
  storeContract((now) => openStore({ dataDir: IN_MEMORY }, { tiers: ownTiers(), now, failed }));
});

test("a full store takes no more keys, and says so", async () => {
  const store = await openStore(
    { dataDir: IN_MEMORY },
    { tiers: ownTiers(), now: Date.now, failed, mostKeys: 2 },
  );
  const keyService = new KeyService(store, ownTiers(), Date.now);
  const wish = { name: "n", plan: "pro" };
  const { key } = await keyService.create(wish);
  await keyService.create(wish);
  await expect(keyService.create(wish)).rejects.toMatchObject({ kind: "conflict" });
  await keyService.revoke(key.id);
  await expect(keyService.create(wish)).rejects.toThrow(/The store is full: .* keys, including revoked ones/);
  expect(await keyService.list()).toHaveLength(2);
  await store.close();
});

test("a database of the first version is brought up to date, with every secret", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-old-"));
  const [id, hashes] = ["0123456789Ab", ["a", "b"].map((digit) => digit.repeat(64))] as const;
  const old = new Database(join(dataDir, "plumbline.db"));
  old.exec(FIRST_TABLES);
  old.exec(`INSERT INTO keys (id, name, interface, plan, created) VALUES ('${id}', 'n', 'main', 'pro', 1000);
    INSERT INTO secrets VALUES ('${hashes[0]}', '${id}', 1000, 9000), ('${hashes[1]}', '${id}', 2000, NULL);
    INSERT INTO usage VALUES ('key:${id}', '2026-11', 7); PRAGMA user_version = 1`);
  old.close();
  const store = await openStore({ dataDir }, { tiers: ownTiers(), failed });
  expect(await store.read(id)).toEqual({
    id,
    name: "n",
    interface: "main",
    tier: "pro",
    created: 1000,
    expires: undefined,
    revoked: undefined,
    lastUsed: undefined,
    requests: undefined,
    callsPerMonth: undefined,
    secrets: [
      { hash: hashes[1], created: 2000, expires: undefined },
      { hash: hashes[0], created: 1000, expires: 9000 },
    ],
  });
  const key = { id, hash: hashes[1] ?? "" };
  const ask = { interface: "main", key, visitor: store.visitor("n"), calls: 1 } as const;
  expect(await store.take(ask)).toMatchObject({ counted: { tier: "pro", refused: undefined } });
  expect(await store.usage(id)).toContainEqual({ month: "2026-11", calls: expect.any(Number) });
  await store.close();
  rmSync(dataDir, { recursive: true });
});

describe("a server that loses its power", () => {
  let dataDir: string;
  let server: Server;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "plumbline-store-"));
    server = await Server.start({ DATA_DIR: dataDir, REDIS_URL: "" });
  });
  afterEach(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const open = () => openStore({ dataDir }, { tiers: ownTiers(), failed });

  test("loses no key, and of the month at most the last second", async () => {
    const before = await open();
    const { key, token } = await new KeyService(before, ownTiers(), Date.now).create({
      name: "load",
      plan: "enterprise",
      requests: 60_000,
    });
    await before.close();

    const answers: number[] = [];
    let killed = Number.POSITIVE_INFINITY;
    const running = load(8, async () => {
      try {
        const { status } = await server.post("/v1/tools/calculate_pue", PUE, { "x-api-key": token });
        expect(status).toBe(200);
        answers.push(performance.now());
      } catch (error) {
        // Requests in flight at a power loss have no answer.
        if (killed === Number.POSITIVE_INFINITY) throw error;
      }
    });
    await running.answers(50);
    const half = answers.length;
    const since = performance.now();
    await until("a second and a half of load", () => performance.now() - since > 1500);
    killed = performance.now();
    const stopped = running.stop();
    await server.kill();
    await stopped;

    const after = await open();
    expect((await after.list()).map(({ id }) => id)).toEqual([key.id]);
    const calls = (await after.usage(key.id)).reduce((sum, month) => sum + month.calls, 0);
    await after.close();
    const settled = answers.filter((time) => time < killed - 1000).length;
    expect(settled).toBeGreaterThanOrEqual(half);
    expect(calls).toBeGreaterThanOrEqual(settled);
    expect(calls).toBeLessThanOrEqual(answers.length + 8);
  });
});

test("a copy of the database tells nothing of visitors: what their networks are mixed with stands elsewhere", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-salt-"));
  const file = join(dataDir, "plumbline.db");
  const names: string[] = [];
  const visit = async () => {
    const store = await openStore({ dataDir }, { tiers: ownTiers(), now: Date.now, failed });
    names.push(store.visitor("203.0.113.9"));
    await store.close();
  };
  await visit();
  const salt = readFileSync(`${file}.salt`, "utf8");
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(statSync(`${file}.salt`).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes(salt)).toBe(false);
  // The storage of an earlier version: the same salt in the database.
  rmSync(`${file}.salt`);
  const db = new Database(file);
  db.prepare("INSERT INTO meta (name, value) VALUES ('salt', ?)").run(salt);
  db.close();
  await visit();
  await visit();
  expect(new Set(names).size).toBe(1);
  expect(readFileSync(`${file}.salt`, "utf8")).toBe(salt);
  const after = new Database(file);
  expect(after.prepare("SELECT count(*) AS many FROM meta").get()).toMatchObject({ many: 0 });
  after.close();
  rmSync(dataDir, { recursive: true, force: true });
});
