// The package as npm would publish it, unpacked into an empty folder: the commands, the library and its types.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOME } from "../src/folder.js";
import { waitForLine } from "./processes.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-package-"));
const app = join(folder, "app");
const own = join(app, "node_modules/plumbline-engine");
const cli = join(own, "dist/src/cli.js");
const PUE = ["--it_load_kw", "500", "--cooling_kw", "150", "--ups_losses_kw", "30", "--lighting_kw", "5"];

beforeAll(() => {
  // What it depends on is found above the folder, as npm would have put it beside the package.
  symlinkSync(join(HOME, "node_modules"), join(folder, "node_modules"));
  mkdirSync(own, { recursive: true });
  // Built already, by what runs before the tests.
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: HOME });
  const packed = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["xzf", join(folder, packed), "-C", own, "--strip-components=1"]);
  writeFileSync(join(app, "package.json"), '{"type": "module", "private": true}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function call(args: readonly string[], input = "") {
  return spawnSync(process.execPath, [cli, ...args], { cwd: app, encoding: "utf8", input });
}

test("holds the program, the built definitions, the changelog and the licence, and nothing of the tests", () => {
  const names = readdirSync(own);
  expect(names).toEqual(
    expect.arrayContaining(["CHANGELOG.md", "LICENSE", "README.md", "definitions", "dist", "package.json"]),
  );
  expect(readdirSync(join(own, "dist")).sort()).toEqual(["built", "explorer", "src"]);
  expect(readdirSync(join(own, "dist/built")).filter((name) => name.endsWith(".mjs")).length).toBeGreaterThan(
    27,
  );
});

describe("commands", () => {
  test("run, from the built form", () => {
    const { status, stdout, stderr } = call(["run", "calculate_pue", ...PUE]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toHaveProperty("pue_score", 1.37);
  });

  test("explain and check", () => {
    const explained = call(["explain", "calculate_pue", ...PUE]);
    expect({ status: explained.status, stderr: explained.stderr }).toEqual({ status: 0, stderr: "" });
    expect(explained.stdout).toContain("PUE");
    expect(call(["check"]).status).toBe(0);
  });

  test("mcp", () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const { stdout } = call(["mcp"], `${JSON.stringify(message)}\n`);
    expect(JSON.parse(stdout)).toHaveProperty("result.serverInfo.name");
  });

  test("serve", async () => {
    const env = { ...process.env, PORT: "0", DATA_DIR: ":memory:", LOG_LEVEL: "silent" };
    const child = spawn(process.execPath, [cli, "serve"], { cwd: app, env });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const line = await waitForLine(child, "plumbline serves");
    const answer = await fetch(`${line.split(" ").at(-1)?.trim()}/v1/tools`);
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

test.each(["SIGTERM", "SIGINT"] as const)("npm start ends with the service on %s", async (signal) => {
  // Built already: building here would take the program away from under other tests.
  const env = { ...process.env, PORT: "0", DATA_DIR: ":memory:", LOG_LEVEL: "silent" };
  const child = spawn("npm", ["start", "--ignore-scripts"], { cwd: HOME, env });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = await waitForLine(child, "plumbline serves");
  const health = `${line.split(" ").at(-1)?.trim()}/health`;
  expect((await fetch(health)).status).toBe(200);
  child.kill(signal);
  await ended;
  await expect(fetch(health)).rejects.toThrow();
});

/** The example of the documentation, as a reader would copy it. */
function documented(): string {
  const docs = readFileSync(join(HOME, "docs/api.md"), "utf8");
  return /```ts library\.ts\n(.*?)```/s.exec(docs)?.[1] ?? "";
}

test("the library: the documented example compiles against the types and runs", () => {
  expect(documented()).toContain('from "plumbline-engine"');
  writeFileSync(join(app, "library.ts"), documented());
  const options = [
    "--strict",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--outDir",
    "out",
    "--skipLibCheck",
  ];
  const tsc = join(HOME, "node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, ...options, "--types", "node", "library.ts"], {
    cwd: app,
    encoding: "utf8",
  });
  expect({ status: compiled.status, said: compiled.stdout }).toEqual({ status: 0, said: "" });
  const ran = spawnSync(process.execPath, ["out/library.js"], { cwd: app, encoding: "utf8" });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });
  expect(ran.stdout).toBe("1.37 Good\nit_load_kw is required.\n12 steps or more: true\n");
});
