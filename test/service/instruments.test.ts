// Tests the stress instruments: load clients, histograms, and the judge of answers.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, AnswerReader, headerOf } from "../instruments/load/answers.js";
import { Histogram } from "../instruments/load/histogram.js";
import { openLoop } from "../instruments/load/open-loop.js";
import { closedLoop, type Job, postOf } from "../instruments/load/raw-client.js";
import { faultOf } from "../instruments/stress/verdict.js";

describe("the client", () => {
  let server: Server;
  let port: number;
  /** Answers with the number in the body; 13 is never answered, 7 ends its connection. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on("end", () => {
        if (text === "13") return;
        if (text === "7") response.setHeader("connection", "close");
        response.statusCode = text === "5" ? 503 : 200;
        response.end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const numbers = (list: readonly number[], seen: string[], lost: string[] = []) => {
    const jobs: Iterator<Job> = list
      .map((number) => ({
        bytes: postOf("/", String(number)),
        done: (answer: Answer) => seen.push(`${number}=${answer.body.toString()}`),
        lost: (reason: string) => lost.push(`${number}: ${reason}`),
      }))
      .values();
    return () => jobs.next().value as Job | undefined;
  };

  test.each([1, 4])("gives each request its own answer, %i at a time", async (pipelining) => {
    const seen: string[] = [];
    const list = [1, 2, 3, 4, 5, 6, 8, 9];
    const next = numbers(list, seen);
    const { statuses, latency, lost } = await closedLoop({ port, connections: 2, pipelining, next });
    expect(seen.sort()).toEqual(list.map((number) => `${number}=${number}`));
    expect([...statuses].sort()).toEqual([
      [200, 7],
      [503, 1],
    ]);
    expect(latency.count).toBe(8);
    expect(lost.size).toBe(0);
  });

  test("goes on with a new connection when one is ended", async () => {
    const seen: string[] = [];
    await closedLoop({ port, connections: 1, next: numbers([7, 7, 1], seen) });
    expect(seen).toEqual(["7=7", "7=7", "1=1"]);
  });

  test("tells what was lost, and why", async () => {
    const lost: string[] = [];
    const silent = await closedLoop({ port, connections: 1, next: numbers([13], [], lost), patienceMs: 200 });
    expect(lost).toEqual(["13: no answer within 200 ms"]);
    expect([...silent.lost]).toEqual([["no answer within 200 ms", 1]]);
  });

  test("offers a rate, whatever the answers", async () => {
    const at: number[] = [];
    const sent = await openLoop({
      port,
      connections: 4,
      phases: [
        { rate: 200, ms: 500 },
        { rate: 50, ms: 200 },
      ],
      request: () => postOf("/", "1"),
      stopped: () => false,
      patienceMs: 5000,
      answered: ({ phase }) => at.push(phase),
      lost: () => at.push(-1),
    });
    // The last tick may be after the end of its phase.
    expect(sent[0]).toBeGreaterThan(50);
    expect(sent[0]).toBeLessThanOrEqual(100);
    expect(at.filter((phase) => phase === 0)).toHaveLength(sent[0] ?? 0);
    expect(at).toHaveLength((sent[0] ?? 0) + (sent[1] ?? 0));
  });

  test("reads answers however they are cut into pieces", () => {
    const stream = Buffer.from(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabc" +
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\n\r\nrest",
    );
    for (const size of [1, 2, 7, stream.length]) {
      const answers: Answer[] = [];
      const reader = new AnswerReader((answer) => answers.push(answer));
      for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
      expect(reader.end()).toEqual({ cut: false });
      expect(answers.map(({ status, body }) => `${status} ${body.toString()}`)).toEqual([
        "200 abc",
        "304 ",
        "200 rest",
      ]);
      expect(answers[0] && headerOf(answers[0], "x-a")).toBe("b");
    }
    const cut = new AnswerReader(() => {});
    cut.push(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"));
    expect(cut.end()).toEqual({ cut: true });
  });
});

describe("latencies", () => {
  test("percentiles are within 1.5 percent", () => {
    const latency = new Histogram();
    for (let ms = 1; ms <= 1000; ms++) latency.add(ms);
    expect(latency.count).toBe(1000);
    expect(latency.max).toBe(1000);
    for (const share of [0.5, 0.9, 0.99]) {
      const near = latency.percentile(share) / (share * 1000);
      expect(near).toBeGreaterThanOrEqual(1);
      expect(near).toBeLessThan(1.015);
    }
    expect(latency.percentile(1)).toBe(1000);
    expect(new Histogram().percentile(0.99)).toBe(0);
  });
});

describe("what an answer to a hostile request may be", () => {
  const plain = { rpc: false, headOnly: false };
  const answer = (status: number, body: string, ...headers: string[]): Answer => ({
    status,
    head: ["HTTP/1.1 x", ...headers].join("\r\n"),
    body: Buffer.from(body),
  });
  const PROBLEM = "Content-Type: application/problem+json";
  const problem = (status: number, detail = "d") =>
    JSON.stringify({ type: "/p", title: "t", status, detail });

  test.each([
    ["a problem document", answer(400, problem(400), PROBLEM)],
    ["503 with a time to come back", answer(503, problem(503), PROBLEM, "Retry-After: 1")],
    ["a page", answer(200, "<html>", "Content-Type: text/html")],
  ])("%s", (_, each) => {
    expect(faultOf(plain, each)).toBeUndefined();
  });

  test.each([
    ["a fault of our own", answer(500, problem(500), PROBLEM), /^status 500/],
    ["503 without a time", answer(503, problem(503), PROBLEM), /^status 503/],
    ["an empty error", answer(400, ""), /^not a problem document/],
    ["a problem of another status", answer(400, problem(404), PROBLEM), /^not a whole problem/],
    ["a problem without detail", answer(400, problem(400, ""), PROBLEM), /^not a whole problem/],
    ["a problem cut off", answer(400, "{", PROBLEM), /no JSON object/],
    ["a stack", answer(400, problem(400, "at f (/srv/a.js:1:2)"), PROBLEM), /tells of the inside/],
    ["a header of the caller's", answer(200, "", "Set-Cookie: a=b"), /came back/],
    ["JSON that is none", answer(200, "{", "Content-Type: application/json"), /no JSON/],
    ["a JSON-RPC error", answer(400, '{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}'), /^not a problem/],
  ])("but not %s", (_, each, fault) => {
    expect(faultOf(plain, each)).toMatch(fault);
  });

  test("errors of MCP may be JSON-RPC", () => {
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}';
    expect(faultOf({ ...plain, rpc: true }, answer(400, body))).toBeUndefined();
    expect(faultOf({ ...plain, rpc: true }, answer(400, "{}"))).toMatch(/neither/);
  });
});
