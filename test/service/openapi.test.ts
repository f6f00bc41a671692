// The OpenAPI document: linted by recommended rules, with every example sent.
import { createRequire } from "node:module";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/access/open.js";
import type { Store } from "../../src/access/store.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownSet, ownTiers } from "../helpers/own-definitions.js";
import { PUE, type Running, startService } from "../helpers/running-service.js";

// Spectral is a CommonJS package.
const require = createRequire(import.meta.url);
const { Spectral } = require("@stoplight/spectral-core") as typeof import("@stoplight/spectral-core");
const { oas } = require("@stoplight/spectral-rulesets") as typeof import("@stoplight/spectral-rulesets");

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly security?: readonly object[];
  readonly responses: Record<
    string,
    { readonly headers?: Record<string, object>; readonly content?: Record<string, Media> }
  >;
}
interface Media {
  readonly schema: object;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
interface Specification {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly responses: Record<string, unknown>;
  };
}

const ADMIN = { authorization: "Bearer an-admin-token-of-32-characters!" };
/** A fast clock avoids limits, because all examples come from one network. */
let clock = Date.UTC(2026, 10, 1);

let service: Running;
let store: Store;
let made: { key: { id: string }; token: string };
let text: string;
let specification: Specification;
beforeAll(async () => {
  const tiers = ownTiers();
  const now = () => (clock += 15_000);
  const failed = (error: unknown) => {
    throw error;
  };
  store = await openStore({ dataDir: ":memory:" }, { tiers, now, failed });
  service = await startService({
    store,
    clock: now,
    adminToken: ADMIN.authorization.slice("Bearer ".length),
  });
  const created = await service.post("/v1/admin/keys", { name: "reader", plan: "pro" }, ADMIN);
  made = (await created.json()) as typeof made;
  text = await (await service.get("/openapi.json")).text();
  specification = JSON.parse(text) as Specification;
});
afterAll(async () => {
  await service.close();
  await store.close();
});

describe("the document", () => {
  test.runIf(FULL)("passes Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: text, config, absoluteRef: "openapi.json" });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test.runIf(FULL)("passes Spectral's recommended rules", async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as never, "recommended"]] });
    const problems = await spectral.run(JSON.parse(text) as Record<string, unknown>);
    expect(problems.map(({ code, message, path }) => [code, message, path.join("/")])).toEqual([]);
  });

  testOnce("has one path for each tool, and every path is served", async () => {
    for (const name of ownSet().tools.keys())
      expect(specification.paths[`/v1/tools/${name}`]?.post?.operationId).toBe(name);
    for (const [path, methods] of Object.entries(specification.paths)) {
      const name = path.startsWith("/v1/tools")
        ? "calculate_pue"
        : path.includes("tables")
          ? "steel_sections"
          : "steel_ec3";
      const url = path.replace("{name}", name).replace("{id}", made.key.id);
      for (const method of Object.keys(methods)) {
        if (method !== "get") continue;
        // One GET operation needs an input; the admin token is used for admin operations only.
        const whole = path.endsWith("/sheet")
          ? `${url}?input=${encodeURIComponent(JSON.stringify(PUE))}`
          : url;
        const headers = path.startsWith("/v1/admin") ? ADMIN : {};
        const answer = await service.get(whole, headers);
        expect(answer.status, path).toBe(200);
        // Unread answers would delay the shutdown.
        await answer.arrayBuffer();
      }
      const allowed = (await fetch(service.base + url, { method: "PUT" })).headers.get("allow") ?? "";
      for (const method of Object.keys(methods)) expect(allowed, path).toContain(method.toUpperCase());
    }
  });

  testOnce("tells of keys and limits what is true", async () => {
    const { paths } = specification;
    const counted = paths["/v1/tools/calculate_pue"]?.post?.responses["200"]?.headers ?? {};
    const answer = await service.post("/v1/tools/calculate_pue", {}, { "x-api-key": made.token });
    for (const name of ["RateLimit", "RateLimit-Policy"]) {
      expect(Object.keys(counted)).toContain(name);
      expect(answer.headers.get(name)).toMatch(/^"minute";/);
    }
    const free = await service.get("/v1/tools");
    await free.arrayBuffer();
    expect(free.headers.get("ratelimit")).toBeNull();
    expect(Object.keys(paths["/v1/tools"]?.get?.responses["200"]?.headers ?? {})).not.toContain("RateLimit");
    for (const [path, methods] of Object.entries(paths))
      for (const operation of Object.values(methods))
        expect(JSON.stringify(operation.security ?? []), path).toBe(
          path.startsWith("/v1/admin") ? '[{"adminToken":[]}]' : "[]",
        );
  });

  testOnce(
    "has no object of which nothing is said, and results of POST are JSON alone: generators make types of both",
    () => {
      const bare: string[] = [];
      const walk = (node: unknown, path: string): void => {
        if (typeof node !== "object" || node === null) return;
        const { type, ...rest } = node as { readonly type?: unknown };
        const says = ["properties", "additionalProperties", "allOf", "oneOf", "anyOf"];
        if ([type].flat().includes("object") && !says.some((key) => key in rest)) bare.push(path);
        for (const [key, inner] of Object.entries(node))
          if (!["example", "examples", "default", "enum", "const"].includes(key))
            walk(inner, `${path}/${key}`);
      };
      walk(specification.paths, "paths");
      walk(specification.components, "components");
      expect(bare).toEqual([]);
      // Results of a table are a table.
      for (const [path, { post }] of Object.entries(specification.paths))
        for (const [status, { content }] of Object.entries(post?.responses ?? {}))
          if (status.startsWith("2") && content !== undefined && !path.endsWith("/table"))
            expect([path, Object.keys(content)]).toEqual([path, ["application/json"]]);
    },
  );

  testOnce("tells the units of inputs as extensions", () => {
    // Only in schemas: results in examples may have a field of this name.
    const schemas = JSON.stringify(specification.components.schemas);
    expect(schemas).toContain('"x-unit"');
    expect(schemas).not.toMatch(/"unit":"/);
  });
});

testOnce(
  "every example is sent, and the answer is the one that the document shows and its schema describes",
  async () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat("date", true);
    ajv.addSchema({ $id: "openapi", components: specification.components });
    const validate = (name: string) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    let sent = 0;
    for (const name of ownSet().tools.keys()) {
      const post = specification.paths[`/v1/tools/${name}`]?.post;
      const media = post?.requestBody?.content["application/json"];
      const answers = post?.responses["200"]?.content?.["application/json"]?.examples ?? {};
      const [input, result] = [validate(`${name}.input`), validate(`${name}.result`)];
      // Every tool has an example.
      expect(Object.keys(media?.examples ?? {}).length, name).toBeGreaterThan(0);
      for (const [id, { value }] of Object.entries(media?.examples ?? {})) {
        const response = await service.post(`/v1/tools/${name}`, value);
        const answer: unknown = await response.json();
        expect(answer, `${name} ${id}`).toEqual(answers[id]?.value);
        expect(input(value), `${name} ${id}: ${ajv.errorsText(input.errors)}`).toBe(true);
        expect(result(answer), `${name} ${id}: ${ajv.errorsText(result.errors)}`).toBe(true);
        sent++;
      }
    }
    expect(sent).toBeGreaterThanOrEqual(ownSet().tools.size);
  },
);

describe("the answers of the service itself fit their schemas", () => {
  const sweep = {
    input: { ...PUE, it_load_kw: undefined },
    vary: { it_load_kw: [0, 5] },
    columns: ["pue_score"],
  };
  const batch = {
    calls: [
      { tool: "calculate_pue", input: PUE },
      { tool: "none", input: {} },
    ],
  };
  testOnce.each<[string, string, unknown, string]>([
    ["GET", "/health", undefined, "Health"],
    ["GET", "/ready", undefined, "Ready"],
    ["GET", "/v1/tools", undefined, "Catalogue"],
    ["GET", "/v1/tools/calculate_pue", undefined, "Tool"],
    ["GET", "/v1/sources", undefined, "Sources"],
    ["GET", "/v1/editions", undefined, "Editions"],
    ["POST", "/v1/batch", batch, "BatchAnswer"],
    ["POST", "/v1/tools/calculate_pue/sweep", sweep, "SweepAnswer"],
    ["POST", "/v1/tools/calculate_pue?explain=true", PUE, "calculate_pue.result"],
    ["POST", "/v1/tools/calculate_pue", { it_load_kw: "x" }, "Problem"],
    ["POST", "/v1/tools/calculate_pue", "{", "Problem"],
    ["POST", "/v1/batch", { calls: Array.from({ length: 6 }, () => batch.calls[0]) }, "Problem"],
    ["GET", "/v1/plans", undefined, "Plans"],
    ["GET", "/v1/admin/keys", undefined, "Keys"],
    ["POST", "/v1/admin/keys", { name: "x", plan: "enterprise", expires: "2099-01-01" }, "KeyWithToken"],
    ["POST", "/v1/admin/keys", { name: "x", plan: "none" }, "Problem"],
    ["GET", "/v1/admin/keys/{id}", undefined, "Key"],
    ["POST", "/v1/admin/keys/{id}/rotate", { overlap_s: 5 }, "KeyWithToken"],
    ["GET", "/v1/admin/keys/{id}/usage", undefined, "KeyUsage"],
    ["GET", "/v1/admin/usage", undefined, "UsageOverview"],
    ["POST", "/v1/admin/keys/{id}/revoke", {}, "Key"],
    ["POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }, "JsonRpc"],
  ])("%s %s", async (method, path, body, schema) => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: "openapi", components: specification.components });
    ajv.addFormat("date-time", true);
    const url = path.replace("{id}", made.key.id);
    const headers = path.startsWith("/v1/admin") ? ADMIN : {};
    const response =
      method === "GET" ? await service.get(url, headers) : await service.post(url, body, headers);
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${schema}` });
    const answer: unknown = await response.json();
    expect(validate(answer), ajv.errorsText(validate.errors)).toBe(true);
  });
});
