// Tool calls over HTTP with failures of the store, tool, body or connection.
import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import type { AppOptions } from "../../src/server/options.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE, problemOf } from "../helpers/running-service.js";

const PATH = "/v1/tools/calculate_pue";

const open: Keyed[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(options: Partial<AppOptions> = {}): Promise<{ service: Keyed; lines: string[] }> {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line));
      done();
    },
  });
  const service = await startKeyed({ logger: { stream }, ...options });
  open.push(service);
  return { service, lines };
}

describe("a call that fails inside", () => {
  test.each<[where: string, options: Partial<AppOptions>, status: number]>([
    ["in a store", { admission: () => Promise.reject(new Error("secret of the store")) }, 500],
    ["in a store at once", { admission: () => fails("secret of the store") }, 500],
    ["in a tool", { set: failing(() => fails("secret of a tool")) }, 500],
    ["for lack of files", { set: failing(() => fails("secret", "EMFILE")) }, 503],
  ])("%s: the reason is in the log and not in the answer", async (_, options, status) => {
    const { service, lines } = await start(options);
    const answer = await service.post(PATH, PUE, { "x-request-id": "same" });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
    expect(JSON.stringify(await problemOf(answer))).not.toContain("secret");
    expect(lines.join("")).toMatch(/"reqId":"same".*secret/);
  });
});

test("a store that answers later: its verdict is in the answer", async () => {
  const { service } = await start({
    admission: async ({ headers }) => ({
      tier: `plan of ${String(headers["x-api-key"])}`,
      settle: (failed) => ({ ratelimit: `failed ${failed}` }),
    }),
  });
  const answer = await service.post(PATH, PUE, { "x-api-key": "someone" });
  expect(answer.headers.get("ratelimit")).toBe("failed 0");
  expect(await answer.json()).toMatchObject({ tier: "plan of someone" });
  expect((await service.post(PATH, {})).headers.get("ratelimit")).toBe("failed 1");
});

test("a body that is not JSON counts as a call, and the connection stays: the body was read whole", async () => {
  const { service } = await start();
  for (const body of ['{"a": ', '{"a": 1, "a": 2}', '{"__proto__": {}}']) {
    const answer = await service.post(PATH, body);
    await problemOf(answer, "malformed-json");
    expect(answer.headers.get("connection")).not.toBe("close");
  }
  expect((await service.post(PATH, PUE)).headers.get("ratelimit")).toContain('"minute";r=1');
  expect((await service.post(PATH, "{")).status).toBe(400);
  expect((await service.post(PATH, "{")).status).toBe(429);
});

test("the line in the log has the address that trusted proxies give, and the caller's trace", async () => {
  const { service, lines } = await start({ trustProxy: ["127.0.0.1"] });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await service.post(PATH, PUE, { "x-forwarded-for": "203.0.113.9, 198.51.100.7", traceparent });
  const requests = () => lines.filter((line) => line.includes('"msg":"request"'));
  await expect.poll(requests).toHaveLength(1);
  expect(JSON.parse(requests()[0] ?? "")).toMatchObject({
    ip: "198.51.100.7",
    path: PATH,
    trace: "0af7651916cd43dd8448eb211c80319c",
    span: "b7ad6b7169203331",
  });
});

test("a body that comes in pieces is read whole, and one that is cut off counts for nothing", async () => {
  const { service } = await start();
  const body = JSON.stringify(PUE);
  const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const cut = connect(service.port, "127.0.0.1");
  cut.write(head + body.slice(0, 10));
  await once(cut, "connect");
  cut.destroy();
  await once(cut, "close");
  const socket = connect(service.port, "127.0.0.1");
  socket.write(head);
  for (const letter of body) {
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(letter);
  }
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toContain("200 OK");
  // The first of five in a minute.
  expect(answer.toString()).toContain('ratelimit: "minute";r=4');
});

function fails(message: string, code?: string): never {
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** Returns the tools, one of which throws. */
function failing(run: () => never): ReturnType<typeof ownSet> {
  const set = ownSet();
  const tool = set.tools.get("calculate_pue");
  if (tool === undefined) throw new Error("there is no such tool");
  const broken = Object.create(tool, { run: { value: run } }) as typeof tool;
  return Object.create(set, { tools: { value: new Map([...set.tools, [tool.name, broken]]) } }) as typeof set;
}
