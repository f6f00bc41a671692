// Every request in the pages on the API is sent, and its answer contains the shown fields.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "../../src/server/http/problems.js";
import { readSettings } from "../../src/server/settings.js";
import { ROOT } from "../helpers/folders.js";
import { type Running, startService } from "../helpers/running-service.js";

const read = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
const PAGES = ["api.md", "api-reference.md", "mcp.md"].map(read).join("\n");
const examples = [
  ...PAGES.matchAll(/```http\n([A-Z]+) (\S+)\n(?:\n([\s\S]*?)\n)?```\n```json\n([\s\S]*?)\n```/g),
].map(([, method = "", path = "", body = "", answer = ""]) => ({ method, path, body, answer }));

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("the pages on the API", () => {
  test("every request has its answer", () => {
    expect(examples.length).toBe(PAGES.match(/```http/g)?.length);
    expect(examples.length).toBeGreaterThan(10);
  });

  test.each(examples)("$method $path $body", async ({ method, path, body, answer }) => {
    const response = method === "GET" ? await service.get(path) : await service.post(path, body);
    expect(await response.json()).toMatchObject(JSON.parse(answer) as object);
  });

  test("names every type of problem with its status", () => {
    for (const [kind, [status]] of Object.entries(KINDS))
      expect(PAGES).toMatch(new RegExp(`\\| ${status} \\|[^|]*\`${kind}\``));
  });
});

describe("docs/operating-reference.md", () => {
  const page = read("operating-reference.md");
  const rows = [...page.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]*) \|/gm)];
  const defaults = rows.flatMap(([, names = "", values = ""]) => {
    const listed = values.split(", ");
    return [...names.matchAll(/[A-Z_]+/g)].map(([name], at) => [name, listed[at] ?? ""] as const);
  });

  test("names every variable", () => {
    const read: string[] = [];
    readSettings(new Proxy({}, { get: (_, name) => void read.push(String(name)) }));
    const named = new Set(defaults.map(([name]) => name));
    expect([...new Set(["DEFINITIONS_DIR", ...read])].filter((name) => !named.has(name))).toEqual([]);
  });

  const literal = defaults.flatMap(([name, value]) => {
    const text = /^`(.*)`$/.exec(value)?.[1] ?? (/^\d+$/.test(value) ? value : undefined);
    return text === undefined ? [] : [[name, text] as const];
  });
  test.each(literal)("%s is %s by default", (name, value) => {
    const needed = name.startsWith("DECISION_LOG_") ? { DECISION_LOG: "hashes" } : {};
    expect(readSettings({ ...needed, [name]: value })).toEqual(readSettings(needed));
  });
});
