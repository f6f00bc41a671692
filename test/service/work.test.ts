// Processor time is measured and charged to the account of a caller; calls within a plan are served all the same.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Payer } from "../../src/access/payer.js";
import { Meter } from "../../src/server/http/meter.js";
import { startKeyed } from "../helpers/keyed-service.js";
import { PUE, problemOf } from "../helpers/running-service.js";

test("the time between two marks belongs to the first, and a turn of the event loop ends the last", async () => {
  let now = 0;
  const charged: [string, number][] = [];
  const meter = new Meter(
    ({ name }, ms) => charged.push([name, ms]),
    () => now,
  );
  const payer = (name: string): Payer => ({ name, site: undefined, hasKey: false });
  meter.enter(payer("a"));
  now = 5;
  meter.enter(payer("b"));
  now = 12;
  await nextTurn();
  now = 100;
  meter.enter(payer("c"));
  now = 101;
  await nextTurn();
  expect(charged).toEqual([
    ["a", 5],
    ["b", 7],
    ["c", 1],
  ]);
});

test("a caller who uses up its processor time may read no more, but call; others are not touched", async () => {
  const service = await startKeyed({ readsPerMinute: 1_000_000, trustProxy: true });
  const task = Array.from(
    { length: 40 },
    (_, at) => `qxzvwk${"abcdefghij"[at % 10]}jqq${"abcd"[at % 4]}`,
  ).join(" ");
  const find = { method: "tools/call", params: { name: "find_tool", arguments: { task } } };
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  const ask = (ip: string) => service.post("/mcp?tools=search", { jsonrpc: "2.0", id: 1, ...find }, from(ip));
  let asked = 0;
  let last = await ask("203.0.113.1");
  while (last.status === 200 && asked++ < 20_000) {
    await last.text();
    last = await ask("203.0.113.1");
  }
  expect(last.status).toBe(429);
  expect(await last.json()).toMatchObject({ error: { data: { limit: "work", quota: 3000 } } });
  const plans = (ip: string) => service.get("/v1/plans", from(ip));
  expect(await problemOf(await plans("203.0.113.1"), "too-many-requests")).toMatchObject({ limit: "work" });
  expect((await service.post("/v1/tools/calculate_pue", PUE, from("203.0.113.1"))).status).toBe(200);
  expect((await plans("203.0.113.2")).status).toBe(200);
  service.pass(61);
  expect((await plans("203.0.113.1")).status).toBe(200);
  await service.close();
});
