// The service over a real socket.
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp, LARGEST_BODY } from "../src/server/app.js";
import { ownSet } from "./definitions.js";

const PUE = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
let app: FastifyInstance;
let base: string;

beforeAll(async () => {
  let seconds = 0;
  app = await buildApp({ set: ownSet(), version: "1.2.3", now: () => seconds++ });
  await app.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  return fetch(base + path, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function problemOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const document = (await response.json()) as Record<string, unknown>;
  expect(document.status).toBe(response.status);
  for (const field of ["type", "title", "detail"]) expect(document[field]).toBeTypeOf("string");
  expect(JSON.stringify(document)).not.toMatch(/\.(ts|js):\d+|node_modules/);
  return document as {
    type: string;
    detail: string;
    errors?: { pointer: string; message: string }[];
    near?: string[];
  };
}

describe("health and catalogue", () => {
  test("health tells status, live tools and edition", async () => {
    const health = await (await fetch(`${base}/health`)).json();
    expect(health).toMatchObject({
      status: "ok",
      tools: ownSet().tools.size,
      version: "1.2.3",
      edition: "2026-11-01",
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
  });
});

describe("calls", () => {
  test("a result carries the tier", async () => {
    const response = await post("/v1/tools/calculate_pue", PUE);
    expect(response.status).toBe(200);
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
    expect((await post(`/v1/tools/${"x".repeat(190)}`, PUE)).status).toBe(404);
  });

  test("an unknown path and a wrong method", async () => {
    expect((await problemOf(await fetch(`${base}/v2/tools`))).type).toBe("/problems/not-found");
    const wrong = await fetch(`${base}/v1/tools`, { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD");
    expect((await problemOf(wrong)).detail).toContain("use GET, HEAD");
    const get = await fetch(`${base}/v1/tools/calculate_pue`);
    expect(get.status).toBe(405);
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
