// server.json for the MCP registry agrees with the package and the registry's schema.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { HOME } from "../../src/definitions/folder.js";

const read = (name: string) => JSON.parse(readFileSync(join(HOME, name), "utf8")) as Record<string, unknown>;
const server = read("server.json");

function validator(schema: object) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv, ["uri", "uri-template"]);
  return ajv.compile(schema);
}

test("server.json and package.json agree", () => {
  const own = read("package.json");
  expect(server.name).toBe(own.mcpName);
  expect(server.version).toBe(own.version);
  expect(server.packages).toMatchObject([
    { registryType: "npm", identifier: own.name, version: own.version, transport: { type: "stdio" } },
  ]);
  // npx runs the only command of a package.
  expect(Object.keys(own.bin as object)).toHaveLength(1);
});

test("server.json keeps to what the registry demands, and each wrong one is refused", () => {
  const file = readFileSync(join(HOME, "test/agents/server-json.yaml"), "utf8");
  const isValid = validator(parse(file) as object);
  expect(isValid(server), JSON.stringify(isValid.errors)).toBe(true);
  const [first] = server.packages as object[];
  for (const change of [
    { name: "plumbline" },
    { description: "x".repeat(101) },
    { version: "latest" },
    { version: "^1.2.3" },
    { transports: ["stdio"] },
    { repository: { url: "here", source: "github" } },
    { packages: [{ ...first, transport: undefined }] },
    { packages: [{ ...first, registry_type: "npm" }] },
    { packages: [{ ...first, packageArguments: [{ type: "positional" }] }] },
  ])
    expect(isValid(JSON.parse(JSON.stringify({ ...server, ...change }))), JSON.stringify(change)).toBe(false);
});

const published = process.env.REGISTRY_SCHEMA;
test.skipIf(published === undefined)(
  "the schema that the registry publishes takes it (REGISTRY_SCHEMA names the file)",
  () => {
    const schema = JSON.parse(readFileSync(published ?? "", "utf8")) as { $id: string };
    expect(schema.$id).toBe(server.$schema);
    const isValid = validator(schema);
    expect(isValid(server), JSON.stringify(isValid.errors)).toBe(true);
  },
);
