// The unpacked npm package in an empty folder: commands, library and types.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
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
import { HOME } from "../../src/definitions/folder.js";
import { documentedProgram, PRINTED, unpackPackage } from "../helpers/own-package.js";
import { stopped, waitForLine } from "../helpers/processes.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-package-"));
const app = join(folder, "app");
const own = join(app, "node_modules/plumbline-engine");
const cli = join(own, "dist/src/cli.js");
const PUE = ["--it_load_kw", "500", "--cooling_kw", "150", "--ups_losses_kw", "30", "--lighting_kw", "5"];

beforeAll(() => {
  // Dependencies are found in a parent folder.
  symlinkSync(join(HOME, "node_modules"), join(folder, "node_modules"));
  unpackPackage(own);
  writeFileSync(join(app, "package.json"), '{"type": "module", "private": true}');
  // As npm links a command.
  const { bin } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
    bin: { plumbline: string };
  };
  mkdirSync(join(app, "node_modules/.bin"));
  chmodSync(join(own, bin.plumbline), 0o755);
  symlinkSync(join(own, bin.plumbline), join(app, "node_modules/.bin/plumbline"));
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
  expect(readdirSync(join(own, "dist")).sort()).toEqual(["built", "explorer", "guide", "src"]);
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
    const line = await waitForLine(child, "plumbline serves");
    const answer = await fetch(`${line.split(" ").at(-1)?.trim()}/v1/tools`);
    expect(answer.status).toBe(200);
    expect(await stopped(child, "SIGTERM")).toBe(0);
  });
});

describe("definitions of one's own, in a repository that init makes", () => {
  const mine = join(app, "mine");
  const there = (...args: readonly string[]) =>
    spawnSync(join(app, "node_modules/.bin/plumbline"), args, { cwd: mine, encoding: "utf8" });
  const running = (command: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [cli, ...command], { cwd: mine, env: { ...process.env, ...env } });

  beforeAll(() => {
    expect(call(["init", "mine"])).toMatchObject({ status: 0, stderr: "" });
    const git = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
      [...git, "commit", "--quiet", "-m", "Begin"],
    ])
      execFileSync("git", args, { cwd: mine });
  });

  test.each([
    ["check"],
    ["test"],
    ["golden"],
    ["impact", "HEAD"],
    ["mutate"],
    ["coverage"],
    ["promises", "--inputs", "50"],
    ["rulebook", "--output", "rulebook"],
    ["new-tool", "second_tool"],
    ["golden", "second_tool"],
  ])("%s", (...command) => {
    const { status, stdout, stderr } = there(...command);
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  });

  test("serve, with its own tools and no others", async () => {
    const child = running(["serve", "--definitions", "definitions"], {
      PORT: "0",
      DATA_DIR: ":memory:",
      LOG_LEVEL: "silent",
    });
    const line = await waitForLine(child, "plumbline serves");
    const listed = await (await fetch(`${line.split(" ").at(-1)?.trim()}/v1/tools`)).json();
    const names = (listed as { tools: { name: string }[] }).tools.map(({ name }) => name).sort();
    expect(names).toEqual(["first_tool", "second_tool"]);
    expect(await stopped(child, "SIGTERM")).toBe(0);
  });

  test("build --types: a typed function for each tool, which gives what run gives", () => {
    expect(there("build", "--types", "--definitions", "definitions", "--output", "built")).toMatchObject({
      status: 0,
      stderr: "",
    });
    const listed = there("describe", "first_tool", "--json").stdout;
    const { examples } = JSON.parse(listed) as { examples: { input: object }[] };
    const input = JSON.stringify(examples[0]?.input);
    mkdirSync(join(app, "src"));
    const program = `import { first_tool } from "../mine/built/tools.js";
console.log(JSON.stringify(first_tool(${input}), null, 2));\n`;
    writeFileSync(join(app, "src/own.ts"), program);
    expect(compile("src/own.ts")).toEqual({ status: 0, said: "" });
    const ran = spawnSync(process.execPath, ["out/own.js"], { cwd: app, encoding: "utf8" });
    writeFileSync(join(mine, "input.json"), input);
    expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      stdout: there("run", "first_tool", "--input", "input.json").stdout,
      stderr: "",
    });
    writeFileSync(join(app, "src/own.ts"), program.replace("first_tool({", "first_tool({ none: 1, "));
    expect(compile("src/own.ts").said).toContain("'none' does not exist");
  });

  test("the library throws a DefinitionError for a set with mistakes, with each finding", () => {
    const program = `import { DefinitionError, loadDefinitions } from "plumbline-engine";
try {
  await loadDefinitions("broken");
} catch (error) {
  if (!(error instanceof DefinitionError)) throw error;
  console.log(error.findings.map(({ location: { file, line } }) => file + ":" + line).join());
}\n`;
    mkdirSync(join(app, "broken/tools"), { recursive: true });
    writeFileSync(join(app, "broken/tools/bad.yaml"), "name: [\n");
    writeFileSync(join(app, "broken.ts"), program);
    expect(compile("broken.ts")).toEqual({ status: 0, said: "" });
    const ran = spawnSync(process.execPath, ["out/broken.js"], { cwd: app, encoding: "utf8" });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });
    expect(ran.stdout).toContain("tools/bad.yaml:");
  });

  test("watch", async () => {
    const child = running(["watch"]);
    await waitForLine(child, "Watching");
    expect(await stopped(child, "SIGINT")).toBe(0);
  });

  test("extending the set that ships: each override gets a remark", () => {
    expect(call(["init", "extending", "--extend", "--tool", "my_lights"])).toMatchObject({ status: 0 });
    const path = "definitions/tools/calculate_pue.yaml";
    writeFileSync(join(app, "extending", path), `# Ours\n${readFileSync(join(own, path), "utf8")}`);
    const checked = call(["check", "--definitions", "extending/definitions"]);
    expect(checked.status, checked.stdout).toBe(0);
    expect(checked.stdout).toContain(
      "tools/calculate_pue.yaml:1:1 remark: This file replaces the shipped one.",
    );
  });
});

test.each(["SIGTERM", "SIGINT"] as const)("npm start ends with the service on %s", async (signal) => {
  // Without a build, which would remove the program used by other tests.
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

/** Compiles a program against the package's types; returns the compiler's output. */
function compile(file: string): { status: number | null; said: string } {
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
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, "--types", "node", file], {
    cwd: app,
    encoding: "utf8",
  });
  return { status, said: stdout };
}

test("the library: the documented example compiles against the types and runs", () => {
  expect(documentedProgram("library")).toContain('from "plumbline-engine"');
  writeFileSync(join(app, "library.ts"), documentedProgram("library"));
  expect(compile("library.ts")).toEqual({ status: 0, said: "" });
  const ran = spawnSync(process.execPath, ["out/library.js"], { cwd: app, encoding: "utf8" });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });
  expect(ran.stdout).toBe(PRINTED.library);
});

describe("tools as typed functions", () => {
  test("the documented example compiles and runs; a misspelt input and a word that is none do not compile", () => {
    const program = documentedProgram("typed");
    expect(program).toContain('from "plumbline-engine/tools"');
    writeFileSync(join(app, "typed.ts"), program);
    expect(compile("typed.ts")).toEqual({ status: 0, said: "" });
    const ran = spawnSync(process.execPath, ["out/typed.js"], { cwd: app, encoding: "utf8" });
    expect({ stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      stdout: PRINTED.typed,
      stderr: "",
    });
    for (const [right, wrong, said] of [
      ["cooling_kw: 150", "colling_kw: 150", "'colling_kw' does not exist"],
      ['country: "DE"', 'country: "Germany"', "'\"Germany\"' is not assignable"],
    ] as const) {
      expect(program).toContain(right);
      writeFileSync(join(app, "wrong.ts"), program.replace(right, wrong));
      const { status, said: found } = compile("wrong.ts");
      expect([status, found.includes(said)], found).toEqual([2, true]);
    }
  });

  test("a bundle for a page holds one tool, imports nothing of Node, and gives what the service gives", async () => {
    writeFileSync(
      join(app, "page.js"),
      'import { calculate_pue } from "plumbline-engine/tools/calculate_pue";\nexport { calculate_pue };\n',
    );
    const { build } = await import("vite");
    const built = await build({
      root: app,
      configFile: false,
      logLevel: "silent",
      build: {
        write: false,
        minify: false,
        lib: { entry: join(app, "page.js"), formats: ["es"], fileName: "page" },
      },
    });
    const [bundle] = [built].flat();
    if (bundle === undefined || !("output" in bundle)) throw new Error("nothing was bundled");
    const { code } = bundle.output[0];
    expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*["'](?:node:|fs|path)/);
    writeFileSync(join(app, "bundle.mjs"), code);
    const { calculate_pue } = (await import(join(app, "bundle.mjs"))) as {
      calculate_pue: (input: unknown) => unknown;
    };
    const input = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };
    const { stdout } = call(["run", "calculate_pue", ...PUE]);
    expect(calculate_pue(input)).toEqual(JSON.parse(stdout));
  });
});
