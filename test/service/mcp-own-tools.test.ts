// Built-in MCP tools: find, describe and call other tools; explain, sweep, compare, verify.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";
import { LEAST_FIRST, plainQuestions, play } from "../instruments/tasks.js";

let service: Running;
let client: Client;
const counted: number[] = [];
beforeAll(async () => {
  service = await startService({
    admission: (_, calls) => {
      if (calls > 0) counted.push(calls);
      return { tier: "pro", settle: () => ({}) };
    },
  });
  client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`)));
});
afterAll(async () => {
  await client.close();
  await service.close();
});

interface Called {
  readonly said: string;
  readonly data: Record<string, unknown>;
  readonly wrong: boolean;
}

async function call(name: string, args: Record<string, unknown>): Promise<Called> {
  counted.length = 0;
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [said] = content as { text: string }[];
  return {
    said: said?.text ?? "",
    data: (structuredContent ?? {}) as Record<string, unknown>,
    wrong: isError === true,
  };
}

test("tasks in plain words find their tool, without a model", async () => {
  const played = await play(ownSet());
  expect(played).toHaveLength(60);
  expect(new Set(played.map(({ tool }) => tool)).size).toBe(ownSet().tools.size);
  expect(played.filter(({ works }) => !works)).toEqual([]);
  expect(played.filter(({ tool, found }) => found[0] === tool).length).toBeGreaterThanOrEqual(LEAST_FIRST);
});

test.each(["first", "second"] as const)("plain questions find their tool: %s list", async (list) => {
  const questions = Object.entries(plainQuestions()[list]);
  expect(questions.map(([tool]) => tool).sort()).toEqual([...ownSet().tools.keys()].sort());
  const wrong: string[] = [];
  for (const [tool, task] of questions) {
    const { data } = await call("find_tool", { task });
    const [first] = data.tools as { name: string }[];
    if (first?.name !== tool) wrong.push(`${task} ${first?.name}`);
  }
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(2);
});

test("a share given for a per cent is computed with, and the agent is told; small rates and whole per cents are not", async () => {
  const told = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args });
    const texts = (content as { type: string; text: string }[]).filter(({ type }) => type === "text");
    return {
      hints: texts.slice(1).map(({ text }) => text),
      data: structuredContent as Record<string, unknown>,
    };
  };
  let tried = 0;
  for (const tool of ownSet().tools.values()) {
    const { name, facts, inputSchema } = tool;
    const fields = Object.entries(inputSchema.properties as Record<string, Record<string, unknown>>);
    const example = facts.examples[0]?.input ?? {};
    for (const [field, { unit, maximum, minimum }] of fields) {
      if (unit !== "%" || Number(minimum ?? 0) > 0) continue;
      const share = { ...example, [field]: 0.4 };
      const computed = tool.run(share);
      if (!computed.ok) continue;
      tried++;
      const { hints, data } = await told(name, share);
      const hint = `${field} was computed as 0.4 %. If 40 % was meant, send 40.`;
      expect([name, field, hints]).toEqual([name, field, Number(maximum) >= 50 ? [hint] : []]);
      expect(data).toEqual({ ...computed.result, tier: "pro" });
      const whole = { ...example, [field]: 1 };
      if (tool.run(whole).ok) expect((await told(name, whole)).hints).toEqual([]);
    }
  }
  expect(tried).toBeGreaterThan(5);
});

describe("for small contexts", () => {
  test("an address lists three tools", async () => {
    const response = await service.post("/mcp?tools=search", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    const text = await response.text();
    const { result } = JSON.parse(text) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(["find_tool", "describe_tool", "call_tool"]);
    expect(text.length).toBeLessThan(2000);
  });

  test("found tools come with a line and their inputs; finding and describing count as no call", async () => {
    const { data } = await call("find_tool", { task: "power usage effectiveness of a server room" });
    const [first] = data.tools as {
      name: string;
      description: string;
      inputSchema: { required: string[] };
    }[];
    expect(first).toMatchObject({ name: "calculate_pue", inputSchema: { required: Object.keys(PUE) } });
    const about = await call("describe_tool", { tool: "calculate_pue" });
    expect(about.data).toMatchObject({ outputSchema: { type: "object" }, examples: expect.any(Array) });
    expect(counted).toEqual([]);
    const others = (data.tools as object[]).slice(1);
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((tool) => "inputSchema" in tool)).toEqual([]);
    // About 700 tokens.
    expect(JSON.stringify(data).length).toBeLessThan(3000);
    expect(data.fits).toBe(true);
    expect((await call("find_tool", { task: "zzz qqq" })).data).toMatchObject({ count: 0, fits: false });
    const strange = await call("find_tool", { task: "Convert 15 miles to kilometres" });
    expect(strange.data.fits).toBe(false);
    expect(strange.said).toMatch(/^No tool fits this task\.\n/);
    expect((strange.data.tools as object[]).filter((tool) => "inputSchema" in tool)).toEqual([]);
  });

  test("a tool is called by its name", async () => {
    const called = await call("call_tool", { tool: "calculate_pue", arguments: PUE });
    expect(called.data).toMatchObject({ pue_score: 1.37, tier: "pro" });
    expect(counted).toEqual([1]);
    const wrong = await call("call_tool", { tool: "calculate_pue", arguments: { it_load: 500 } });
    expect(wrong.wrong).toBe(true);
    expect(wrong.said).toContain("Did you mean it_load_kw, in kW?");
  });
});

describe("explain_result", () => {
  test.each([
    ["headline", 3],
    ["checks", 6],
    ["all", 40],
  ])("at depth %s", async (depth, least) => {
    const { data } = await call("explain_result", { tool: "calculate_pue", arguments: PUE, depth });
    const steps = data.steps as { name: string; value: unknown; substituted?: string }[];
    expect(steps.length).toBeGreaterThanOrEqual(least);
    expect(steps.find(({ name }) => name === "pue_score")).toMatchObject({
      substituted: "round(1.37, 3)",
      value: 1.37,
    });
    expect(Number(data.steps_in_all)).toBeGreaterThanOrEqual(steps.length);
    // The summary of the Why tab, and its steps with the result first.
    if (depth !== "all") {
      expect(data.why).toMatch(/^Good: PUE is 1\.37, between 1\.35 and 1\.4\. /);
      expect(steps[0]).toMatchObject({ name: "efficiency_rating", value: "Good" });
    }
    expect(JSON.stringify(data)).not.toContain("latex");
    expect(counted).toEqual([1]);
  });

  test("refuses a depth it does not know, and arguments that do not fit", async () => {
    const depth = await call("explain_result", { tool: "calculate_pue", arguments: PUE, depth: "deep" });
    expect(depth.data).toMatchObject({
      errors: [{ pointer: "/depth", allowed: ["headline", "checks", "all"] }],
    });
    const args = await call("explain_result", { tool: "calculate_pue", arguments: {} });
    expect(args.said).toContain("it_load_kw is required.");
  });
});

test("sweep: the columns that REST gives, 100 points a call", async () => {
  const vary = { it_load_kw: { from: 100, to: 1000, points: 150 } };
  const { it_load_kw: _, ...rest } = PUE;
  const { data } = await call("sweep", {
    tool: "calculate_pue",
    arguments: rest,
    vary,
    columns: ["pue_score"],
  });
  expect(counted).toEqual([2]);
  const answer = await service.post("/v1/tools/calculate_pue/sweep", {
    input: rest,
    vary,
    columns: ["pue_score"],
  });
  expect(data).toEqual(await answer.json());
  const points = { tool: "calculate_pue", arguments: rest, vary: { it_load_kw: [500] } };
  const { headline } = ownSet().tools.get("calculate_pue")?.facts ?? {};
  const usual = (await call("sweep", points)).data.columns as object;
  expect(Object.keys(usual)).toEqual([...(headline?.numbers ?? []), headline?.verdict]);
  const titled = await call("sweep", { ...points, columns: ["PUE", "overhead per kW of IT"] });
  expect(titled.data.columns).toEqual({ pue_score: [1.37], overhead_ratio: [0.37] });
  const wrong = await call("sweep", { tool: "calculate_pue", arguments: PUE, vary, columns: ["eup"] });
  expect(wrong.wrong).toBe(true);
  expect(wrong.said).toContain("Its fields: pue_score, reading_pue, overhead_ratio, ");
  const many = await call("sweep", {
    tool: "calculate_pue",
    arguments: rest,
    vary: { it_load_kw: { from: 1, to: 1000, points: 1000 } },
    columns: ["pue_score"],
  });
  expect(many.said).toContain("1000 points are more than the 500");
});

test("compare: results that differ, side by side, one call a variant", async () => {
  const { data } = await call("compare", {
    tool: "calculate_pue",
    arguments: PUE,
    variants: { now: {}, "free cooling": { cooling_kw: 60 }, wrong: { cooling_kw: -1 } },
  });
  expect(counted).toEqual([3]);
  expect(data).toMatchObject({
    variants: ["now", "free cooling", "wrong"],
    differences: { pue_score: [1.37, 1.19, null] },
    refused: [{ variant: "wrong", errors: [{ pointer: "/cooling_kw" }] }],
  });
  expect((await call("compare", { tool: "calculate_pue", variants: { one: PUE } })).wrong).toBe(true);
});

test("verify: a result is what the definitions give, or where it differs", async () => {
  const { data: result } = await call("calculate_pue", PUE);
  const same = await call("verify", { tool: "calculate_pue", arguments: PUE, result });
  expect(same.data).toMatchObject({
    identical: true,
    differences: [],
    definition: expect.stringContaining("calculate_pue@"),
  });
  const forged = { pue_score: 1.2, load_share_pct: { it: 73 }, made_up: 1 };
  const other = await call("verify", { tool: "calculate_pue", arguments: PUE, result: forged });
  expect(other.data).toMatchObject({
    identical: false,
    differences: [
      { path: "pue_score", claimed: 1.2, computed: 1.37 },
      { path: "made_up", claimed: 1, computed: null },
    ],
  });
});

describe("what callers get wrong", () => {
  test("input is taken as arguments, in every tool that has them", async () => {
    const tool = "calculate_pue";
    const explained = await call("explain_result", { tool, input: PUE });
    expect(explained.data).toMatchObject({ depth: "headline", tier: "pro" });
    expect((await call("verify", { tool, input: PUE, result: { pue_score: 1.37 } })).data.identical).toBe(
      true,
    );
    expect((await call("call_tool", { tool, input: PUE })).data.pue_score).toBe(1.37);
    const compared = await call("compare", {
      tool,
      input: PUE,
      variants: { now: {}, less: { cooling_kw: 60 } },
    });
    expect(compared.data).toMatchObject({ differences: { pue_score: [1.37, 1.19] } });
    const { it_load_kw: _, ...rest } = PUE;
    const swept = await call("sweep", {
      tool,
      input: rest,
      vary: { it_load_kw: [500] },
      columns: ["pue_score"],
    });
    expect(swept.data).toMatchObject({ columns: { pue_score: [1.37] } });
    expect((await call("verify", { tool, input: PUE, arguments: PUE, result: {} })).wrong).toBe(true);
  });

  test.each([
    ["explain_result", { arguments: PUE, dept: "all" }, "There is no argument dept. Did you mean depth"],
    [
      "verify",
      { arguments: PUE, results: { pue_score: 1 } },
      "There is no argument results. Did you mean result",
    ],
    ["sweep", { varies: {}, columns: [] }, "There is no argument varies. Did you mean vary"],
    ["compare", { varients: {} }, "There is no argument varients. Did you mean variants"],
    [
      "explain_result",
      { it_load_kw: 500 },
      'it_load_kw is an input of calculate_pue: give it in arguments, {"arguments": {"it_load_kw": ...}}.',
    ],
  ])("%s names an argument that it does not know", async (name, args, message) => {
    const { wrong, said, data } = await call(name, { tool: "calculate_pue", ...args });
    expect(wrong).toBe(true);
    expect(said).toContain(`- ${message}`);
    expect(data).toMatchObject({ errors: [{ message: expect.stringContaining(message) }] });
  });

  test("where everything is refused, nothing looks like a result", async () => {
    const variants = { a: { cooling_kw: -1 }, b: { cooling_kw: -2 } };
    const compared = await call("compare", { tool: "calculate_pue", arguments: PUE, variants });
    expect(compared.wrong).toBe(true);
    expect(compared.said).toContain("- a: cooling_kw must be at least 0, not -1.");
    const { it_load_kw: _, ...rest } = PUE;
    const sweep = { tool: "calculate_pue", arguments: rest, columns: ["pue_score"] };
    expect((await call("sweep", { ...sweep, vary: { it_load_kw: [-1, -2] } })).wrong).toBe(true);
    expect((await call("sweep", { ...sweep, vary: { it_load_kw: [-1, 500] } })).wrong).toBe(false);
  });
});

test("arguments of any shape get a result that says what to change", async () => {
  const { tools } = await client.listTools();
  const own = tools.map(({ name }) => name).filter((name) => !ownSet().tools.has(name));
  expect(own).toEqual(["describe_tool", "explain_result", "sweep", "compare", "verify"]);
  for (const name of [...own, "find_tool", "call_tool"])
    for (const args of [
      {},
      { tool: 3 },
      { tool: "none" },
      { tool: "calculate_pue", arguments: [], vary: 1, variants: 2, result: 3 },
      { task: "" },
    ]) {
      if (name === "describe_tool" && args.tool === "calculate_pue") continue;
      const answer = await call(name, args as Record<string, unknown>);
      expect([name, args, answer.wrong]).toEqual([name, args, true]);
      expect(answer.said).toMatch(/\S/);
    }
});
