// Connections that request much and read nothing, too many connections, and too many requests on one.
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { boundedServer, CONNECTION_BOUNDS } from "../../src/server/http/connections.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";
import { AnswerReader } from "../instruments/load/answers.js";
import { postOf } from "../instruments/load/raw-client.js";

let service: Running;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service?.close();
});

function open(): Socket {
  const socket = connect(service.port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}
const BOUNDS = { all: 1000, perAddress: 0, requests: 1000, readMs: 300 };
const CALL = postOf("/v1/tools/calculate_pue", JSON.stringify(PUE));
const CATALOGUE = Buffer.from("GET /v1/tools HTTP/1.1\r\nHost: a\r\n\r\n");

test("answers that nobody reads are not piled up, and the connection is cut off in time", async () => {
  let handled = 0;
  // The headers of a body are checked with no call.
  const admission = (_: unknown, calls: number) => {
    if (calls > 0) handled++;
    return { tier: "free", settle: () => ({}) };
  };
  service = await startService({ connections: BOUNDS, admission });
  const socket = open();
  socket.pause();
  // Each answer is a megabyte, so a few exceed the socket's buffers.
  const calls = Array.from({ length: 200 }, () => ({ tool: "calculate_pue", input: PUE }));
  const batch = postOf("/v1/batch", JSON.stringify({ calls }));
  socket.write(Buffer.concat(Array.from({ length: 40 }, () => batch)));
  await until("requests are answered", () => handled > 0);
  await until("the server has cut it off", () => noConnections(service));
  expect(handled).toBeLessThan(25);
});

test("a caller who reads gets every answer, however many it asks for ahead", async () => {
  service = await startService({ connections: BOUNDS });
  let answers = 0;
  const socket = open();
  const reader = new AnswerReader(() => answers++);
  socket.on("data", (chunk: Buffer) => reader.push(chunk));
  socket.write(Buffer.concat(Array.from({ length: 300 }, () => CALL)));
  await until("all answers", () => answers === 300);
});

test("who sends a thousand requests without reading is cut off at once", async () => {
  service = await startService({ connections: { ...BOUNDS, readMs: 60_000 } });
  const socket = open();
  socket.pause();
  for (let each = 0; each < 20; each++)
    socket.write(Buffer.concat(Array.from({ length: 200 }, () => CATALOGUE)));
  await until("the server has cut it off", () => noConnections(service));
});

test("one address, and all together, have so many connections and no more", async () => {
  service = await startService({ connections: { ...BOUNDS, perAddress: 5 } });
  const all = Array.from({ length: 9 }, () => open().resume());
  await until("four are closed", () => all.filter((socket) => socket.destroyed).length === 4);
  // A free slot is used again.
  all.find((socket) => !socket.destroyed)?.destroy();
  await until("a call is answered", async () => {
    try {
      return (await service.get("/health")).ok;
    } catch {
      return false;
    }
  });
});

test("after so many requests a connection is closed with the last answer", async () => {
  service = await startService({ connections: { ...BOUNDS, requests: 3 } });
  const socket = open();
  const heads: string[] = [];
  const reader = new AnswerReader(({ head }) => heads.push(head));
  socket.on("data", (chunk: Buffer) => reader.push(chunk));
  for (let asked = 0; asked < 3; asked++) {
    socket.write(CALL);
    await until("an answer", () => heads.length > asked);
  }
  expect(heads.map((head) => /connection: close/i.test(head))).toEqual([false, false, true]);
});

test("who stops reading an answer that is still written is cut off, and who goes on is not", async () => {
  const dropped: string[] = [];
  const endless = (response: ServerResponse) => {
    const piece = Buffer.alloc(1024 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", write);
    write();
  };
  const bounds = { ...CONNECTION_BOUNDS, readMs: 300 };
  const server = boundedServer(
    {},
    bounds,
    (_, response) => endless(response),
    (why) => dropped.push(why),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    return socket;
  };
  const reading = ask();
  let read = 0;
  reading.on("data", (chunk: Buffer) => {
    read += chunk.length;
  });
  await until("some of it", () => read > 20_000_000);
  ask().pause();
  await until("the one that does not read is cut off", () => dropped.length > 0);
  const before = read;
  await until("the other reads on", () => read > before + 1_000_000);
  expect([dropped, reading.destroyed]).toEqual([["unread"], false]);
  reading.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function noConnections({ app }: Running): Promise<boolean> {
  return new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 0)));
}
