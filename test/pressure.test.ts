// Shedding: who comes while the event loop is late is told to come back, and nothing is done for them.
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Pressure, shedding } from "../src/server/pressure.js";
import { problemOf } from "./running.js";

test("pressure is high once the loop is later than allowed, and low again at its next turn", async () => {
  let now = 0;
  const pressure = new Pressure(100, () => now);
  now = 120;
  expect(pressure.high).toBe(false);
  now = 121;
  expect(pressure.high).toBe(true);
  // The timer fires late, which is pressure too, and then in time.
  while (pressure.high) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    now += 5;
    if (now > 10_000) break;
  }
  expect(now).toBeLessThan(10_000);
  pressure.stop();
});

test("under pressure only the health is answered; the rest gets 503 and Retry-After", async () => {
  const pressure = { high: true };
  let handled = 0;
  const server = shedding(
    pressure,
    (_, response) => {
      handled++;
      response.end("served");
    },
    {},
  );
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
    pressure.high = false;
    expect(await (await fetch(base)).text()).toBe("served");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
