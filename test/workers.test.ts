// Several workers behind one port: one limit for all, one that dies is replaced, a stop ends them all.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { Desk } from "../src/limits/desk.js";
import { EmbeddedStore } from "../src/limits/embedded.js";
import { LEASE_MS, Leases } from "../src/limits/leases.js";
import { answerWorker, type Channel, RemoteStore } from "../src/limits/remote.js";
import type { Ask, Counted } from "../src/limits/store.js";
import { readToken } from "../src/limits/token.js";
import { CLI, waitForLine } from "./processes.js";
import { PUE } from "./running.js";
import { ownPlans } from "./stores.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-workers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("two workers share one limit, and outlive one of them", async () => {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: "0",
    WORKERS: "2",
    LOG_LEVEL: "silent",
    MAX_LAG_MS: "0",
  };
  const child = spawn(process.execPath, [CLI, "serve"], { env });
  try {
    const line = await waitForLine(child, "with 2 workers");
    const base = /http:\S+/.exec(line)?.[0] ?? "";
    const call = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${base}/v1/tools/calculate_pue`, {
        method: "POST",
        // A connection of its own each time: they are dealt out among the workers.
        headers: { "content-type": "application/json", connection: "close", ...headers },
        body: JSON.stringify(PUE),
      });
      await response.text();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);

    const made = spawnSync(
      process.execPath,
      [CLI, "keys", "create", "--name", "w", "--plan", "enterprise", "--requests", "500", "--json"],
      {
        env,
        encoding: "utf8",
      },
    );
    const { token, key } = JSON.parse(made.stdout) as { token: string; key: { id: string } };
    const many = await Promise.all(Array.from({ length: 600 }, () => call({ "x-api-key": token })));
    const good = many.filter((status) => status === 200).length;
    // Never more than the limit; calls counted ahead and not used may make it a little less.
    expect(good).toBeLessThanOrEqual(500);
    expect(good).toBeGreaterThan(450);

    const workers = () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
    const [first = ""] = workers();
    const replaced = new Promise<void>((resolve) => child.stderr.on("data", () => resolve()));
    process.kill(Number(first), "SIGKILL");
    await replaced;
    expect(await call({ "x-api-key": token })).toBe(429);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const used = spawnSync(process.execPath, [CLI, "keys", "usage", key.id, "--json"], {
      env,
      encoding: "utf8",
    });
    expect((JSON.parse(used.stdout) as { calls: number }).calls).toBeGreaterThanOrEqual(good);
  } finally {
    child.kill("SIGKILL");
  }
});

test("calls counted ahead and not used do not count for the month, and few of them travel", async () => {
  const plans = ownPlans();
  const failed = (error: unknown) => {
    throw error;
  };
  const kept = new EmbeddedStore({ file: ":memory:", plans, now: Date.now, failed, slack: LEASE_MS });
  const { key, token } = await new Desk(kept, plans, Date.now).create({ name: "w", plan: "enterprise" });
  const sent: string[] = [];
  type Listener = (message: unknown) => void;
  const ends: Listener[][] = [[], []];
  const channel = (own: number): Channel => ({
    // As over a channel between two processes: later, and as JSON.
    send: (message) => {
      const text = JSON.stringify(message);
      if (own === 0) sent.push(text);
      setImmediate(() => ends[1 - own]?.forEach((hear) => void hear(JSON.parse(text))));
    },
    onMessage: (listener) => ends[own]?.push(listener),
  });
  answerWorker(kept, kept.salt, channel(1));
  const remote = await RemoteStore.open(channel(0));
  const ask: Ask = { interface: "main", key: readToken(token), visitor: remote.visitor("n"), calls: 1 };
  for (let at = 0; at < 100; at++) {
    const taken = await remote.take(ask);
    expect("counted" in taken && taken.counted.refused === undefined).toBe(true);
  }
  remote.giveBack(ask, 1, Date.now());
  remote.giveBack(ask, 2, Date.now());
  expect(sent.length).toBeLessThan(50);
  const before = sent.length;
  await remote.close();
  expect(sent.length).toBe(before + 1);
  await pause(20);
  expect((await kept.usage(key.id))[0]?.calls).toBe(97);
  await kept.close();
});

describe("calls counted ahead", () => {
  const limits = { span: 60, requests: 1000, callsPerMonth: 500_000 } as const;
  const counted = (requestsLeft: number): Counted => ({
    plan: "p",
    limits,
    refused: undefined,
    wait: 0,
    requestsLeft,
    more: 0,
    callsLeft: 400_000,
    now: 0,
  });

  test("grow while all are used, and stop after a pause or near the limit", () => {
    let now = 0;
    const leases = new Leases(() => now);
    expect(leases.ahead("a")).toBe(0);
    leases.add("a", counted(900), 0, () => undefined);
    expect(leases.ahead("a")).toBe(2);
    leases.add("a", counted(890), 2, () => undefined);
    expect(leases.use("a", 1)?.requestsLeft).toBe(891);
    expect(leases.ahead("a")).toBe(0);
    expect(leases.use("a", 1)?.requestsLeft).toBe(890);
    expect(leases.use("a", 1)).toBeUndefined();
    expect(leases.ahead("a")).toBe(4);
    leases.add("a", counted(39), 4, () => undefined);
    for (let at = 0; at < 4; at++) expect(leases.use("a", 1)).toBeDefined();
    // Eight would be more than a tenth of what is left.
    expect(leases.ahead("a")).toBe(0);
    leases.add("a", counted(900), 4, () => undefined);
    now = LEASE_MS;
    expect(leases.use("a", 1)).toBeUndefined();
    expect(leases.ahead("a")).toBe(0);
  });

  test("go back when their moment is over", async () => {
    const leases = new Leases(() => performance.now());
    const back = await new Promise<number>((resolve) => leases.add("a", counted(900), 5, resolve));
    expect(back).toBe(5);
  });

  test("follow how many were used, where some went back, until there is a pause", () => {
    let now = 0;
    const leases = new Leases(() => now);
    const ask = (): number => {
      const ahead = leases.ahead("a");
      leases.add("a", counted(900), ahead, () => undefined);
      return ahead;
    };
    expect([ask(), ask(), leases.use("a", 2)?.plan, ask()]).toEqual([0, 2, "p", 4]);
    for (let at = 0; at < 3; at++) expect(leases.use("a", 1)).toBeDefined();
    now += LEASE_MS;
    expect(leases.use("a", 1)).toBeUndefined();
    expect(ask()).toBe(3);
    now += LEASE_MS * 2;
    expect(ask()).toBe(0);
  });

  test("go back at the end", () => {
    const leases = new Leases(() => 0);
    const back: number[] = [];
    leases.add("a", counted(900), 5, (left) => back.push(left));
    leases.add("b", counted(900), 1, (left) => back.push(left));
    leases.use("a", 2);
    leases.use("b", 1);
    leases.close();
    expect(back).toEqual([3]);
    expect(leases.use("a", 1)).toBeUndefined();
  });

  test("are never asked for where the limit is small", () => {
    const leases = new Leases(() => 0);
    leases.add("a", { ...counted(300), limits: { ...limits, requests: 300 } }, 0, () => undefined);
    expect(leases.ahead("a")).toBe(0);
  });
});
