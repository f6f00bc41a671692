// The cost of a table: one request of the minute, a call of the month for each row, and bytes in flight.
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InFlight } from "../../src/server/http/bodies.js";
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

  test("announced bytes count towards the caller's own limit alone", async () => {
    const key = await keyWith(service, 1_000_000);
    const announced = { ...key.headers, "content-length": String(60 * 2 ** 20) };
    const waiting = Array.from({ length: 4 }, () => begun(announced, note));
    // The plan allows 256 MiB in flight: the fifth body of 60 MiB does not fit.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const fifth = await fetch(service.base + PATH, {
      method: "POST",
      headers: { ...CSV, ...key.headers },
      body: `load_kw\n${"1\n".repeat(10_000_000)}`,
    }).then(
      (answer) => problemOf(answer, "too-many-requests"),
      () => ({ limit: "in-flight" }),
    );
    expect(fifth).toMatchObject({ limit: "in-flight" });
    const other = await keyWith(service, 10);
    expect((await send(rowsOf(1), other.headers)).status).toBe(200);
    for (const { sent } of waiting) sent.destroy();
    for (const { status } of waiting) expect(await status).toBeTypeOf("string");
  });

  test("the limit of all callers counts bytes as they arrive", () => {
    const all = new InFlight(100);
    const [one, other] = [all.open("one", 90, null), all.open("other", 90, null)];
    expect(one?.take(60)).toBeUndefined();
    expect(other?.take(40)).toBeUndefined();
    expect(other?.take(1)).toMatchObject({ status: 503 });
    one?.close();
    expect(other?.take(60)).toBeUndefined();
    expect(all.open("one", 10, 9)).toBeUndefined();
    expect(all.open("one", 9, 9)).toBeDefined();
    expect(all.open("one", 1, 9)).toBeUndefined();
  });
});
