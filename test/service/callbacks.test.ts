// Senders of jobs are told of the end of them by a signed request, where the operator allows their host, and nothing waits for it.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { CallbackSettings } from "../../src/server/jobs/callbacks.js";
import { readSettings } from "../../src/server/settings.js";
import { ROOT } from "../helpers/folders.js";
import { openJobs, type TestJobs } from "../helpers/own-jobs.js";
import { type Running, startService } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";

const SECRET = "a secret of more than enough characters";
const TABLE = "it_load_kw,cooling_kw,ups_losses_kw,lighting_kw\n500,150,30,5\n";

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A receiver that answers as it is told, and keeps what it was sent. */
async function receiver(answer: (reply: ServerResponse, count: number) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push({ path: request.url, headers: request.headers, body });
    answer(reply, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, received };
}

async function serviceWith(callbacks?: CallbackSettings): Promise<{ jobs: TestJobs; service: Running }> {
  const jobs = await openJobs({ dataDir: ":memory:" }, 1, undefined, callbacks);
  const service = await startService({ jobs });
  open.push(
    () => jobs.close(),
    () => service.close(),
  );
  return { jobs, service };
}

async function send({ base }: Running, callback: string): Promise<Response> {
  const path = `/v1/jobs?tool=calculate_pue&columns=pue_score&callback=${encodeURIComponent(callback)}`;
  return fetch(base + path, { method: "POST", headers: { "content-type": "text/csv" }, body: TABLE });
}
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
const doneOf = (service: Running, id: string) =>
  until("the job", async () => {
    const view = (await (await service.get(`/v1/jobs/${id}`)).json()) as { state: string };
    return view.state === "done" ? view : undefined;
  });

/** The lines by which docs/tables.md lets a receiver check a callback. */
async function documentedCheck(...[secret, signature, timestamp, body]: readonly string[]) {
  const docs = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
  const lines = /```js\n(.*?)```/s.exec(docs)?.[1] ?? "";
  const check = `export default async (secret, signature, timestamp, body) => {\n${lines}return genuine;\n};`;
  const { default: genuine } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(check)}`
  )) as { default: (...given: unknown[]) => Promise<boolean> };
  return genuine(secret, signature, timestamp, body);
}

describe("a job that has ended", () => {
  test("is told of once, signed over the time and the body", async () => {
    const { port, received } = await receiver((reply) => reply.writeHead(204).end());
    const { jobs, service } = await serviceWith({ hosts: [`private:127.0.0.1:${port}`], secret: SECRET });
    const id = await idOf(await send(service, `http://127.0.0.1:${port}/done?order=7`));
    const [{ path, headers, body }] = (await until("the callback", () =>
      received.length > 0 ? received : undefined,
    )) as [Received];
    expect(path).toBe("/done?order=7");
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({
      id,
      tool: "calculate_pue",
      state: "done",
      rows: 1,
      results: `/v1/jobs/${id}/results`,
    });
    const time = String(headers["plumbline-timestamp"]);
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
    const signed = (secret: string) =>
      `sha256=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
    expect(headers["plumbline-signature"]).toBe(signed(SECRET));
    expect(headers["plumbline-signature"]).not.toBe(signed(`${SECRET}!`));
    const signature = String(headers["plumbline-signature"]);
    expect(await documentedCheck(SECRET, signature, time, body)).toBe(true);
    expect(await documentedCheck(SECRET, signature, time, `${body} `)).toBe(false);
    const next = await idOf(await send(service, `http://127.0.0.1:${port}/next`));
    await until("the next", () => (received.length > 1 ? received : undefined));
    expect(received.map((each) => (JSON.parse(each.body) as { id: string }).id)).toEqual([id, next]);
    expect(jobs.told).toEqual([]);
  });

  test("is told of again where the receiver fails, and not without end", async () => {
    const { port, received } = await receiver((reply) => reply.writeHead(500).end());
    const settings = { hosts: [`private:127.0.0.1:${port}`], secret: SECRET, pauses: [0, 1, 1] };
    const { jobs, service } = await serviceWith(settings);
    const id = await idOf(await send(service, `http://127.0.0.1:${port}/`));
    await until("three tries", () => (jobs.told.length === 3 ? true : undefined));
    expect(jobs.told[2]).toBe(`The callback of job ${id} failed: the receiver answered 500`);
    const other = await idOf(await send(service, `http://127.0.0.1:${port}/other`));
    await until("three more", () => (jobs.told.length === 6 ? true : undefined));
    expect(received.map(({ path }) => path)).toEqual(["/", "/", "/", "/other", "/other", "/other"]);
    expect(await doneOf(service, other)).toMatchObject({ computed: 1 });
  });

  test("is told of nowhere else: a redirect is a failure", async () => {
    const elsewhere = await receiver((reply) => reply.end());
    const { port, received } = await receiver((reply) =>
      reply.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    const settings = { hosts: [`private:127.0.0.1:${port}`], secret: SECRET, pauses: [0] };
    const { jobs, service } = await serviceWith(settings);
    await send(service, `http://127.0.0.1:${port}/`);
    await until("the try", () => (jobs.told.length > 0 ? true : undefined));
    expect(jobs.told).toEqual([expect.stringContaining("the receiver answered 307")]);
    expect([received.length, elsewhere.received.length]).toEqual([1, 0]);
  });

  test("waits for no receiver that never answers: other jobs are computed, and it is given up in time", async () => {
    const { port } = await receiver(() => undefined);
    const settings = { hosts: [`private:127.0.0.1:${port}`], secret: SECRET, pauses: [0], timeoutMs: 1500 };
    const { jobs, service } = await serviceWith(settings);
    await send(service, `http://127.0.0.1:${port}/`);
    const next = await idOf(await send(service, `http://127.0.0.1:${port}/`));
    await doneOf(service, next);
    await until("both given up", () => (jobs.told.length === 2 ? true : undefined));
    expect(jobs.told[0]).toContain("the receiver took too long");
  });

  test("is told of at no address inside that the operator has not named so", async () => {
    const { port, received } = await receiver((reply) => reply.end());
    const { jobs, service } = await serviceWith({
      hosts: [`localhost:${port}`],
      secret: SECRET,
      pauses: [0],
    });
    expect((await send(service, `https://localhost:${port}/`)).status).toBe(202);
    await until("the try", () => (jobs.told.length > 0 ? true : undefined));
    expect(jobs.told[0]).toContain("localhost leads into a private network");
    expect(received).toEqual([]);
  });
});

test("addresses that are not allowed, or none, are refused before anything is counted or computed", async () => {
  const { service } = await serviceWith({ hosts: ["example.org", "private:erp.local"], secret: SECRET });
  const faultOf = async (answer: Response) => {
    const { errors } = (await answer.json()) as { errors: { pointer: string; message: string }[] };
    return [answer.status, errors];
  };
  const host = "The operator of this service does not allow callbacks to this host.";
  const form = "callback must be an address such as https://example.org/done, without a user or a password.";
  for (const [address, message] of [
    ["https://evil.example/", host],
    ["https://example.org.evil.example/", host],
    ["https://example.org:8443/", host],
    ["https://2130706433/", host],
    ["https://user:word@example.org/", form],
    ["http://example.org/", form],
    ["ftp://erp.local/", form],
    ["nonsense", form],
    [`https://example.org/${"x".repeat(2000)}`, form],
  ] as const)
    expect(await faultOf(await send(service, address))).toEqual([422, [{ pointer: "/callback", message }]]);
  const rows = [{ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 }];
  const asJson = { method: "POST", headers: { "content-type": "application/json" } };
  const wrong = await fetch(`${service.base}/v1/jobs`, {
    ...asJson,
    body: JSON.stringify({ tool: "calculate_pue", rows, callback: 7 }),
  });
  expect(await faultOf(wrong)).toMatchObject([422, [{ pointer: "/callback" }]]);
  const { service: silent } = await serviceWith();
  expect(await faultOf(await send(silent, "https://example.org/"))).toEqual([
    422,
    [{ pointer: "/callback", message: "This service calls nobody back." }],
  ]);
});

test("hosts without a secret, a short secret, a secret without hosts and what is no host stop the start", () => {
  const read = (env: Record<string, string>) => readSettings(env).jobs.callbacks;
  expect(read({})).toBeUndefined();
  expect(read({ CALLBACK_HOSTS: "Example.org, private:[::1]:8080", CALLBACK_SECRET: SECRET })).toEqual({
    hosts: ["example.org", "private:[::1]:8080"],
    secret: SECRET,
  });
  for (const env of [
    { CALLBACK_HOSTS: "example.org" },
    { CALLBACK_HOSTS: "example.org", CALLBACK_SECRET: "short" },
    { CALLBACK_SECRET: SECRET },
  ])
    expect(() => read(env)).toThrow("Callbacks need CALLBACK_HOSTS and a CALLBACK_SECRET of at least 24");
  expect(() => read({ CALLBACK_HOSTS: "https://example.org", CALLBACK_SECRET: SECRET })).toThrow(
    "is no host",
  );
});
