// The cost of a table: one request of the minute, a call of the month for each row, and bytes in flight.
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payer } from "../../src/access/payer.js";
import { Pool } from "../../src/access/shares.js";
import type { Keyed } from "../helpers/keyed-service.js";
import { problemOf } from "../helpers/running-service.js";
import { CSV, keyWith, PATH, resultsOf, rowsOf, startTables } from "../helpers/table-service.js";

let service: Keyed;
beforeEach(async () => {
  service = await startTables();
});
afterEach(() => service.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(service.base + PATH, { method: "POST", headers: { ...CSV, ...headers }, body });
const left = (answer: Response) => answer.headers.get("ratelimit")?.replaceAll(/;t=\d+/g, "");

describe("rows and the month", () => {
  test("one request of the minute, and a call for each row, refused ones too", async () => {
    const key = await keyWith(service, 100);
    const answer = await send("load_kw,kind\n1,odd\n9999,odd\n3,odd,4\n", key.headers);
    expect(left(answer)).toBe('"minute";r=999, "month";r=97');
    expect(await answer.text()).toContain("3,odd,");
    expect(await key.used()).toBe(3);
  });

  test("rows behind the end of the month come back in order, not computed", async () => {
    const key = await keyWith(service, 12_345);
    const answer = await send(rowsOf(20_000), key.headers);
    expect(left(answer)).toBe('"minute";r=999, "month";r=0');
    const lines = (await answer.text()).split("\n");
    const expected = resultsOf(20_000).split("\n");
    const beyond = lines.slice(12_346, -1);
    expect(lines.slice(0, 12_346).join() === expected.slice(0, 12_346).join()).toBe(true);
    expect(beyond).toHaveLength(20_000 - 12_345);
    expect(
      beyond.every((line, at) => line === `${12_345 + at},${(12_345 + at) % 1000},odd,,,,,,quota_exceeded,`),
    ).toBe(true);
    expect(await key.used()).toBe(12_345);
    const after = await send(rowsOf(1), key.headers);
    expect(await problemOf(after, "too-many-requests")).toMatchObject({ limit: "month", quota: 12_345 });
  });

  test("in JSON lines and in a spreadsheet as well", async () => {
    const key = await keyWith(service, 3);
    const answer = await send(rowsOf(2), { ...key.headers, accept: "application/x-ndjson" });
    expect(await answer.text()).not.toContain("quota_exceeded");
    const next = await send(rowsOf(2), { ...key.headers, accept: "application/x-ndjson" });
    const [first, second] = (await next.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(first).toMatchObject({ used_kw: 0 });
    expect(second).toEqual({ id: "1", load_kw: 1, kind: "odd", error: "quota_exceeded", error_fields: "" });
  });

  test("a refused table costs a request of the minute and no call", async () => {
    const key = await keyWith(service, 10);
    expect((await send("share\n1\n", key.headers)).status).toBe(422);
    expect((await send(rowsOf(1), { ...key.headers, accept: "image/png" })).status).toBe(406);
    expect((await send(rowsOf(1), { ...key.headers, "content-type": "text/plain" })).status).toBe(415);
    const answer = await send(rowsOf(1), key.headers);
    expect(left(answer)).toBe('"minute";r=996, "month";r=9');
    await answer.text();
  });

  test("two tables at once share the month, and no row is charged twice", async () => {
    const key = await keyWith(service, 5000);
    const texts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const answer = await send(rowsOf(2000), key.headers);
        return answer.status === 200 ? (await answer.text()).split("\n") : [];
      }),
    );
    const computed = texts.flat().filter((line) => /odd,\d+,odd/.test(line)).length;
    expect([computed, await key.used()]).toEqual([5000, 5000]);
  });
});

describe("without a key", () => {
  test("the bounds are those of the plan without a key", async () => {
    const answer = await send(rowsOf(600));
    expect(left(answer)).toBe('"minute";r=4, "month";r=0');
    const lines = (await answer.text()).split("\n");
    expect(lines.filter((line) => line.includes("quota_exceeded"))).toHaveLength(100);
    expect(await problemOf(await send(rowsOf(1)), "too-many-requests")).toMatchObject({ plan: "free" });
  });

  test("five tables in a minute", async () => {
    for (let table = 0; table < 5; table++) expect((await send(rowsOf(1))).status).toBe(200);
    const answer = await send(rowsOf(1));
    expect(await problemOf(answer, "too-many-requests")).toMatchObject({ limit: "minute", quota: 5 });
  });

  test("a table of more than a mebibyte, with its length and without", async () => {
    const large = rowsOf(40_000, `,${"x".repeat(40)}`);
    const refused = await send(large);
    expect(await problemOf(refused, "body-too-large")).toMatchObject({ limit: 2 ** 20 });
    expect(left(refused)).toBe('"minute";r=4, "month";r=500');
    const chunks = new Blob([large]).stream();
    const undeclared = await fetch(service.base + PATH, {
      method: "POST",
      headers: CSV,
      body: chunks,
      duplex: "half",
    } as RequestInit);
    expect(await problemOf(undeclared, "body-too-large")).toMatchObject({
      limit: 2 ** 20,
      detail: expect.stringContaining("free"),
    });
  });
});

describe("bytes", () => {
  /** Sends headers and a part of the body; returns the status of the answer, or the error. */
  const begun = (headers: Record<string, string>, bytes: Buffer) => {
    const sent = request(service.base + PATH, { method: "POST", headers: { ...CSV, ...headers } });
    const status = new Promise<number | string>((resolve) => {
      sent.once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.once("error", (error) => resolve(error.message));
    });
    sent.write(bytes);
    return { sent, status };
  };
  const note = Buffer.alloc(100_000, "load_kw\n1\n");

  const MIB = 2 ** 20;
  const starter = async () => ({ "x-api-key": await service.key({}) });

  test("announced bytes count for nothing, arrived ones towards the caller's own limit", async () => {
    const key = await starter();
    const begin = (sent: Buffer) => begun({ ...key, "content-length": String(8 * MIB) }, sent);
    // The plan allows 16 MiB in flight, and these announce 48 MiB.
    const idle = Array.from({ length: 6 }, () => begin(note));
    expect((await send(rowsOf(4000), key)).status).toBe(200);
    const end = Buffer.alloc(MIB, "load_kw\n1\n");
    const full = Array.from({ length: 3 }, () => begin(Buffer.alloc(7 * MIB, end)));
    for (const { sent } of full) sent.end(end);
    const statuses = await Promise.all(full.map(({ status }) => status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    for (const { sent } of idle) sent.destroy();
    for (const { status } of idle) expect(await status).toBeTypeOf("string");
    expect((await send(rowsOf(10), { "x-api-key": await service.key({}) })).status).toBe(200);
  });

  test("small bodies count too while they arrive, by network", async () => {
    await service.close();
    service = await startTables({ trustProxy: true });
    const slow = (address: string) => {
      const length = 60_000;
      const sent = request(`${service.base}/mcp`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", "content-length": length },
          "x-forwarded-for": address,
        },
      });
      const status = new Promise<number>((resolve) =>
        sent.once("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        }),
      );
      sent.on("error", () => undefined);
      sent.write("{");
      return { status, end: () => sent.end(`${" ".repeat(length - 2)}}`) };
    };
    const counted = async (addresses: readonly string[], begin = addresses.map(slow)) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      // A body of another network finds room meanwhile.
      const other = slow("203.0.113.9");
      other.end();
      expect(await other.status).toBe(400);
      for (const { end } of begin) end();
      const statuses = await Promise.all(begin.map(({ status }) => status));
      return statuses.filter((status) => status === 429 || status === 503).length;
    };
    expect(await counted(Array.from({ length: 300 }, () => "2001:db8::1"))).toBeGreaterThanOrEqual(44);
  });

  test("a pool keeps a share for callers with a key, and returns what was held", () => {
    const pool = new Pool({ all: 100, keyless: 50, keyed: 40, network: 5 });
    const [key, network, other] = ["key a", "192.0.2.1", "192.0.2.2"].map((name) => ({
      ...{ name, site: undefined, hasKey: name.startsWith("key") },
    })) as [Payer, Payer, Payer];
    expect(pool.take(network, 6)).toBe("own");
    expect(pool.take(network, 45, 60)).toBeUndefined();
    expect(pool.take(other, 6, 60)).toBe("shared");
    expect(pool.take(key, 40)).toBeUndefined();
    expect(pool.take(key, 1)).toBe("own");
    pool.give(network, 45);
    expect(pool.take(other, 6, 60)).toBeUndefined();
    const site = (name: string) => ({ name, site: "2001:db8:0", hasKey: false });
    for (let at = 0; at < 8; at++) expect(pool.take(site(`2001:db8:0:${at}`), 5)).toBeUndefined();
    expect(pool.take(site("2001:db8:0:9"), 1)).toBe("shared");
  });
});
