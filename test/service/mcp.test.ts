// MCP with the SDK's client over HTTP and stdio, and by hand.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownSet } from "../helpers/own-definitions.js";
import { CLI } from "../helpers/processes.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

/** Built-in tools, listed after those of the definitions. */
const OWN = ["describe_tool", "explain_result", "sweep", "compare", "verify"];

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`)) as Transport;
const overStdio = () => new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"] });

describe.each([
  ["Streamable HTTP", overHttp],
  ["standard input and output", overStdio],
])("the SDK's client over %s", (_, transport) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: "test", version: "1" });
    await client.connect(transport());
  });
  afterAll(() => client.close());

  test("initialises, and is told how to work", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "plumbline" });
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      extensions: { "io.modelcontextprotocol/ui": {} },
    });
    expect(client.getInstructions()).toContain("assumptions");
    await client.ping();
  });

  test("lists every tool in catalogue order, with what its inputs are and annotations", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([...ownSet().tools.keys(), ...OWN]);
    for (const tool of tools) {
      expect(tool.title).toMatch(/\S/);
      expect(tool.description).toMatch(/\S/);
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.annotations).toMatchObject({ readOnlyHint: true });
    }
  });

  test("calls a tool; text and data say the same, with links to the definition and the sheet", async () => {
    const result = await client.callTool({ name: "calculate_pue", arguments: PUE });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ pue_score: 1.37, tier: "free" });
    const [content, ...links] = result.content as { type: string; text: string; uri: string }[];
    expect(JSON.parse(content?.text ?? "")).toEqual(result.structuredContent);
    expect(links.map(({ type }) => type)).toEqual(["resource_link", "resource_link"]);
    const read = links.map(async ({ uri }) => (await client.readResource({ uri })).contents[0]);
    const [definition, sheet] = (await Promise.all(read)) as { text: string }[];
    expect(definition?.text).toMatch(/pue_score/);
    expect(sheet?.text).toMatch(/1\.37/);
  });

  test("bad arguments give a result that says how to mend them", async () => {
    const result = await client.callTool({
      name: "part_s_ev",
      arguments: { building_type: "residental", parking_spaces: -1 },
    });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      tool: "part_s_ev",
      errors: [
        { pointer: "/building_type" },
        { pointer: "/parking_spaces" },
        { pointer: "/works", allowed: ["new", "major_renovation"] },
      ],
    });
    const [content] = result.content as { text: string }[];
    expect(content?.text).toBe(
      [
        "The arguments do not fit part_s_ev; nothing was computed.",
        '- building_type must be one of residential, non_residential, not "residental". Did you mean residential?',
        "- parking_spaces must be at least 0, not -1.",
        "- works is required: one of new, major_renovation.",
        "Required: building_type, works, parking_spaces. Optional: material_change_of_use, dwellings, covered_car_park, covered_spaces, supply_capacity_charge_points, average_connection_cost_gbp, renovation_cost_gbp, ev_works_cost_gbp, cable_route_cost_gbp.",
        'A call that works: {"building_type":"non_residential","works":"new","parking_spaces":11}',
        "Correct the arguments and call again.",
      ].join("\n"),
    );
  });

  test("an unknown tool is a protocol error with near names", async () => {
    await expect(client.callTool({ name: "calculate_peu", arguments: PUE })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("There is no tool calculate_peu. Did you mean calculate_pue"),
    });
  });

  test("resources: listed, templated, readable, completed", async () => {
    const { resources } = await client.listResources();
    const uris = resources.map((resource) => resource.uri);
    expect(uris).toContain("plumbline://tools/calculate_pue");
    expect(uris).toContain("plumbline://tables/steel_sections");
    expect(uris).toContain("plumbline://sources");
    const { contents } = await client.readResource({ uri: "plumbline://tools/calculate_pue" });
    expect(contents[0]).toMatchObject({
      mimeType: "text/yaml",
      text: ownSet().files.get("tools/calculate_pue.yaml")?.text,
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
      "plumbline://tools/{name}",
      "plumbline://tables/{name}",
      "plumbline://parts/{name}",
      "plumbline://sources/{name}",
      "plumbline://rules/{+name}",
      "plumbline://sheets/{name}{?input}",
    ]);
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "plumbline://tools/{name}" },
      argument: { name: "name", value: "calculate_p" },
    });
    expect(completion.values[0]).toBe("calculate_pue");
    await expect(client.readResource({ uri: "plumbline://tools/none" })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test("prompts: each argument described, written from the set, wrong ones refused", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual(["dossier", "compare_options", "audit_result"]);
    for (const prompt of prompts)
      for (const each of prompt.arguments ?? []) expect(each.description).toMatch(/\S/);
    const { messages } = await client.getPrompt({
      name: "dossier",
      arguments: { subject: "a house to let" },
    });
    const [message] = messages;
    const text = message?.content.type === "text" ? message.content.text : "";
    for (const name of ownSet().tools.keys()) expect(text).toContain(`- ${name} (`);
    await client.getPrompt({ name: "audit_result", arguments: { tool: "calculate_pue", inputs: "{}" } });
    for (const wrong of [
      { name: "dossiers", arguments: {} },
      { name: "dossier", arguments: {} },
      { name: "audit_result", arguments: { tool: "calculate_peu", inputs: "{}" } },
      { name: "dossier", arguments: { subject: "x", category: "none" } },
    ])
      await expect(client.getPrompt(wrong)).rejects.toMatchObject({ code: -32602 });
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "audit_result" },
      argument: { name: "tool", value: "pue" },
    });
    expect(completion.values).toContain("calculate_pue");
  });
});

interface Rpc {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

describe("by hand", () => {
  const raw = (body: unknown, headers: Record<string, string> = {}) => service.post("/mcp", body, headers);
  const rpc = async (body: unknown, headers?: Record<string, string>) =>
    (await (await raw(body, headers)).json()) as Rpc;
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const call = {
    jsonrpc: "2.0",
    id: "a",
    method: "tools/call",
    params: { name: "calculate_pue", arguments: PUE },
  };

  test.each(["application/json", "*/*", "application/json, text/event-stream", "text/html", ""])(
    "tools/list and tools/call without initialize, Accept: %s",
    async (accept) => {
      const headers: Record<string, string> = accept === "" ? {} : { accept };
      const response = await raw(list, headers);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("application/json");
      const { result, id } = (await response.json()) as Rpc;
      expect(id).toBe(1);
      expect(result?.tools).toHaveLength(ownSet().tools.size + OWN.length);
      expect((await rpc(call, headers)).result?.structuredContent).toMatchObject({ pue_score: 1.37 });
    },
  );

  test("a client that takes only an event stream gets one", async () => {
    const response = await raw(call, { accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const data = /^data: (.+)$/m.exec(await response.text())?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject({ id: "a", result: { structuredContent: { pue_score: 1.37 } } });
  });

  test.each([
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2025-11-25", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
  ])("protocol version %s is answered with %s", async (asked, given) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "hand", version: "0" } };
    const { result } = await rpc({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect(result).toMatchObject({ protocolVersion: given, serverInfo: { version: "1.2.3" } });
  });

  test("the version header is checked after that", async () => {
    expect((await raw(list, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
    const wrong = await raw(list, { "mcp-protocol-version": "1999-01-01" });
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as Rpc).error?.message).toContain("2025-06-18");
  });

  test.each([
    ["malformed JSON", "{", 400, -32700, null],
    ["an empty body", "", 400, -32700, null],
    ["a number", "3", 400, -32600, null],
    ["no version", { id: 4, method: "ping" }, 400, -32600, 4],
    ["no method", { jsonrpc: "2.0", id: 4 }, 400, -32600, 4],
    ["an id that is null", { jsonrpc: "2.0", id: null, method: "ping" }, 400, -32600, null],
    ["an empty batch", [], 400, -32600, null],
    ["a batch", [list, call], 400, -32600, null],
    ["params that are a list", { jsonrpc: "2.0", id: 4, method: "ping", params: [] }, 400, -32602, 4],
    ["an unknown method", { jsonrpc: "2.0", id: 4, method: "tools/lost" }, 200, -32601, 4],
    ["initialize without parameters", { jsonrpc: "2.0", id: 4, method: "initialize" }, 400, -32602, 4],
    ["a call without a name", { jsonrpc: "2.0", id: 4, method: "tools/call", params: {} }, 200, -32602, 4],
    ["a cursor from nowhere", { ...list, id: 4, params: { cursor: "x" } }, 200, -32602, 4],
    ["a completion of nothing", { jsonrpc: "2.0", id: 4, method: "completion/complete" }, 200, -32602, 4],
    ["too much", { ...list, x: "y".repeat(100_000) }, 413, -32600, null],
  ])("%s", async (_, body, status, code, id) => {
    const response = await raw(body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as Rpc;
    expect(answer).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    expect(answer.error?.message).not.toMatch(/\.(ts|js):\d+|zod/i);
  });

  test("arguments that are not an object are the tool's to refuse", async () => {
    const { result } = await rpc({ ...call, params: { name: "calculate_pue", arguments: [1] } });
    expect(result?.isError).toBe(true);
  });

  test("notifications and responses are accepted and not answered", async () => {
    for (const silent of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      { jsonrpc: "2.0", id: 7, result: {} },
    ]) {
      const response = await raw(silent);
      expect(response.status).toBe(202);
      expect(await response.text()).toBe("");
    }
  });

  test("callers who use the same id at the same time each get their own answer, as text and as data", async () => {
    const loads = Array.from({ length: 60 }, (_, at) => 400 + at);
    const answers = await Promise.all(
      loads.map(async (it_load_kw) => {
        const params = { name: "calculate_pue", arguments: { ...PUE, it_load_kw } };
        const text = await (await raw({ ...call, params })).text();
        return JSON.parse(text) as Rpc;
      }),
    );
    answers.forEach((body, at) => {
      const expected = ownSet()
        .tools.get("calculate_pue")
        ?.run({ ...PUE, it_load_kw: loads[at] });
      expect(body.id).toBe("a");
      expect(body.result?.structuredContent).toEqual(
        expected?.ok === true ? { ...expected.result, tier: "free" } : undefined,
      );
      const [content] = (body.result?.content ?? []) as { text: string }[];
      expect(JSON.parse(content?.text ?? "")).toEqual(body.result?.structuredContent);
    });
  });

  test("GET and DELETE answer 405; a wrong content type 415", async () => {
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`${service.base}/mcp`, {
        method,
        headers: { accept: "text/event-stream" },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
    }
    expect((await raw(JSON.stringify(list), { "content-type": "text/plain" })).status).toBe(415);
  });

  test("a refused caller gets the status, Retry-After and a JSON-RPC error; listing is free", async () => {
    const refusal = { kind: "too-many-requests", detail: "Wait.", more: {} } as const;
    const guarded = await startService({
      admission: ({ headers }) =>
        headers["x-api-key"] === "good"
          ? { tier: "pro", settle: () => ({}) }
          : { refusal, headers: { "retry-after": "9" } },
    });
    try {
      expect((await guarded.post("/mcp", list)).status).toBe(200);
      const refused = await guarded.post("/mcp", call);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("9");
      expect(await refused.json()).toMatchObject({ id: "a", error: { code: -32000, message: "Wait." } });
      const admitted = (await (await guarded.post("/mcp", call, { "x-api-key": "good" })).json()) as Rpc;
      expect(admitted.result?.structuredContent).toMatchObject({ tier: "pro" });
    } finally {
      await guarded.close();
    }
  });
});

describe("against DNS rebinding", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const status = async (running: Running, headers: Record<string, string>) =>
    (await running.app.inject({ method: "POST", url: "/mcp", headers, payload: list })).statusCode;

  test("by default only this machine's names and origins", async () => {
    expect(await status(service, { host: `127.0.0.1:${service.port}` })).toBe(200);
    expect(await status(service, { host: "localhost", origin: "http://localhost:6274" })).toBe(200);
    expect(await status(service, { host: "[::1]:3000", origin: "http://[::1]:3000" })).toBe(200);
    expect(await status(service, { host: "evil.example" })).toBe(403);
    expect(await status(service, { host: "localhost", origin: "http://evil.example" })).toBe(403);
    expect(await status(service, { host: "localhost", origin: "http://localhost.evil.example" })).toBe(403);
    expect(await status(service, { host: "localhost", origin: "null" })).toBe(403);
  });

  test("the operator may list others", async () => {
    const open = await startService({
      mcpHosts: ["api.example.org"],
      mcpOrigins: ["https://app.example.org"],
      corsOrigins: ["https://docs.example.org"],
    });
    const any = await startService({ mcpHosts: undefined, mcpOrigins: [] });
    try {
      expect(await status(open, { host: "API.example.org" })).toBe(200);
      expect(await status(open, { host: "localhost" })).toBe(403);
      expect(await status(open, { host: "api.example.org", origin: "https://app.example.org" })).toBe(200);
      expect(await status(open, { host: "api.example.org", origin: "https://docs.example.org" })).toBe(200);
      expect(await status(open, { host: "api.example.org", origin: "http://app.example.org" })).toBe(403);
      expect(await status(any, { host: "whatever.example" })).toBe(200);
      expect(await status(any, { host: "whatever.example", origin: "https://whatever.example" })).toBe(403);
    } finally {
      await open.close();
      await any.close();
    }
  });
});
