// The REST interface over a real socket: catalogue, calls and error messages.
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Explanations } from "../../src/server/calls/explanations.js";
import { LARGEST_BODY } from "../../src/server/options.js";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";

let service: Running;
let base: string;

beforeAll(async () => {
  service = await startService();
  base = service.base;
});
afterAll(() => service.close());

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  service.post(path, body, headers);

describe("health and catalogue", () => {
  test("health tells status, live tools and edition", async () => {
    const health = await (await fetch(`${base}/health`)).json();
    expect(health).toMatchObject({
      status: "ok",
      tools: ownSet().tools.size,
      version: "1.2.3",
      edition: "2026-11-01",
      definitions: expect.stringMatching(/^[0-9a-f]{64}$/),
      uptime_s: expect.any(Number),
    });
    expect((await fetch(`${base}/health`, { method: "HEAD" })).status).toBe(200);
  });

  test("the catalogue lists every tool with its schemas", async () => {
    const { tools, count } = (await (await fetch(`${base}/v1/tools`)).json()) as {
      tools: Record<string, unknown>[];
      count: number;
    };
    expect(count).toBe(tools.length);
    const pue = tools.find((tool) => tool.name === "calculate_pue");
    expect(pue?.inputSchema).toMatchObject({
      type: "object",
      required: ["it_load_kw", "cooling_kw", "ups_losses_kw", "lighting_kw"],
    });
    expect(pue?.outputSchema).toMatchObject({
      type: "object",
      properties: { pue_score: { type: "number" } },
    });
    for (const tool of tools)
      for (const field of ["title", "description", "category", "version", "edition", "standard_reference"])
        expect(tool[field], `${tool.name} ${field}`).toMatch(/\S/);
  });

  test("a category filters, an unknown one lists those that are known", async () => {
    const all = (await (await service.get("/v1/tools")).json()) as { tools: { category: string }[] };
    const category = all.tools[0]?.category ?? "";
    const some = (await (await service.get(`/v1/tools?category=${category}`)).json()) as typeof all;
    expect(some.tools).toEqual(all.tools.filter((tool) => tool.category === category));
    const { allowed } = await problemOf(await service.get("/v1/tools?category=cooking"), "bad-request");
    expect(allowed).toContain(category);
  });

  test.each([
    "/v1/tools",
    "/v1/tools/calculate_pue",
    "/v1/tools/calculate_pue/definition",
    "/v1/sources",
    "/openapi.json",
    "/docs",
  ])("%s has a strong tag, answers 304 to it, and to HEAD", async (path) => {
    const first = await service.get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}(-gzip|-br)?"$/);
    await first.text();
    const again = await service.get(path, { "if-none-match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await service.get(path, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await fetch(base + path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).toBe(etag);
  });

  test("one entry, its definition and its tables can be read, and the hash worked out again", async () => {
    const response = await service.get("/v1/tools/eurocode_column_checker");
    const entry = (await response.json()) as {
      definition: { sha256: string; files: Record<string, string> };
    };
    expect(response.headers.get("x-definition")).toMatch(/^eurocode_column_checker@\d+\.\d+\.\d+$/);
    const { sha256, files } = entry.definition;
    expect(Object.keys(files)).toContain("common.yaml");
    const lines = Object.entries(files).map(([path, hash]) => `${hash}  ${path}\n`);
    expect(createHash("sha256").update(lines.join("")).digest("hex")).toBe(sha256);
    const yaml = await service.get("/v1/tools/eurocode_column_checker/definition");
    expect(yaml.headers.get("content-type")).toBe("text/yaml; charset=utf-8");
    expect(yaml.headers.get("x-definition-hash")).toBe(sha256);
    const text = await yaml.text();
    expect(createHash("sha256").update(text).digest("hex")).toBe(files["tools/eurocode_column_checker.yaml"]);
    for (const [path, hash] of Object.entries(files)) {
      const shelf = /^(tables|parts)\/(.+)\.yaml$/.exec(path);
      if (shelf === null) continue;
      const file = await (await service.get(`/v1/${shelf[1]}/${shelf[2]}`)).text();
      expect(createHash("sha256").update(file).digest("hex")).toBe(hash);
    }
  });

  test("tables, parts and sources are listed; unknown ones have near names", async () => {
    const { tables } = (await (await service.get("/v1/tables")).json()) as { tables: string[] };
    expect(tables).toContain("steel_sections");
    const { near } = await problemOf(await service.get("/v1/tables/steel_section"), "not-found");
    expect(near?.[0]).toBe("steel_sections");
    const { sources, count } = (await (await service.get("/v1/sources")).json()) as {
      sources: { id: string; title: string; evidence: string }[];
      count: number;
    };
    expect(count).toBe(ownSet().sources.size);
    expect(sources[0]).toMatchObject({ id: expect.any(String), title: expect.any(String) });
    await problemOf(await service.get("/v1/tools/nothing/definition"), "unknown-tool");
  });
});

describe("calls", () => {
  test("a result carries the tier", async () => {
    const response = await post("/v1/tools/calculate_pue", PUE);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-definition")).toMatch(/^calculate_pue@\d/);
    expect(response.headers.get("x-definition-hash")).toMatch(/^[0-9a-f]{64}$/);
    expect(await response.json()).toMatchObject({ pue_score: 1.37, tier: "free", flags: [] });
  });

  test("explain=true adds the explanation, with the same result", async () => {
    const plain = (await (await post("/v1/tools/calculate_pue", PUE)).json()) as object;
    const explained = (await (await post("/v1/tools/calculate_pue?explain=true", PUE)).json()) as {
      explanation: { tool: string; steps: unknown[] };
    };
    expect(explained).toMatchObject(plain);
    expect(explained.explanation.tool).toBe("calculate_pue");
    expect(explained.explanation.steps.length).toBeGreaterThan(10);
    expect((await problemOf(await post("/v1/tools/calculate_pue?explain=maybe", PUE))).type).toBe(
      "/problems/bad-request",
    );
  });

  test("explanations asked for at the same time do not disturb each other", async () => {
    const input = { building_type: "residential", works: "new" };
    const spaces = [0, 3, 10, 11, 40, 200];
    const answers = await Promise.all(
      spaces.map(
        async (parking_spaces) =>
          (await post("/v1/tools/part_s_ev?explain=true", { ...input, parking_spaces })).json() as Promise<{
            required_charge_points: number;
          }>,
      ),
    );
    expect(answers.map((answer) => answer.required_charge_points)).toEqual(spaces);
  });

  test("explanations without a place are sent away with Retry-After; plain calls are not", async () => {
    const full = await startService({ explainQueue: 0 });
    try {
      const busy = await full.post("/v1/tools/calculate_pue?explain=true", PUE);
      expect(Number(busy.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await problemOf(busy, "busy")).status).toBe(503);
      expect((await full.post("/v1/tools/calculate_pue", PUE)).status).toBe(200);
    } finally {
      await full.close();
    }
  });

  test("explanations have so many places, and one that fails gives its place back", async () => {
    const [tool] = ownSet().tools.values();
    if (tool === undefined) throw new Error("no tool");
    const waiting: ((error: Error) => void)[] = [];
    const explain = () => new Promise<never>((_, reject) => waiting.push(reject));
    const explanations = new Explanations(2, explain);
    const taken = [explanations.run("a", tool, {}, false), explanations.run("b", tool, {}, false)];
    expect(await explanations.run("c", tool, {}, false)).toBeUndefined();
    const failed = taken.map((each) => expect(each).rejects.toThrow("failed"));
    for (const reject of waiting) reject(new Error("failed"));
    await Promise.all(failed);
    explanations.run("a", tool, {}, false).catch(() => undefined);
    expect(waiting).toHaveLength(3);
  });

  test("one caller takes a quarter of the places at most", async () => {
    const [tool] = ownSet().tools.values();
    if (tool === undefined) throw new Error("no tool");
    const explanations = new Explanations(8, () => new Promise<never>(() => {}));
    const asked = (caller: string) =>
      Promise.race([
        explanations.run(caller, tool, {}, false),
        new Promise((resolve) => setImmediate(resolve, "runs")),
      ]);
    for (const caller of ["a", "b", "c", "d"]) {
      expect(await asked(caller)).toBe("runs");
      expect(await asked(caller)).toBe("runs");
      expect(await asked(caller)).toBeUndefined();
    }
    expect(await asked("e")).toBeUndefined();
  });

  test("who is admitted, and as what, is one function's to say", async () => {
    const seen: unknown[] = [];
    const guarded = await startService({
      admission: ({ headers, ip }, calls) => {
        const key = headers["x-api-key"];
        seen.push({ key, ip, calls });
        if (key === "good") return { tier: "pro", settle: (failed) => ({ "x-failed": String(failed) }) };
        const refusal = { kind: "too-many-requests", detail: "Wait.", more: {} } as const;
        return { refusal, headers: { "retry-after": "7" } };
      },
    });
    try {
      const admitted = await guarded.post("/v1/tools/calculate_pue", PUE, { "x-api-key": "good" });
      expect(await admitted.json()).toMatchObject({ tier: "pro" });
      expect(admitted.headers.get("x-failed")).toBe("0");
      const refused = await guarded.post("/v1/batch", { calls: [{ tool: "calculate_pue", input: PUE }, 1] });
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("7");
      expect(seen).toEqual([
        { key: "good", ip: "127.0.0.1", calls: 1 },
        { key: undefined, ip: "127.0.0.1", calls: 2 },
      ]);
      expect((await guarded.get("/health")).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  test("an unknown section is refused with near ones", async () => {
    const response = await post("/v1/tools/eurocode_column_checker", {
      axial_load_kn: 100,
      effective_length_m: 3,
      material: "S355",
      section: "UC 203x203x61",
    });
    const { errors } = await problemOf(response);
    expect(response.status).toBe(422);
    expect(errors?.[0]?.pointer).toBe("/section");
    expect(errors?.[0]?.message).toContain("UC203X203X60");
  });
});

describe("errors teach", () => {
  test("every input problem at once, each with its field", async () => {
    const response = await post("/v1/tools/calculate_pue", {
      it_load_kw: "500",
      cooling_kw: -1,
      ups_loses_kw: 3,
      lighting_kw: 5,
    });
    expect(response.status).toBe(422);
    const { errors } = await problemOf(response);
    expect(errors).toEqual([
      { pointer: "/cooling_kw", message: "cooling_kw must be at least 0, not -1." },
      { pointer: "/it_load_kw", message: 'it_load_kw must be a number, not "500".' },
      {
        pointer: "/ups_loses_kw",
        message: '"ups_loses_kw" is not an input of this tool. Did you mean ups_losses_kw?',
      },
      { pointer: "/ups_losses_kw", message: "ups_losses_kw is required." },
    ]);
  });

  test("an enum problem lists the values", async () => {
    const { errors } = await problemOf(
      await post("/v1/tools/part_s_ev", { building_type: "residental", works: "new", parking_spaces: 3 }),
    );
    expect(errors).toEqual([
      {
        pointer: "/building_type",
        message:
          'building_type must be one of residential, non_residential, not "residental". Did you mean residential?',
        allowed: ["residential", "non_residential"],
      },
    ]);
  });

  test.each([
    ["an array", [], ""],
    ["a number", 3, ""],
    ["null", "null", ""],
  ])("a body that is %s", async (_, body, pointer) => {
    const response = await post("/v1/tools/calculate_pue", body);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe(pointer);
  });

  test.each([
    ["broken JSON", "{", 400, "malformed-json"],
    ["an empty body", "", 400, "malformed-json"],
    [
      "a number too large for JSON",
      '{"it_load_kw": 1e999, "cooling_kw": 1, "ups_losses_kw": 1, "lighting_kw": 1}',
      422,
      "invalid-input",
    ],
    ["a poisoned prototype", '{"__proto__": {"x": 1}}', 400, "malformed-json"],
    ["a body that is too large", JSON.stringify({ x: "y".repeat(LARGEST_BODY) }), 413, "body-too-large"],
  ])("%s", async (_, body, status, type) => {
    const response = await post("/v1/tools/calculate_pue", body);
    expect(response.status).toBe(status);
    expect((await problemOf(response)).type).toBe(`/problems/${type}`);
  });

  test.each([
    ['{"a": 1,}', 1, 8, "unexpected comma before }"],
    ['{"a": 1\n "b": 2}', 2, 2, "a comma or }"],
    ["{'a': 1}", 1, 2, "double quotes"],
    ["{a: 1}", 1, 2, "a property name in double quotes"],
    ['{"a": NaN}', 1, 7, "no such value"],
    ['{"a": True}', 1, 7, "true, false and null"],
    ['{"a": 01}', 1, 7, "not a number"],
    ['{"a": "x', 1, 7, "never closed"],
    ['{"a": "x\\q"}', 1, 9, "invalid escape"],
    ['{"a": 1} 2', 1, 10, "more text follows"],
    ["[1, 2", 1, 6, "the text ends"],
    ["{} // note", 1, 4, "more text follows"],
    [`${"[".repeat(3000)}${"]".repeat(3000)}`, 1, 66, "levels deep"],
    ['{"it_load_kw": 1, "it_load_kw": 2}', 1, 19, 'the name "it_load_kw" appears twice'],
    ['{"a": {"b": 1,\n "\\u0062": 2}}', 2, 2, 'the name "b" appears twice'],
    ['{"": "a:b:c", "x": [{"y": ":"}], "": 1}', 1, 34, 'the name "" appears twice'],
  ])("malformed JSON says where: %s", async (body, line, column, words) => {
    const document = await problemOf(await post("/v1/tools/calculate_pue", body), "malformed-json");
    expect(document).toMatchObject({ line, column });
    expect(document.detail).toContain(words);
  });

  test("colons and quotes in texts are no names, and what is not UTF-8 is refused", async () => {
    const odd = { 'a":"b': ':"\\": "', "it_load_kw:": "::", list: [{ "": ":" }, { "": ":" }] };
    const document = await problemOf(await post("/v1/tools/calculate_pue", odd), "invalid-input");
    expect(document.errors?.some(({ message }) => message.includes("it_load_kw:"))).toBe(true);
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"a": "'), Buffer.from(bytes), Buffer.from('"}')]);
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${base}/v1/tools/calculate_pue`, { method: "POST", headers, body });
      expect((await problemOf(answer, "malformed-json")).detail).toContain("UTF-8");
    }
  });

  test("no body, no content type, a compressed body", async () => {
    const send = (init: RequestInit) => fetch(`${base}/v1/tools/calculate_pue`, { method: "POST", ...init });
    await problemOf(await send({}), "malformed-json");
    await problemOf(await send({ body: Buffer.from("{}") }), "unsupported-media-type");
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    await problemOf(await send({ headers, body: "{}" }), "unsupported-media-type");
    const charset = { "content-type": "application/json; charset=utf-8" };
    expect((await send({ headers: charset, body: JSON.stringify(PUE) })).status).toBe(200);
  });

  test("what is not HTTP gets a problem too", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(service.port, "127.0.0.1", () => socket.write("HELLO\r\n\r\n"));
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain("/problems/bad-request");
  });

  test("every type of problem is described where it points", async () => {
    const { problems } = (await (await service.get("/problems")).json()) as { problems: { type: string }[] };
    for (const { type } of problems)
      expect(await (await service.get(type)).json()).toMatchObject({ type, advice: expect.any(String) });
    await problemOf(await service.get("/problems/none"), "not-found");
  });

  test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded"])(
    "content type %s",
    async (type) => {
      const response = await post("/v1/tools/calculate_pue", JSON.stringify(PUE), { "content-type": type });
      expect(response.status).toBe(415);
      expect((await problemOf(response)).type).toBe("/problems/unsupported-media-type");
    },
  );

  test("an unknown tool names near ones", async () => {
    const response = await post("/v1/tools/calculate_peu", PUE);
    expect(response.status).toBe(404);
    expect((await problemOf(response)).near?.[0]).toBe("calculate_pue");
    // Dissimilar words have no suggestions.
    expect((await problemOf(await post("/v1/tools/nope", PUE))).near).toEqual([]);
    expect((await post(`/v1/tools/${"x".repeat(190)}`, PUE)).status).toBe(404);
  });

  test("an unknown path and a wrong method", async () => {
    expect((await problemOf(await fetch(`${base}/v2/tools`))).type).toBe("/problems/not-found");
    const wrong = await fetch(`${base}/v1/tools`, { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD");
    expect((await problemOf(wrong)).detail).toContain("use GET, HEAD");
    const put = await fetch(`${base}/v1/tools/calculate_pue`, { method: "PUT", body: "{" });
    expect(put.headers.get("allow")).toBe("GET, POST, HEAD");
    await problemOf(put, "method-not-allowed");
    expect((await problemOf(await service.get("/v1/%zz"))).status).toBe(400);
    await problemOf(await post(`/v1/tools/${"x".repeat(2000)}`, PUE), "not-found");
  });

  test("what a caller sends is echoed short and quoted", async () => {
    const { errors } = await problemOf(
      await post("/v1/tools/part_s_ev", {
        building_type: "<b>".repeat(1000),
        works: "new",
        parking_spaces: 3,
      }),
    );
    expect(errors?.[0]?.message.length).toBeLessThan(300);
  });
});

test("thousands of unknown names are told by the first few, quickly", async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x${at}`, 1]));
  const service = await startService();
  try {
    const { errors = [] } = await problemOf(
      await service.post("/v1/tools/calculate_pue", many),
      "invalid-input",
    );
    const unknown = errors.filter(({ message }) => message.includes("is not an input"));
    expect(unknown).toHaveLength(10);
    // Missing inputs are reported too.
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(["/it_load_kw", "/cooling_kw"]),
    );
  } finally {
    await service.close();
  }
});
