// The embedded store: the contract of all stores, and what only a database in a folder can do or suffer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Desk } from "../src/limits/desk.js";
import { EmbeddedStore } from "../src/limits/embedded.js";
import { IN_MEMORY, openStore } from "../src/limits/open.js";
import { PUE } from "./running.js";
import { storeContract } from "./store-contract.js";
import { load, ownPlans, Server, until } from "./stores.js";

const failed = (error: unknown) => {
  throw error;
};

describe("the embedded store", () => {
  storeContract((now) => openStore({ dataDir: IN_MEMORY }, { plans: ownPlans(), now, failed }));
});

test("a full store takes no more keys, and says so", async () => {
  const file = IN_MEMORY;
  const store = new EmbeddedStore({ file, plans: ownPlans(), now: Date.now, failed, mostKeys: 2 });
  const desk = new Desk(store, ownPlans(), Date.now);
  const wish = { name: "n", plan: "pro" };
  const { key } = await desk.create(wish);
  await desk.create(wish);
  await expect(desk.create(wish)).rejects.toMatchObject({ kind: "conflict" });
  await desk.revoke(key.id);
  await expect(desk.create(wish)).rejects.toThrow(/as many as it may; those that are revoked count too/);
  expect(await desk.list()).toHaveLength(2);
  await store.close();
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
  const open = () => openStore({ dataDir }, { plans: ownPlans(), failed });

  test("loses no key, and of the month at most the last second", async () => {
    const before = await open();
    const { key, token } = await new Desk(before, ownPlans(), Date.now).create({
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
        // What was on its way when the power went has no answer.
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
