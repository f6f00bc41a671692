// The older interface: short names, separate header, four fields, and links to successors.
import { request } from "node:http";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { PUE } from "../helpers/running-service.js";

interface Plain {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

let service: Keyed;
let token: string;
beforeAll(async () => {
  service = await startKeyed();
  token = await service.key({ interface: "legacy", plan: "enterprise" });
});
afterAll(() => service.close());

/** Sends a POST with Node's http client. */
function post(path: string, body: unknown, key: string | undefined = token): Promise<Plain> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.base}${path}`,
      {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(key === undefined ? {} : { "X-SERVICE-Key": key }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>,
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** One request for each path, with the minimum content of its answer, computed by hand. */
const REQUESTS = [
  {
    path: "pue",
    input: { total_power_kw: 750, it_power_kw: 500, cost_per_kwh: 0.2, facility_type: "data_center" },
    // 750 / 500; 750 kW x 8,760 h x 0.20 EUR
    result: { pue: 1.5, annual_cost: 1_314_000, annual_cost_eur: 1_314_000 },
    successor: "calculate_pue",
  },
  {
    path: "epbd",
    input: { building_type: "office", floor_area_m2: 2000, heating_system: "heat_pump", country_code: "DE" },
    result: { rating: expect.stringMatching(/^[A-G]$/), compliant: expect.any(Boolean) },
    successor: "assess_epbd_score",
  },
  {
    path: "nis2",
    input: { entity_type: "essential", sector: "energy", employee_count: 300, current_controls: [] },
    // Without any control the score is 0.
    result: { score: 0, gaps: expect.any(Array) },
    successor: "check_nis2_readiness",
  },
  {
    path: "thermal",
    input: { it_load_kw: 500, cooling_type: "air", ambient_temp_c: 35, redundancy_tier: "N+1" },
    result: { cooling_kw: expect.any(Number), cop: expect.any(Number) },
    successor: "thermal_load",
  },
];

describe.each(["/v1/tools", "/tools"])("under %s", (base) => {
  test.each(REQUESTS)("$path answers its table", async ({ path, input, result, successor }) => {
    const { status, headers, body } = await post(`${base}/${path}`, input);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["result", "confidence", "references", "recommendations"]);
    expect(body.result).toMatchObject(result);
    expect(body.confidence).toBeGreaterThanOrEqual(0);
    expect(body.confidence).toBeLessThanOrEqual(1);
    for (const list of [body.references, body.recommendations]) {
      expect((list as unknown[]).length).toBeGreaterThan(0);
      for (const item of list as unknown[]) expect(item).toBeTypeOf("string");
    }
    // 2026-11-01T00:00:00Z in seconds
    expect(headers.deprecation).toBe("@1793491200");
    expect(headers.link).toContain(`</v1/tools/${successor}>; rel="successor-version"`);
    expect(headers["x-definition"]).toMatch(new RegExp(`^${path}@`));
    expect((await service.get(`/v1/tools/${successor}`)).status).toBe(200);
  });

  test("bad input names the field, unknown tools the near ones; both say that the interface is old", async () => {
    const wrong = await post(`${base}/pue`, { ...REQUESTS[0]?.input, facility_type: "shed" });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({ errors: [{ pointer: "/facility_type" }] });
    expect(wrong.headers.deprecation).toBeDefined();
    const broken = await post(`${base}/pue`, "{");
    expect(broken.status).toBe(400);
    expect(broken.headers.deprecation).toBeDefined();
    const get = await service.get(`${base}/pue`);
    expect(get.status).toBe(405);
    expect(get.headers.get("allow")).toBe("POST");
  });

  test("an explanation and the definition can be had", async () => {
    const { body } = await post(`${base}/pue?explain=true`, REQUESTS[0]?.input);
    expect(Object.keys(body)).toEqual([
      "result",
      "confidence",
      "references",
      "recommendations",
      "explanation",
    ]);
    const definition = await service.get(`${base}/pue/definition`);
    expect(await definition.text()).toContain("\nname: pue\n");
  });
});

describe("keys of the older interface", () => {
  test("are always needed, in their own header, and open nothing else", async () => {
    const input = REQUESTS[0]?.input;
    const none = await post("/tools/pue", input, "");
    expect(none.status).toBe(401);
    const missing = await service.post("/tools/pue", input);
    expect(missing.status).toBe(401);
    expect(missing.headers.get("www-authenticate")).toContain("X-SERVICE-Key");
    expect((await missing.json()) as object).toMatchObject({ type: "/problems/invalid-key" });
    // Refused before the body is examined.
    expect((await service.post("/tools/pue", "{")).status).toBe(401);
    const main = await service.key({ plan: "pro" });
    expect((await post("/tools/pue", input, main)).body.detail).toContain("issued for the other interface");
    expect((await service.post("/tools/pue", input, { "x-api-key": main })).status).toBe(401);
    const other = await service.post("/v1/tools/calculate_pue", PUE, { "x-api-key": token });
    expect(other.status).toBe(401);
  });

  test("ten an hour on the free plan, and the headers say so", async () => {
    const free = await service.key({ interface: "legacy", plan: "free" });
    for (let call = 1; call <= 10; call++) {
      const { status, headers } = await post("/tools/pue", REQUESTS[0]?.input, free);
      expect(status).toBe(200);
      expect(headers.ratelimit).toContain(`"hour";r=${10 - call};t=3600`);
      expect(headers["ratelimit-policy"]).toContain('"hour";q=10;w=3600, "month";q=100;w=2592000');
    }
    const refused = await post("/v1/tools/pue", REQUESTS[0]?.input, free);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("3600");
    expect(refused.body).toMatchObject({ limit: "hour", quota: 10, plan: "free" });
    service.pass(3600);
    expect((await post("/tools/pue", REQUESTS[0]?.input, free)).status).toBe(200);
  });

  test("unlimited on the enterprise plan: no limit is announced", async () => {
    const { headers } = await post("/tools/pue", REQUESTS[0]?.input);
    expect(headers.ratelimit).toBeUndefined();
    expect(headers["ratelimit-policy"]).toBeUndefined();
  });
});

describe("kept apart", () => {
  test("the short names are in no list", async () => {
    const { tools } = (await (await service.get("/v1/tools")).json()) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).not.toContain("pue");
    expect(tools).toHaveLength(27);
    const list = await service.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(await list.text()).not.toContain('"name":"pue"');
    expect((await service.post("/tools/calculate_pue", PUE, { "x-service-key": token })).status).toBe(404);
  });

  test("a document of its own, whose schemas its answers fit", async () => {
    const document = (await (await service.get("/openapi-legacy.json")).json()) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, object> };
    };
    expect(Object.keys(document.paths)).toHaveLength(8);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { path, input } of REQUESTS) {
      const { components } = document;
      const validate = ajv.compile({ ...components.schemas[`${path}.result`], components });
      const { body } = await post(`/tools/${path}`, input);
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(await (await service.get("/docs/reference")).text()).toContain("/openapi-legacy.json");
  });
});
