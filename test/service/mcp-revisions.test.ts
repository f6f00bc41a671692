// MCP revisions up to 2026-07-28 with the SDK's second client over HTTP and stdio, and invalid messages by hand.
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownSet, ownTiers } from "../helpers/own-definitions.js";
import { CLI } from "../helpers/processes.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`));
const overStdio = () => new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"] });
/** Fields that limit a result, which must reach models that see texts only. */
interface Limits {
  readonly disclaimer: string;
  readonly standard_reference: string;
  readonly assumptions: readonly string[];
}

/** Returns a result with the rows that the text lists by code as codes, under one name. */
function codesOnly(result: unknown): unknown {
  return Object.fromEntries(
    Object.entries(result as object).map(([name, field]) => {
      const rows: [string, { value?: unknown }][] = Array.isArray(field)
        ? field.map((row) => [String(Object.values(row as object)[0]), row])
        : Object.entries((field ?? {}) as object);
      const codes = rows.flatMap(([code, row]) => (row?.value === null ? [code] : []));
      return [
        name,
        codes.length < 2 ? field : { codes, others: rows.filter(([code]) => !codes.includes(code)) },
      ];
    }),
  );
}

const WITHOUT = "_without_value";

/** Brings the text of a result into the same form. */
function whole(text: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(text).flatMap(([name, field]) => {
      const codes = text[`${name}${WITHOUT}`];
      if (name.endsWith(WITHOUT)) return [];
      if (codes === undefined) return [[name, field]];
      const others = Array.isArray(field)
        ? field.map((row) => [Object.values(row as object)[0], row])
        : Object.entries(field as object);
      return [[name, { codes, others }]];
    }),
  );
}

const PINNED: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

describe.each([
  ["2026-07-28 over HTTP", overHttp, PINNED, true],
  ["2026-07-28 over standard input and output", overStdio, PINNED, true],
  [
    "what the client finds over HTTP",
    overHttp,
    { versionNegotiation: { mode: "auto" } } as ClientOptions,
    true,
  ],
  ["2025-11-25 over HTTP", overHttp, {}, false],
  ["2025-11-25 over standard input and output", overStdio, {}, false],
] as const)("the second client, %s", (_, transport, options, modern) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: "test", version: "1" }, options);
    await client.connect(transport());
  });
  afterAll(() => client.close());

  test("connects in its revision", () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(modern ? "2026-07-28" : "2025-11-25");
    expect(client.getServerVersion()).toMatchObject({ name: "plumbline" });
    expect(client.getInstructions()).toContain("assumptions");
  });

  test("lists and calls every tool with an example of it", async () => {
    const { tools } = await client.listTools();
    const listed = new Set(tools.map(({ name }) => name));
    for (const tool of ownSet().tools.values()) {
      expect(listed).toContain(tool.name);
      const input = tool.facts.examples[0]?.input ?? {};
      const result = await client.callTool({ name: tool.name, arguments: { ...input } });
      expect(result.isError ?? false).toBe(false);
      const outcome = tool.run(input);
      expect(result.structuredContent).toEqual(outcome.ok ? { ...outcome.result, tier: "free" } : undefined);
      const [said, definition] = result.content as unknown as { text: string; uri: string }[];
      expect(definition?.uri).toBe(`plumbline://tools/${tool.name}`);
      // Data is sent once, so the text is a summary.
      if (modern) {
        expect(said?.text.startsWith(tool.facts.title)).toBe(true);
        const { disclaimer, standard_reference, assumptions } = result.structuredContent as Limits;
        for (const limit of [disclaimer, standard_reference, ...assumptions])
          expect(said?.text).toContain(limit);
      } else expect(whole(JSON.parse(said?.text ?? ""))).toEqual(codesOnly(result.structuredContent));
    }
  });

  test("reads, completes, and is told what is wrong", async () => {
    const { contents } = await client.readResource({ uri: "plumbline://sources" });
    expect(contents[0]).toMatchObject({ mimeType: "text/yaml" });
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "plumbline://sheets/{name}{?input}" },
      argument: { name: "name", value: "calculate_p" },
    });
    expect(completion.values).toEqual(["calculate_pue"]);
    await expect(client.readResource({ uri: "plumbline://tools/none" })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.getPrompt({ name: "none" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.callTool({ name: "calculate_peu", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe("2026-07-28 by hand", () => {
  const meta = (version = "2026-07-28") => ({
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  });
  const headers = (method: string, name?: string) => ({
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  });
  const message = (method: string, params: object = {}) => ({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, _meta: meta() },
  });
  const call = message("tools/call", { name: "calculate_pue", arguments: PUE });
  const answerOf = async (body: unknown, sent: Record<string, string>) => {
    const response = await service.post("/mcp", body, sent);
    const answer = (await response.json()) as {
      id: unknown;
      result?: Record<string, unknown>;
      error?: { code: number; message: string; data?: { supported?: string[] } };
    };
    return { status: response.status, ...answer };
  };

  test("results are complete, say by whom, and lists how long they hold", async () => {
    const { result } = await answerOf(call, headers("tools/call", "calculate_pue"));
    expect(result).toMatchObject({
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "plumbline", version: "1.2.3" } },
      structuredContent: { pue_score: 1.37 },
    });
    expect(result).not.toHaveProperty("ttlMs");
    const list = await answerOf(message("tools/list"), headers("tools/list"));
    expect(list.result).toMatchObject({ resultType: "complete", cacheScope: "public", ttlMs: 3_600_000 });
    const discovered = await answerOf(message("server/discover"), headers("server/discover"));
    expect(discovered.result).toMatchObject({ supportedVersions: expect.arrayContaining(["2026-07-28"]) });
  });

  test("a name that headers cannot carry comes in base64", async () => {
    const name = `=?base64?${Buffer.from("calculate_pue").toString("base64")}?=`;
    expect((await answerOf(call, headers("tools/call", name))).result).toBeDefined();
  });

  test.each([
    ["headers that name another tool", call, headers("tools/call", "thermal_load"), 400, -32020],
    ["headers that name another method", call, headers("tools/list", "calculate_pue"), 400, -32020],
    ["no headers", call, {}, 400, -32020],
    ["a method that is not there", message("tools/lost"), headers("tools/lost"), 404, -32601],
    ["a method of older revisions", message("ping"), headers("ping"), 404, -32601],
    ["initialize", message("initialize"), headers("initialize"), 404, -32601],
    [
      "a resource that is not there",
      message("resources/read", { uri: "x" }),
      headers("resources/read", "x"),
      200,
      -32602,
    ],
    [
      "a tool that is not there",
      message("tools/call", { name: "x" }),
      headers("tools/call", "x"),
      200,
      -32602,
    ],
    ["no revision in the body", { ...call, params: { name: "x" } }, headers("tools/call", "x"), 400, -32602],
    ["a batch", [call], { "mcp-protocol-version": "2026-07-28" }, 400, -32600],
    ["a batch without a header", [call], {}, 400, -32600],
  ])("%s", async (_, body, sent, status, code) => {
    const answer = await answerOf(body, sent);
    expect(answer).toMatchObject({ status, error: { code } });
  });

  test("a revision that nobody knows is answered with those that are known", async () => {
    const body = { ...call, params: { ...call.params, _meta: meta("2099-01-01") } };
    const answer = await answerOf(body, {
      ...headers("tools/call", "calculate_pue"),
      "mcp-protocol-version": "2099-01-01",
    });
    expect(answer).toMatchObject({
      status: 400,
      id: 1,
      error: { code: -32022, data: { supported: ["2026-07-28"] } },
    });
  });

  test("a stream of changes ends at once: nothing changes while the service runs", async () => {
    const response = await service.post(
      "/mcp",
      message("subscriptions/listen", { notifications: { toolsListChanged: true } }),
      headers("subscriptions/listen"),
    );
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(await response.text()).toContain("notifications/subscriptions/acknowledged");
  });
});

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, ListedInput>> };
}
interface ListedInput {
  readonly title?: string;
  readonly description: string;
  readonly enum?: readonly string[];
}

describe("bounds", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("tools/list is at most 13,000 tokens, and every input has words; whole schemas come on request", async () => {
    const text = await (await service.post("/mcp", list)).text();
    // A token of o200k_base, the longer of two usual encodings, has 4.2 bytes of this list (49,837 bytes, 11,862
    // tokens).
    expect(Buffer.byteLength(text) / 4.2).toBeLessThanOrEqual(13_000);
    const { tools } = (JSON.parse(text) as { result: { tools: Listed[] } }).result;
    for (const { name, description, inputSchema } of tools) {
      // A shortened text ends like a sentence, not at an abbreviation or in brackets.
      expect(description, name).toMatch(/\S\.$/);
      expect(description, name).not.toMatch(/\b(e\.g|i\.e|Art|No|approx)\.$|\([^)]*$/);
      for (const [input, field] of Object.entries(inputSchema.properties)) {
        expect(field.description, `${name} ${input}`).toMatch(/\p{L}{2}/u);
        expect(field.description, `${name} ${input}`).not.toMatch(/\b(e\.g|i\.e|Art)\.?$/);
      }
    }
    const full = (await (await service.post("/mcp?schemas=full", list)).json()) as {
      result: { tools: (Listed & { outputSchema?: { type: string }; annotations: object })[] };
    };
    // If one of many words is accepted, the short form describes their format.
    const unlisted = tools.flatMap(({ name, inputSchema }, at) =>
      Object.entries(inputSchema.properties).flatMap(([input, { description, ...short }]) => {
        const { title, enum: words } = full.result.tools[at]?.inputSchema.properties[input] ?? {};
        const isOneOfMany = words !== undefined || /\bcountry\b/i.test(`${input} ${title}`);
        return isOneOfMany && short.enum === undefined ? [[`${name} ${input}`, description] as const] : [];
      }),
    );
    expect(unlisted.length).toBeGreaterThan(5);
    for (const [input, description] of unlisted)
      expect(description, input).toMatch(/\bISO( 3166-1)? code\b|, such as \w+/);
    for (const { outputSchema, annotations } of full.result.tools.slice(0, ownSet().tools.size)) {
      expect(outputSchema?.type).toBe("object");
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
    }
    expect((await service.post("/mcp?tools=none", list)).status).toBe(400);
  });

  test("a plan without MCP is refused, whatever is asked", async () => {
    const tiers = ownTiers();
    const without = {
      ...tiers,
      interfaces: tiers.interfaces.map((face) => ({
        ...face,
        tiers: face.tiers.map((tier) => ({ ...tier, mcp: false })),
      })),
    };
    const closed = await startService({ tiers: without });
    try {
      for (const body of [
        list,
        { ...list, method: "tools/call", params: { name: "calculate_pue", arguments: PUE } },
      ]) {
        const refused = await closed.post("/mcp", body);
        expect(refused.status).toBe(403);
        expect(await refused.json()).toMatchObject({
          id: 1,
          error: { code: -32000, data: { plan: "free" } },
        });
      }
    } finally {
      await closed.close();
    }
  });
});
