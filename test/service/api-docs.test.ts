// Every request in docs/api.md is sent, and its answer contains what the page shows.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "../../src/server/http/problems.js";
import { readSettings } from "../../src/server/settings.js";
import { ROOT } from "../helpers/folders.js";
import { type Running, startService } from "../helpers/running-service.js";

const read = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
const api = read("api.md");
const examples = [
  ...api.matchAll(/```http\n([A-Z]+) (\S+)\n(?:\n([\s\S]*?)\n)?```\n```json\n([\s\S]*?)\n```/g),
].map(([, method = "", path = "", body = "", answer = ""]) => ({ method, path, body, answer }));

let service: Running;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("docs/api.md", () => {
  test("every request has its answer", () => {
    expect(examples.length).toBe(api.match(/```http/g)?.length);
    expect(examples.length).toBeGreaterThan(10);
  });

  test.each(examples)("$method $path $body", async ({ method, path, body, answer }) => {
    const response = method === "GET" ? await service.get(path) : await service.post(path, body);
    expect(await response.json()).toMatchObject(JSON.parse(answer) as object);
  });

  test("names every type of problem with its status", () => {
    for (const [kind, [status]] of Object.entries(KINDS))
      expect(api).toMatch(new RegExp(`\\| ${status} \\|[^|]*\`${kind}\``));
  });
});

test("docs/operating.md names every variable", () => {
  const operating = read("operating.md");
  const asked: string[] = [];
  readSettings(new Proxy({}, { get: (_, name) => void asked.push(String(name)) }));
  for (const name of ["DEFINITIONS_DIR", ...asked]) expect(operating).toContain(`\`${name}\``);
});
