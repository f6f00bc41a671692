// Plain calls are answered beside Fastify; a query makes the same call Fastify's. Both must answer, count and log alike.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import type { AppOptions } from "../src/server/options.js";
import { ownSet } from "./definitions.js";
import { type Keyed, startKeyed } from "./keyed.js";
import { PUE } from "./running.js";

const PATH = "/v1/tools/calculate_pue";
const BY_FASTIFY = "?explain=false";

const open: Keyed[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function start(options: Partial<AppOptions>): Promise<Keyed> {
  const service = await startKeyed(options);
  open.push(service);
  return service;
}

interface Asked {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Two services that know nothing of each other: one is asked plainly, the other so that Fastify answers. */
async function both(options: Partial<AppOptions> = {}) {
  const lines: [string[], string[]] = [[], []];
  const logger = (to: string[]) => ({
    stream: new Writable({
      write: (line, _, done) => {
        to.push(String(line));
        done();
      },
    }),
  });
  const services = [
    await start({ logger: logger(lines[0]), ...options }),
    await start({ logger: logger(lines[1]), ...options }),
  ] as const;
  const ask = async ({ path = PATH, body = PUE, headers: more = {} }: Asked = {}) => {
    const answers = await Promise.all(
      services.map(async (service, at) => {
        const given = { "x-request-id": "same", ...more };
        const response = await service.post(path + (at === 0 ? "" : BY_FASTIFY), body, given);
        const headers = Object.fromEntries(response.headers);
        // Fastify gives up the connection after a body that is not JSON, though it was read whole.
        for (const name of ["date", "connection", "keep-alive"]) delete headers[name];
        return { status: response.status, headers, text: await response.text() };
      }),
    );
    const [plain, byFastify] = answers;
    expect(plain).toEqual(byFastify);
    if (plain === undefined) throw new Error("nothing was answered");
    return plain;
  };
  return { services, ask, lines };
}

/** How many requests Fastify's handlers see meanwhile. */
async function seenByFastify<T>(work: () => Promise<T>): Promise<[given: T, seen: number]> {
  let seen = 0;
  const note = () => seen++;
  subscribe("tracing:fastify.request.handler:start", note);
  const given = await work();
  unsubscribe("tracing:fastify.request.handler:start", note);
  return [given, seen];
}

describe("the same answer both ways", () => {
  test("to a call", async () => {
    const { ask } = await both();
    const [answer, seen] = await seenByFastify(ask);
    expect(seen).toBe(1);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ tier: "free" });
  });

  test.each<[what: string, asked: Asked, status: number]>([
    ["input that does not fit", { body: { nothing: 1 } }, 422],
    ["no object", { body: "[]" }, 422],
    ["a body that is not JSON", { body: '{"a": ' }, 400],
    ["a name that stands twice", { body: '{"a": 1, "a": 2}' }, 400],
    ["a name that reaches into prototypes", { body: '{"__proto__": {}}' }, 400],
    ["a mistyped key", { headers: { "x-api-key": "plb_wrong" } }, 401],
    ["a key as a bearer that nobody issued", { headers: { authorization: "Bearer wrong" } }, 401],
    ["a tool that is not there", { path: "/v1/tools/calculate_pu" }, 404],
    ["a body that says its encoding", { headers: { "content-encoding": "identity" } }, 200],
    ["another kind of body", { headers: { "content-type": "text/plain" } }, 415],
    [
      "a body with its letters named",
      { headers: { "content-type": "application/json; charset=utf-8" } },
      200,
    ],
    ["a body that is too long", { body: { filler: "x".repeat(70_000) } }, 413],
    [
      "a page of another site",
      { headers: { origin: "https://x.example", "sec-fetch-site": "cross-site" } },
      403,
    ],
  ])("to %s", async (_, asked, status) => {
    const { ask } = await both();
    expect((await ask(asked)).status).toBe(status);
    // What it counted for.
    expect((await ask()).status).toBe(200);
  });

  test("to who has used up the plan, and after the minute", async () => {
    const { ask, services } = await both();
    for (let made = 0; made < 5; made++) await ask({ body: made % 2 === 0 ? PUE : {} });
    expect((await ask()).status).toBe(429);
    expect((await ask({ body: "{" })).status).toBe(429);
    for (const service of services) service.pass(60);
    expect((await ask()).status).toBe(200);
  });

  test("to a key, and by a store that is asked elsewhere", async () => {
    const { ask } = await both({
      admission: async ({ headers }) => ({
        tier: `plan of ${String(headers["x-api-key"])}`,
        settle: (failed) => ({ ratelimit: `failed ${failed}` }),
      }),
    });
    const answer = await ask({ headers: { "x-api-key": "someone" } });
    expect(answer.headers).toMatchObject({ ratelimit: "failed 0" });
    expect(JSON.parse(answer.text)).toMatchObject({ tier: "plan of someone" });
    expect((await ask({ body: {} })).headers).toMatchObject({ ratelimit: "failed 1" });
  });

  test.each([
    ["a store", { admission: () => Promise.reject(new Error("secret of the store")) }, 500],
    ["a store at once", { admission: () => fails("secret of the store") }, 500],
    ["a tool", { set: failing(() => fails("secret of a tool")) }, 500],
    ["a shortage of files", { set: failing(() => fails("secret", "EMFILE")) }, 503],
  ])("where %s fails: nothing is told but in the log", async (_, options, status) => {
    const { ask, lines } = await both(options);
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain("secret");
    for (const each of lines) expect(each.join("")).toMatch(/"reqId":"same".*secret/);
  });
});

test("both leave the same line in the log, with the address that trusted proxies give", async () => {
  const { ask, lines } = await both({ trustProxy: ["127.0.0.1"] });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await ask({ headers: { "x-forwarded-for": "203.0.113.9, 198.51.100.7", traceparent } });
  const requests = (which: 0 | 1) =>
    lines[which]
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === "request")
      .map(({ time: _, ms, ...rest }) => ({ ...rest, ms: typeof ms }));
  await expect.poll(() => requests(0)).toHaveLength(1);
  await expect.poll(() => requests(1)).toEqual(requests(0));
  expect(requests(0)[0]).toMatchObject({ ip: "198.51.100.7", path: PATH, status: 200, reqId: "same" });
});

test.each([
  [1, "198.51.100.7"],
  [true, "203.0.113.9"],
  [false, "127.0.0.1"],
])("with TRUST_PROXY %s both count for %s", async (trustProxy, ip) => {
  const counted: string[] = [];
  const { ask } = await both({
    trustProxy,
    admission: (caller) => {
      counted.push(caller.ip);
      return { tier: "free", settle: () => ({}) };
    },
  });
  await ask({ headers: { "x-forwarded-for": "203.0.113.9, 198.51.100.7" } });
  expect(counted).toEqual([ip, ip]);
});

test("both are counted as one route", async () => {
  const { ask, services } = await both();
  await ask();
  await ask({ body: {} });
  for (const service of services) {
    const text = await (await service.get("/metrics")).text();
    for (const status of [200, 422])
      expect(text).toContain(
        `plumbline_requests_total{route="/v1/tools/:name",method="POST",status="${status}"} 1`,
      );
    expect(text).toContain('plumbline_request_seconds_count{route="/v1/tools/:name"} 2');
  }
});

test("a body that comes in pieces is read whole, and one that is cut off counts for nothing", async () => {
  const service = await start({});
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
  // The fifth and last of a minute but four.
  expect(answer.toString()).toContain('ratelimit: "minute";r=4');
});

test("where pages of other origins may call, Fastify answers with their headers", async () => {
  const service = await start({ corsOrigins: ["https://x.example"] });
  const answer = await service.post(PATH, PUE);
  expect(answer.headers.get("vary")).toBe("Origin");
});

function fails(message: string, code?: string): never {
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** The tools, one of which breaks when it is run. */
function failing(run: () => never): ReturnType<typeof ownSet> {
  const set = ownSet();
  const tool = set.tools.get("calculate_pue");
  if (tool === undefined) throw new Error("there is no such tool");
  const broken = Object.create(tool, { run: { value: run } }) as typeof tool;
  return Object.create(set, { tools: { value: new Map([...set.tools, [tool.name, broken]]) } }) as typeof set;
}
