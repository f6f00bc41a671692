// Load shedding: requests during event loop lag are refused without any work.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Pressure, shedding } from "../../src/server/http/pressure.js";
import { startKeyed } from "../helpers/keyed-service.js";
import { problemOf } from "../helpers/running-service.js";

/** Pressure with a manual timer. */
function driven(start: number) {
  const clock = { now: start };
  const pressure = new Pressure(100, () => clock.now);
  pressure.start();
  pressure.stop();
  return { clock, pressure };
}

test("pressure is high once the loop is later than allowed, and low after three looks in time", () => {
  const { clock, pressure } = driven(0);
  clock.now = 20_000;
  pressure.look();
  expect(pressure.high).toBe(true);
  for (let look = 1; look <= 3; look++) {
    expect(pressure.high).toBe(true);
    clock.now += 20;
    pressure.look();
  }
  expect(pressure.high).toBe(false);
  // Shortly after an overload a fifth of the limit is too much, also before the timer fires.
  clock.now += 40;
  expect(pressure.high).toBe(false);
  clock.now += 1;
  expect(pressure.high).toBe(true);
});

test("a few requests after a pause of the machine are served, a crowd is not", () => {
  const { clock, pressure } = driven(0);
  for (clock.now = 20; clock.now < 4000; clock.now += 20) pressure.look();
  // The laptop slept for an hour, or the process was stopped.
  clock.now += 3_600_000;
  pressure.look();
  expect(pressure.high).toBe(true);
  const turned = Array.from({ length: 10 }, () => pressure.turnsAway());
  expect(turned).toEqual([false, false, false, false, true, true, true, true, true, true]);
  clock.now += 20;
  pressure.look();
  expect(pressure.turnsAway()).toBe(false);
});

test.each([
  [300, 20],
  [1000, 54],
  [1500, 80],
  [2000, 100],
])("%i ms after a crowd the loop may be about %i ms late", (after, allowed) => {
  const { clock, pressure } = driven(0);
  clock.now = 20_000;
  pressure.look();
  for (const end = clock.now + after; clock.now < end; ) {
    clock.now += 20;
    pressure.look();
  }
  expect(pressure.high).toBe(false);
  // Between two checks it is not late.
  clock.now += 20 + allowed - 5;
  expect(pressure.high).toBe(false);
  clock.now += 10;
  expect(pressure.high).toBe(true);
});

test("once warm and without a crowd the loop may be as late as is allowed, and no later", () => {
  const { clock, pressure } = driven(0);
  for (clock.now = 20; clock.now < 4000; clock.now += 20) pressure.look();
  clock.now += 100;
  expect(pressure.high).toBe(false);
  clock.now += 1;
  expect(pressure.high).toBe(true);
});

test("before it starts nothing is late; in its first seconds ten times as much is allowed", () => {
  const idle = new Pressure(100, () => 1e9);
  expect(idle.high).toBe(false);
  const { clock, pressure } = driven(0);
  clock.now = 1020;
  expect(pressure.high).toBe(false);
  clock.now = 1021;
  expect(pressure.high).toBe(true);
});

test("under pressure only the health is answered; the rest gets 503 and Retry-After", async () => {
  const pressure = { turnsAway: () => true };
  let handled = 0;
  const listener = shedding(pressure, (_, response) => {
    handled++;
    response.end("served");
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const body = JSON.stringify({ long: "x".repeat(200_000) });
    const shed = await fetch(`${base}/v1/tools/any`, { method: "POST", body });
    expect(shed.status).toBe(503);
    expect(shed.headers.get("retry-after")).toBe("1");
    await problemOf(shed, "overloaded");
    expect(handled).toBe(0);
    expect((await fetch(`${base}/health`)).status).toBe(200);
    pressure.turnsAway = () => false;
    expect(await (await fetch(base)).text()).toBe("served");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("under pressure callers with a key that works are served, and the crowd is turned away", async () => {
  let shed = 0;
  const listener = shedding(
    { turnsAway: () => true },
    (_, response) => response.end("served"),
    () => shed++,
    ({ headers }) => headers["x-api-key"] === "works",
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/tools/any`;
  try {
    expect((await fetch(base, { headers: { "x-api-key": "works" } })).status).toBe(200);
    expect((await fetch(base, { headers: { "x-api-key": "other" } })).status).toBe(503);
    expect(shed).toBe(1);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test("in the service callers take turns: a network that asks much waits, a key that works does not", async () => {
  const service = await startKeyed({ takesTurns: true });
  try {
    const token = await service.key({ plan: "pro" });
    const path = "/v1/tools/no_such_tool";
    const paid = () => service.post(path, {}, { "x-api-key": token });
    expect((await paid()).status).toBe(404);
    const crowd = Array.from({ length: 100 }, () => service.post(path, {}));
    const [first] = await Promise.all([paid(), ...crowd]);
    expect(first.status).toBe(404);
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
    // Each is judged by its plan in the end; the queue loses none.
    expect([...statuses].sort()).toEqual([404, 429]);
  } finally {
    await service.close();
  }
});
