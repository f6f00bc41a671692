// The command line: results on standard output, problems on standard error, exit codes 0, 1 and 2.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { type Command, helpOf } from "../../src/cli/help.js";
import { repositoryOf, smallSet } from "../helpers/git-repository.js";
import { CLI, runCli, waitForLine } from "../helpers/processes.js";
import { call } from "../helpers/run-command.js";

const PUE = ["--it_load_kw", "500", "--cooling_kw", "150", "--ups_losses_kw", "30", "--lighting_kw", "5"];
const PUE_JSON = JSON.stringify({ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 });

/** Commands without the option --definitions. */
const WITHOUT_DEFINITIONS = ["completion", "init", "lsp"];

describe("run", () => {
  test("with options", () => {
    const { status, stdout } = runCli(["run", "calculate_pue", ...PUE]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      pue_score: 1.37,
      efficiency_rating: "Good",
      annual_cost_estimate_gbp: 1519951.98,
    });
  });

  test("with --name=value, standard input and a file give the same bytes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    try {
      writeFileSync(join(folder, "in.json"), PUE_JSON);
      const run = async (...args: string[]) => (await call("run", ["calculate_pue", ...args])).stdout;
      const plain = await run(...PUE);
      expect(await run("--it_load_kw=500", "--cooling_kw=150", "--ups_losses_kw=30", "--lighting_kw=5")).toBe(
        plain,
      );
      expect(runCli(["run", "calculate_pue", "--input", "-"], PUE_JSON).stdout).toBe(plain);
      expect(await run("--input", join(folder, "in.json"))).toBe(plain);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("refused input names the field and exits with 1", () => {
    const { status, stdout, stderr } = runCli(["run", "calculate_pue", "--it_load_kw", "0", ...PUE.slice(2)]);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toBe("it_load_kw must be greater than 0, not 0.\n");
  });

  test.each([
    [["run"], "Name the tool to run; plumbline list shows them."],
    [["run", "calculate_peu"], "There is no tool calculate_peu. Did you mean calculate_pue"],
    [["run", "claculate_pue"], "There is no tool claculate_pue. Did you mean calculate_pue"],
    [["run", "calculate_pue", "it_load_kw"], "Unexpected word it_load_kw"],
    [["run", "calculate_pue", "--it_load_kw"], "--it_load_kw needs a value."],
    [["run", "calculate_pue", "--input", "-", "--it_load_kw", "3"], "either with --input or as options"],
    [["run", "calculate_pue", "--input", "nowhere.json"], "The input nowhere.json cannot be read"],
    [["run", "calculate_pue", "--definitions", "nowhere"], "There is no folder nowhere."],
    [["check", "--all"], "check does not know --all."],
  ])("wrong usage: %j", async ([name = "", ...args], message) => {
    const { status, stderr } = await call(name, args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a word that is far from every name is near to none", async () => {
    expect(await call("run", ["nope"])).toMatchObject({ status: 2, stderr: "There is no tool nope." });
  });

  test("a command that there is not is wrong usage", () => {
    const { status, stderr } = runCli(["sing"]);
    expect(status).toBe(2);
    expect(stderr).toContain("There is no command sing.");
  });

  test("input that is not JSON is wrong usage", () => {
    const { status, stderr } = runCli(["run", "calculate_pue", "--input", "-"], "{it_load_kw: 500}");
    expect(status).toBe(2);
    expect(stderr).toContain(
      "The input is not JSON: line 1, column 2: expected a property name in double quotes",
    );
  });
});

describe("explain", () => {
  test("is a calculation sheet with formulas, numbers and clauses", async () => {
    const { status, stdout } = await call("explain", [
      "eurocode_column_checker",
      "--axial_load_kn",
      "1200",
      "--effective_length_m",
      "4",
      "--material",
      "S355",
      "--section",
      "UC 203x203x52",
      "--detail",
      "full",
    ]);
    expect(status).toBe(0);
    for (const line of [
      "= π² × E × inertia z × 10\u202f000 / L_cr,z² / 1000",
      "= π² × 210\u202f000\u202fMPa × 1780\u202fcm⁴ × 10\u202f000 / (4000\u202fmm)² / 1000",
      "] 6.3.1.2",
      "BS EN 1993-1-1:2005+A1:2014, Table 6.2 [standard]",
      "BS EN 1993-1-1:2005+A1:2014, Table 6.1 [standard]",
      "Used: 6.3.1.2",
      "BS EN 10025-2",
    ])
      expect(stdout).toContain(line);
  });

  test("shows results exactly as the interface gives them, under their titles", async () => {
    const { stdout } = await call("explain", ["calculate_pue", ...PUE]);
    const result = JSON.parse((await call("run", ["calculate_pue", ...PUE])).stdout) as Record<
      string,
      unknown
    >;
    // Grouped digits with a currency sign: 685 kW for 8760 h at 0.2533 GBP/kWh.
    expect(result).toMatchObject({ annual_cost_estimate_gbp: 1519951.98, annual_energy_kwh: 6000600 });
    expect(stdout).toMatch(/^ {2}Annual cost +£1\u202f519\u202f951\.98$/m);
    expect(stdout).toMatch(/^ {2}Energy of a year +6\u202f000\u202f600\u202fkWh$/m);
    expect(stdout).not.toMatch(/\d GBP\b(?!\/)/);
    // Inputs and results appear under their titles, never as identifiers.
    const names = [...Object.keys(result), "it_load_kw"].filter((name) => name.includes("_"));
    expect(names.filter((name) => stdout.includes(`${name}:`) || stdout.includes(`${name} `))).toEqual([]);
  });

  test("refuses a detail that there is not, and says how a PDF is made", async () => {
    expect((await call("explain", ["calculate_pue", ...PUE, "--detail", "some"])).stderr).toContain(
      "--detail must be one of summary, checks, full, not some.",
    );
    expect((await call("explain", ["calculate_pue", ...PUE, "--pdf"])).stderr).toContain(
      "For a PDF, write the sheet with --html and print it from a browser.",
    );
  });

  test("--json gives the explanation as data, with the hashes of the definition files", async () => {
    const { stdout } = await call("explain", ["calculate_pue", "--json", ...PUE]);
    const explanation = JSON.parse(stdout) as {
      definition_files: Record<string, string>;
      steps: { name: string; value: unknown; citations: unknown[] }[];
    };
    expect(explanation.definition_files["tools/calculate_pue.yaml"]).toMatch(/^[0-9a-f]{64}$/);
    expect(explanation.steps.find((step) => step.name === "pue_score")).toMatchObject({
      value: 1.37,
      substituted: "round(1.37, 3)",
    });
  });

  test("refuses what run refuses", async () => {
    expect((await call("explain", ["calculate_pue", "--it_load_kw", "-1", ...PUE.slice(2)])).status).toBe(1);
  });
});

describe("check and help", () => {
  test("the project's own definitions are good", () => {
    const { status, stdout } = runCli(["check"]);
    expect(stdout).toMatch(/\n?0 errors, /);
    expect(status).toBe(0);
  });

  test("findings can be limited to files", async () => {
    const good = smallSet();
    const path = "definitions/tools/small.yaml";
    const broken = (good[path] ?? "").replace("limit_kw - power_kw", "limit_kw - powr_kw");
    const other = (good[path] ?? "").replace("name: small", "name: other");
    const repository = repositoryOf({ ...good, [path]: broken, "definitions/tools/other.yaml": other });
    try {
      const check = (file: string) => call("check", [file, "--definitions", repository.definitions]);
      expect(await check("tools/small.yaml")).toMatchObject({
        status: 1,
        stdout: expect.stringContaining("Nothing is called powr_kw"),
      });
      expect(await check("tools/other.yaml")).toMatchObject({
        status: 0,
        stdout: "0 errors, 0 remarks; looked at 1 file, the whole set without a name\n",
      });
    } finally {
      repository.remove();
    }
  });

  test("help lists the commands, each of which tells its options and refuses others with a hint", async () => {
    const { status, stdout } = runCli(["help"]);
    expect(status).toBe(0);
    expect(runCli([])).toEqual({ status: 2, stdout: "", stderr: stdout });
    const names = new Set([...stdout.matchAll(/^ {2}plumbline ([\w-]+)/gm)].map((match) => match[1] ?? ""));
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) {
      const command = COMMANDS.get(name);
      if (command === undefined) throw new Error(`help lists ${name}, which is no command`);
      const help = helpOf(command);
      expect(help).toContain(`plumbline ${name}`);
      if (WITHOUT_DEFINITIONS.includes(name)) continue;
      expect(help).toContain("--definitions DIR");
      // The options of these commands depend on their first word.
      if (["run", "explain", "sweep", "sql"].includes(name)) continue;
      expect(await call(name, ["--definitons", "x"])).toMatchObject({
        status: 2,
        stderr: `${name} does not know --definitons. Did you mean --definitions?`,
      });
    }
    expect(runCli(["check", "--help"])).toEqual({
      status: 0,
      stdout: helpOf(COMMANDS.get("check") as Command),
      stderr: "",
    });
    expect(runCli(["check", "--definitons", "x"])).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "plumbline: check does not know --definitons. Did you mean --definitions?\nTry plumbline check --help.\n",
    });
  });
});

describe("serve", () => {
  test("stops cleanly on SIGINT", async () => {
    const server = spawn(process.execPath, [CLI, "serve"], {
      env: { ...process.env, PORT: "0", DATA_DIR: ":memory:" },
    });
    await waitForLine(server, "serves");
    const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("a port in use is said, with exit code 1; a port that is none is wrong usage", async () => {
    const server = spawn(process.execPath, [CLI, "serve"], {
      env: { ...process.env, PORT: "0", DATA_DIR: ":memory:" },
    });
    try {
      const port = /:(\d+)\s*$/.exec(await waitForLine(server, "serves"))?.[1] ?? "";
      const second = spawn(process.execPath, [CLI, "serve"], {
        env: { ...process.env, PORT: port, DATA_DIR: ":memory:" },
      });
      let errors = "";
      second.stderr.on("data", (chunk: Buffer) => {
        errors += chunk.toString();
      });
      expect(await new Promise((resolve) => second.once("close", resolve))).toBe(1);
      expect(errors).toContain("cannot listen");
    } finally {
      server.kill("SIGTERM");
    }
    const wrong = spawn(process.execPath, [CLI, "serve"], { env: { ...process.env, PORT: "http" } });
    expect(await new Promise((resolve) => wrong.once("close", resolve))).toBe(2);
  });
});

test("what an installation without optional packages lacks is told in a sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  try {
    // The database driver, which --omit=optional omits.
    const lacking = `const loader = require("node:module");
const resolve = loader._resolveFilename;
loader._resolveFilename = (name, ...rest) => {
  if (!/^@libsql\\/(linux|darwin|win32)/.test(name)) return resolve(name, ...rest);
  throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: "MODULE_NOT_FOUND" });
};`;
    writeFileSync(join(folder, "lacking.cjs"), lacking);
    const env = { NODE_OPTIONS: `--require ${join(folder, "lacking.cjs")}`, DATA_DIR: folder };
    const { status, stdout, stderr } = runCli(["keys", "list"], undefined, env);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^plumbline: @libsql\/\S+ is not installed, and keys needs it\. Install plumbline-engine again, with its optional dependencies\.\n$/,
    );
    expect(runCli(["run", "calculate_pue", ...PUE], undefined, env).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
