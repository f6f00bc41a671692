// The client that compares workers: counts every answer however the stream is cut, and says so when answers stay away.
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { AnswerCounter, batchLoad } from "../bench/http/batch-client.js";
import { postOf } from "./instruments/load/raw-client.js";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
async function listening(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

test("answers are counted wherever the stream is cut", () => {
  const answers = [
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
    "HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\nx: y\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: y\r\ncontent-length: 22\r\n\r\nHTTP/1.1 500 No\r\n\r\n\r\n!",
  ];
  const stream = Buffer.from(answers.join(""));
  for (let piece = 1; piece <= stream.length; piece++) {
    const statuses = new Map<number, number>();
    const counter = new AnswerCounter(statuses);
    let ended = 0;
    for (let at = 0; at < stream.length; at += piece) {
      // As in a buffer that is read into again.
      const bytes = Buffer.from(stream.subarray(at, at + piece));
      ended += counter.push(bytes);
      bytes.fill(0);
    }
    expect([ended, ...statuses]).toEqual([3, [200, 2], [429, 1]]);
  }
});

test("what is no answer, or has no length, is an error", () => {
  const push = (text: string) => new AnswerCounter(new Map()).push(Buffer.from(text));
  expect(() => push("SSH-2.0\r\n\r\n")).toThrow("without status or length");
  expect(() => push("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")).toThrow("without status");
});

test("every request is sent, in turn, and answered", async () => {
  const seen = new Map<string, number>();
  const port = await listening(
    createServer((request, response) => {
      seen.set(request.url ?? "", (seen.get(request.url ?? "") ?? 0) + 1);
      request.resume().on("end", () => response.setHeader("content-length", 2).end("{}"));
    }),
  );
  const requests = ["/a", "/b", "/c"].map((path) => postOf(path, "{}"));
  const load = { port, connections: 3, depth: 7, requests, count: 100, pauseMs: 1 };
  expect([...(await batchLoad(load)).statuses]).toEqual([[200, 100]]);
  expect([...seen].sort()).toEqual([
    ["/a", 34],
    ["/b", 33],
    ["/c", 33],
  ]);
});

test("a server that closes or stays silent ends the load with an error", async () => {
  const requests = [postOf("/", "{}")];
  const load = { connections: 1, depth: 1, requests, count: 1, pauseMs: 1, patienceMs: 100 };
  const closing = await listening(createTcpServer((socket) => socket.destroy()));
  await expect(batchLoad({ ...load, port: closing })).rejects.toThrow(/closed|ECONNRESET|EPIPE/);
  const silent = await listening(createTcpServer((socket) => socket.resume().unref()));
  await expect(batchLoad({ ...load, port: silent })).rejects.toThrow("no answer within 100 ms");
});
