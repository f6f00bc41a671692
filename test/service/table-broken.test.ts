// Connections that break while a table is sent, computed or read: work stops, descriptors are closed, and only
// computed rows are charged. Also tables of several callers.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { whenOver } from "../../src/server/http/response-end.js";
import { OWN_FILES } from "../../src/tables/bounds.js";
import { sheetToText, textToSheet } from "../../src/tables/forms.js";
import { BadTable } from "../../src/tables/layout.js";
import type { Keyed } from "../helpers/keyed-service.js";
import { until } from "../helpers/store-servers.js";
import {
  CSV,
  keyWith,
  PATH,
  resultsOf,
  rowsOf,
  startTables,
  type TableKey,
  XLSX,
} from "../helpers/table-service.js";

const ROWS = 300_000;
const TABLE = Buffer.from(rowsOf(ROWS));
/** A table with results larger than two socket buffers, which grow to 37 MB on Linux. */
const LONG_ROWS = 250_000;
const LONG = Buffer.from(rowsOf(LONG_ROWS, `,${"x".repeat(200)}`));
/** Rows of `LONG` that exceed socket buffers (41 MB), but not all rows. */
const FEW = 200_000;

let service: Keyed;
let key: TableKey;
beforeAll(async () => {
  service = await startTables();
  key = await keyWith(service, 10);
  // Starts the thread.
  const warm = await fetch(service.base + PATH, {
    method: "POST",
    headers: { ...CSV, ...key.headers },
    body: rowsOf(1),
  });
  expect(await warm.text()).toBe(resultsOf(1));
});
afterAll(() => service.close());
beforeEach(async () => {
  key = await keyWith(service, 10 * ROWS);
});

const open = () => readdirSync("/proc/self/fd").length;

/** Sends the head of a request, and a part of its body. */
async function begin(body: Buffer, sent = body.length, type = "text/csv"): Promise<Socket> {
  const socket = connect(service.port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nX-API-Key: ${key.headers["x-api-key"]}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(body.subarray(0, sent), resolve));
  return socket;
}

/** Waits until as few descriptors are open as before. */
const settled = (before: number) => until("the descriptors", () => open() <= before);

describe.skipIf(process.platform !== "linux")("a connection that breaks", () => {
  test("while the table is sent", async () => {
    const before = open();
    const sockets = await Promise.all([begin(TABLE, 10_000), begin(TABLE, 2_000_000)]);
    expect(open()).toBeGreaterThan(before);
    for (const socket of sockets) socket.resetAndDestroy();
    await settled(before);
    expect(await key.used()).toBe(0);
  });

  test("while it is computed: most rows are neither computed nor charged", async () => {
    const before = open();
    const socket = await begin(LONG);
    await until("the charge", async () => (await key.used()) > 0);
    socket.destroy();
    await settled(before);
    await until("the refund", async () => (await key.used()) < FEW);
  });

  test("while it is read, from a caller that stopped reading before", async () => {
    const before = open();
    const socket = await begin(LONG);
    await once(socket, "data");
    socket.pause();
    // The service computes no further than the caller reads.
    await until("the work to wait", async () => {
      const used = await key.used();
      await pause(500);
      return used === (await key.used());
    });
    socket.destroy();
    await settled(before);
    await until("the refund", async () => (await key.used()) < FEW);
    expect(await key.used()).toBeGreaterThan(0);
  });

  test("before its request is handled", async () => {
    const responses: ServerResponse[] = [];
    const server = createServer((_, response) => responses.push(response)).listen(0);
    const socket = connect((server.address() as AddressInfo).port);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until("the request", () => responses.length > 0);
    const [response] = responses;
    if (response === undefined) throw new Error("no response");
    socket.destroy();
    await once(response, "close");
    let ran = 0;
    whenOver(response, () => ran++);
    expect(ran).toBe(1);
    server.close();
  });

  test("while its spreadsheet is read, or made", async () => {
    const before = open();
    const cells = Array.from({ length: 40_000 }, (_, row) => [{ value: row }, { value: row % 1000 }]);
    const sheet = await writeXlsxFile([[{ value: "id" }, { value: "load_kw" }], ...cells]).toBuffer();
    const sockets = await Promise.all([begin(sheet, sheet.length, XLSX), begin(sheet, sheet.length, XLSX)]);
    await pause(200);
    for (const socket of sockets) socket.destroy();
    await settled(before);
    expect(await key.used()).toBe(0);
    const written = await begin(
      TABLE.subarray(0, TABLE.indexOf("\n100000,") + 1),
      undefined,
      `text/csv\r\nAccept: ${XLSX}`,
    );
    await until("the rows", async () => (await key.used()) === 100_000);
    await pause(300);
    written.destroy();
    await settled(before);
    expect((await fetch(`${service.base}/health`)).status).toBe(200);
  });

  test("afterwards tables are computed as before", async () => {
    const answer = await fetch(service.base + PATH, {
      method: "POST",
      headers: { ...CSV, ...key.headers },
      body: rowsOf(5000),
    });
    expect((await answer.text()) === resultsOf(5000)).toBe(true);
    expect(await key.used()).toBe(5000);
  });
});

test("a short table does not wait for a long one", async () => {
  const long = fetch(service.base + PATH, {
    method: "POST",
    headers: { ...CSV, ...key.headers },
    body: TABLE,
  });
  let isDone = false;
  const text = long
    .then((answer) => answer.text())
    .then((all) => {
      isDone = true;
      return all;
    });
  await long;
  const other = await keyWith(service, 10);
  const short = await fetch(service.base + PATH, {
    method: "POST",
    headers: { ...CSV, ...other.headers },
    body: rowsOf(3),
  });
  expect(await short.text()).toBe(resultsOf(3));
  expect(isDone).toBe(false);
  expect((await text) === resultsOf(ROWS)).toBe(true);
});

describe("a conversion", () => {
  const columns = [{ name: "a", type: "number", decimalComma: false }] as const;
  const rows = [Buffer.from("1\n".repeat(200_000))];

  test("that takes too long is refused, and its thread ended", async () => {
    const late = { ...OWN_FILES, deadlineMs: 20 };
    const sheet = await writeXlsxFile([[{ value: "a" }]]).toBuffer();
    for (const made of [
      sheetToText(sheet, { inputs: { inputSchema: {} } }, late),
      textToSheet({ rows, columns, separator: "," }, late),
    ]) {
      const error = await made.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(BadTable);
      expect(String(error)).toContain("takes too long");
    }
  });

  test("ends with its signal", async () => {
    const before = open();
    const stop = new AbortController();
    const made = textToSheet({ rows, columns, separator: "," }, OWN_FILES, stop.signal);
    setTimeout(() => stop.abort(), 50);
    await expect(made).rejects.toThrow("has stopped");
    await until("the thread", () => open() <= before);
    await expect(textToSheet({ rows, columns, separator: "," }, OWN_FILES, stop.signal)).rejects.toThrow(
      "aborted",
    );
  });
});
