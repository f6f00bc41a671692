// server.json, by which the MCP registry knows this package: it says the same as the package itself, within the registry's
// bounds.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOME } from "../src/folder.js";

const read = (name: string) => JSON.parse(readFileSync(join(HOME, name), "utf8")) as Record<string, unknown>;

test("server.json and package.json agree", () => {
  const server = read("server.json");
  const own = read("package.json");
  expect(server.name).toBe(own.mcpName);
  expect(String(server.name)).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(String(server.title).length).toBeLessThanOrEqual(100);
  expect(String(server.description).length).toBeLessThanOrEqual(100);
  expect(server.version).toBe(own.version);
  expect(server.packages).toMatchObject([
    { registryType: "npm", identifier: own.name, version: own.version, transport: { type: "stdio" } },
  ]);
  // npx runs the only command of a package.
  expect(Object.keys(own.bin as object)).toHaveLength(1);
});
