// Requests as bytes: slow, invalid and cut ones, and those in progress at shutdown.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUE, type Running, startService } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";
import { type Answer, AnswerReader, headerOf } from "../instruments/load/answers.js";
import { postOf } from "../instruments/load/raw-client.js";

/** Sends bytes and resolves with the answers and the time, after `count` answers or the end of the connection. */
function exchange(port: number, bytes: string, count = 1): Promise<{ answers: Answer[]; ms: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const answers: Answer[] = [];
    const finish = (socket: Socket) => {
      socket.destroy();
      resolve({ answers, ms: performance.now() - began });
    };
    const socket = connect(port, "127.0.0.1");
    const reader = new AnswerReader((answer) => {
      if (answers.push(answer) >= count) finish(socket);
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", () => finish(socket));
    socket.on("close", () => finish(socket));
    socket.write(bytes);
  });
}

function problemIn(answer: Answer | undefined, status: number): { detail: string } {
  expect(answer?.status).toBe(status);
  if (answer === undefined) throw new Error("no answer");
  expect(headerOf(answer, "content-type")).toBe("application/problem+json");
  const document = JSON.parse(answer.body.toString()) as { status: number; detail: string };
  expect(document.status).toBe(status);
  return document;
}

describe("requests that do not arrive", () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ connections: { arriveMs: 600 } });
  });
  afterAll(() => service.close());

  // Node's defaults are a check every 30 seconds and a minute for a body.
  test.each([
    [
      "a body that stops",
      "POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
    ["headers that stop", "POST /v1/batch HTTP/1.1\r\nHos"],
    ["nothing at all", ""],
  ])("%s: 408, soon after the time is up", async (_, bytes) => {
    const { answers, ms } = await exchange(service.port, bytes);
    expect(problemIn(answers[0], 408).detail).toBe("The request did not arrive in time.");
    expect(ms).toBeGreaterThan(500);
    expect(ms).toBeLessThan(10_000);
  });

  test("a body that comes has more time, the more of it has come", async () => {
    const rows = JSON.stringify({ calls: Array.from({ length: 20_000 }, () => ({ tool: "x", input: {} })) });
    const slow = connect(service.port, "127.0.0.1");
    let text = "";
    slow.on("data", (chunk) => {
      text += chunk.toString();
    });
    slow.write(
      `POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${rows.length}\r\n\r\n`,
    );
    await new Promise((resolve) => slow.write(rows.slice(0, -2), resolve));
    // A later body that has stopped is refused earlier.
    const stopped =
      "POST /v1/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    expect((await exchange(service.port, stopped)).answers[0]?.status).toBe(408);
    expect(text).toBe("");
    slow.write(rows.slice(-2));
    await until("an answer", () => text !== "");
    expect(text).toMatch(/^HTTP\/1.1 (422|413) /);
    slow.destroy();
  });
});

describe("what Node would answer by itself", () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test("HTTP/1.1 without a Host is refused with a reason; HTTP/1.0 needs none", async () => {
    const without = await exchange(service.port, "GET /health HTTP/1.1\r\n\r\n");
    expect(problemIn(without.answers[0], 400).detail).toContain("Host");
    const older = await exchange(service.port, "GET /health HTTP/1.0\r\n\r\n");
    expect(older.answers[0]?.status).toBe(200);
  });

  test("two Host headers are refused, whatever they say", async () => {
    for (const hosts of ["Host: a\r\nHost: b", "Host: a\r\nhost: a"]) {
      const { answers } = await exchange(service.port, `GET /health HTTP/1.1\r\n${hosts}\r\n\r\n`);
      expect(problemIn(answers[0], 400).detail).toBe("The request has more than one Host header.");
    }
  });

  test("headers beyond a number are refused in words, not dropped: a key behind them is not passed over", async () => {
    const filler = (count: number) => "a: 1\r\n".repeat(count);
    const ask = async (count: number) => {
      const bytes = `GET /health HTTP/1.1\r\nHost: a\r\n${filler(count)}X-API-Key: last\r\n\r\n`;
      return (await exchange(service.port, bytes)).answers[0];
    };
    expect((await ask(100))?.status).toBe(200);
    for (const count of [200, 1000, 2000])
      expect(problemIn(await ask(count), 431).detail).toBe("The request has more than 200 headers.");
    expect(problemIn(await ask(10_000), 431).detail).toBe("The headers of the request are too large.");
  });

  test("an expectation that is not known is passed over", async () => {
    const bytes = "GET /health HTTP/1.1\r\nHost: a\r\nExpect: everything\r\n\r\n";
    const { answers } = await exchange(service.port, bytes);
    expect(answers[0]?.status).toBe(200);
  });
});

describe("stopping with open connections", () => {
  const call = postOf("/v1/tools/calculate_pue", JSON.stringify(PUE)).toString();

  /** Opens a connection that has received an answer, and so counts as idle. */
  const opened = async (port: number) => {
    const socket = connect(port, "127.0.0.1");
    const answers: Answer[] = [];
    let more = () => {};
    const reader = new AnswerReader((answer) => {
      answers.push(answer);
      more();
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    const next = () =>
      new Promise<void>((resolve) => {
        more = resolve;
      });
    const first = next();
    socket.write(call);
    await first;
    return { socket, answers, next, ended };
  };

  /** Waits until answers announce the shutdown. */
  const closing = (port: number) =>
    until("the end to begin", async () => {
      const { answers } = await exchange(port, call);
      return answers.some((answer) => headerOf(answer, "connection") === "close");
    });

  test("what comes on a connection that is already open is answered, and told to send no more", async () => {
    const service = await startService({ drainMs: 5000 });
    const { socket, answers, ended } = await opened(service.port);
    const closed = service.close();
    await closing(service.port);
    socket.write(call);
    await ended;
    await closed;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map((answer) => headerOf(answer, "connection"))).toEqual(["keep-alive", "close"]);
  });

  test("a connection that stays silent is closed when its time is up", async () => {
    const service = await startService({ drainMs: 100 });
    const { ended } = await opened(service.port);
    const began = performance.now();
    await service.close();
    await ended;
    expect(performance.now() - began).toBeGreaterThan(90);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("a connection that was opened ahead of need and never used holds nothing up", async () => {
    const service = await startService();
    const socket = connect(service.port, "127.0.0.1");
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await until(
      "the connection",
      () =>
        new Promise<boolean>((resolve) =>
          service.app.server.getConnections((_, open) => resolve(open === 1)),
        ),
    );
    const began = performance.now();
    await service.close();
    await ended;
    // Its headers have a minute to arrive.
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test("callers who come meanwhile are taken and answered", async () => {
    const service = await startService({ drainMs: 5000 });
    const closed = service.close();
    await closing(service.port);
    const { answers } = await exchange(service.port, call);
    expect(answers.map((answer) => headerOf(answer, "connection"))).toEqual(["close"]);
    await closed;
  });
});
