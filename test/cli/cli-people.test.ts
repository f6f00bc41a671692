// The command line for people: finding and describing tools, giving inputs, shell completion.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";
import { CLI, runCli, stopped } from "../helpers/processes.js";
import { call } from "../helpers/run-command.js";
import { until } from "../helpers/store-servers.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-people-"));
afterAll(() => rmSync(folder, { recursive: true }));
const PUE = { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 };

describe("list and describe", () => {
  test("every tool is listed under its subject, in words and as data", () => {
    const names = [...ownSet().tools.keys()];
    const { stdout } = runCli(["list"]);
    for (const name of names) expect(stdout).toContain(`  ${name} `);
    const data = JSON.parse(runCli(["list", "--json"]).stdout) as { name: string; title: string }[];
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(runCli(["list", "column"]).stdout).toContain("eurocode_column_checker");
    // Matches any word of the description, as on the first page.
    expect(runCli(["list", "landlord"]).stdout).toMatch(
      /^ {2}mees_checker .*\n\n1 tool matches "landlord"\./m,
    );
  });

  test("every input, choice and question of every tool reaches the reader in full words", async () => {
    const plain = (text: string) => text.replace(/\s+/g, " ");
    for (const [name, tool] of ownSet().tools) {
      const { status, stdout } = await call("describe", [name]);
      expect(status, name).toBe(0);
      const words = (schema: Record<string, unknown>): string[] => [
        ...["title", "description", "unit"].flatMap((key) => {
          const text = schema[key];
          return typeof text !== "string" || (key === "unit" && text === "1") ? [] : [plain(text)];
        }),
        ...Object.values((schema.choices ?? {}) as Record<string, string | { title: string }>).map((choice) =>
          plain(typeof choice === "string" ? choice : choice.title),
        ),
        ...Object.values((schema.properties ?? {}) as Record<string, Record<string, unknown>>).flatMap(words),
      ];
      const said = plain(stdout);
      const wanted = [tool.inputSchema, tool.outputSchema].flatMap(words);
      expect(wanted.length).toBeGreaterThan(5);
      expect(wanted.filter((each) => !said.includes(each))).toEqual([]);
      expect([...tool.facts.inputs].filter((input) => !stdout.includes(`--${input}\n`))).toEqual([]);
    }
  });

  test("the example of a tool can be pasted into a shell", () => {
    const shown = runCli(["describe", "eurocode_beam_designer"]).stdout;
    const line = shown.slice(shown.indexOf("  plumbline run")).trim().replace("plumbline", '"$NODE" "$CLI"');
    const { status, stdout } = spawnSync("sh", ["-c", line], {
      encoding: "utf8",
      env: { ...process.env, NODE: process.execPath, CLI },
      input: "",
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty("status");
  });

  test("a part of a name is enough where one tool has it, and the help of a tool tells its inputs", () => {
    const help = runCli(["run", "beam", "--help"]);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain("eurocode_beam_designer 3.");
    expect(help.stdout).toContain("Span; a number in m, at least 0.5, at most 40");
    expect(runCli(["help", "run", "beam"]).stdout).toBe(help.stdout);
    expect(runCli(["describe", "eurocode"])).toMatchObject({ status: 2 });
    expect(runCli(["describe", "claculate_pue"]).stderr).toMatch(/Did you mean calculate_pue\?/);
    // Only similar names are suggested.
    expect(runCli(["describe", "nope"]).stderr).not.toContain("Did you mean");
  });
});

describe("inputs", () => {
  test("what is piped is read without being asked for; options come before it; nothing piped is no input", () => {
    const piped = runCli(["run", "calculate_pue"], JSON.stringify(PUE));
    expect(piped.status).toBe(0);
    expect(JSON.parse(piped.stdout)).toMatchObject({ pue_score: 1.37 });
    expect(runCli(["run", "calculate_pue", "--it_load_kw", "500"], JSON.stringify(PUE)).stderr).toContain(
      "cooling_kw is required",
    );
    expect(runCli(["run", "calculate_pue"], "").stderr).toContain("it_load_kw is required");
  });

  test("a file that is no JSON is told with its line and column", () => {
    const file = join(folder, "in.json");
    writeFileSync(file, '{\n  "it_load_kw": 500,\n  "cooling_kw": 1,5\n}\n');
    const { status, stderr } = runCli(["run", "calculate_pue", "--input", file]);
    expect(status).toBe(2);
    expect(stderr).toContain(`${file} is not JSON: line 3, column 19: `);
  });

  test("fields inside an object by their dotted names, lists with commas, yes and no", () => {
    const answers = ["--answers.registered", "yes", "--answers.insurance", "no"];
    const dotted = runCli(["run", "contractor_vetting", "--purpose", "general", ...answers]);
    const json = JSON.stringify({ purpose: "general", answers: { registered: "yes", insurance: "no" } });
    const whole = runCli(["run", "contractor_vetting", "--input", "-"], json);
    expect(dotted).toEqual(whole);
    expect(dotted.status).toBe(0);
    const listed = ["--out_of_scope", "cyber,energy", ...answers];
    expect(runCli(["run", "contractor_vetting", ...listed]).stderr).not.toContain("out_of_scope must");
  });

  test("an option twice is refused; a refusal as data", () => {
    const twice = runCli(["run", "calculate_pue", "--it_load_kw", "1", "--it_load_kw", "2"]);
    expect(twice).toMatchObject({ status: 2 });
    expect(twice.stderr).toContain("--it_load_kw is given twice.");
    const refused = runCli(["run", "calculate_pue", "--it_load_kw", "-5", "--json"]);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(JSON.parse(refused.stderr)).toMatchObject({ errors: [{ pointer: "/cooling_kw" }, {}, {}, {}] });
  });
});

test("--version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  expect(runCli(["--version"])).toEqual({ status: 0, stdout: `plumbline ${version}\n`, stderr: "" });
});

test("colour is for terminals, and NO_COLOR forbids it", () => {
  const terminal = (env: Record<string, string>) =>
    spawnSync("script", ["-qec", `"${process.execPath}" "${CLI}" list`, "/dev/null"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", TERM: "xterm", ...env },
    }).stdout;
  expect(runCli(["list"]).stdout).not.toContain("\x1b[");
  expect(terminal({})).toContain("\x1b[1m");
  expect(terminal({ NO_COLOR: "1" })).not.toContain("\x1b[");
});

describe("completion", () => {
  const offered = (...words: string[]) =>
    runCli(["__complete", ...words])
      .stdout.trim()
      .split("\n")
      .map((line) => line.split("\t")[0]);

  test("offers commands, tools, inputs, choices and paths", () => {
    expect(offered("d")).toEqual(["describe"]);
    expect(offered("run", "calculate_p")).toEqual(["calculate_pue"]);
    expect(offered("run", "eurocode_beam_designer", "--sp")).toEqual(["--span_m"]);
    expect(offered("run", "eurocode_beam_designer", "--config", "")).toEqual(["ss", "cant", "cont"]);
    expect(offered("run", "eurocode_beam_designer", "--config", "ss", "--con")).toEqual([""]);
    expect(offered("explain", "eurocode_beam_designer", "--output", "")).toEqual([":paths"]);
    expect(offered("keys", "r")).toEqual(["rotate", "revoke"]);
    expect(offered("explain", "eurocode_beam_designer", "--detail", "")).toEqual([
      "summary",
      "checks",
      "full",
    ]);
  });

  /** Starts each shell without user settings, and loads the completion. */
  const SHELLS = [
    ["bash", "bash --norc -i", 'eval "$(plumbline completion bash)"'],
    ["zsh", "zsh -f -i", 'autoload -U compinit; compinit -u -D; eval "$(plumbline completion zsh)"'],
    ["fish", "fish --no-config -i", "plumbline completion fish | source"],
  ] as const;
  const has = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
  const HAS_TERMINAL = process.platform === "linux" && has("script");

  describe.each(SHELLS)("%s", (shell, start, taught) => {
    test.skipIf(!HAS_TERMINAL || !has(shell))("completes at the tab key, in a terminal", async () => {
      const folder = mkdtempSync(join(tmpdir(), "plumbline-shell-"));
      // Delegates completion to plumbline; otherwise prints its arguments.
      const stub = `#!/bin/sh
case "$1" in __complete|completion) exec "${process.execPath}" "${CLI}" "$@";; esac
printf 'GOT'; printf '[%s]' "$@"; printf '\\n'
`;
      writeFileSync(join(folder, "plumbline"), stub, { mode: 0o755 });
      writeFileSync(join(folder, "my estate.csv"), "");
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder, TERM: "xterm" };
      const child = spawn("script", ["-qfec", start, "/dev/null"], { cwd: folder, env });
      try {
        let seen = "";
        const said = (words: string) => until(words, () => seen.includes(words));
        child.stdout.on("data", (chunk: Buffer) => {
          seen += chunk.toString();
        });
        child.stdin.write(`${taught}; echo RE""ADY\n`);
        await said("READY\r\n");
        for (const [keys, got] of [
          ["describe calculate_p\t", "[describe][calculate_pue]"],
          ["run eurocode_beam_designer --config ca\t", "[run][eurocode_beam_designer][--config][cant]"],
          ["run calculate_pue --table my\t", "[run][calculate_pue][--table][my estate.csv]"],
        ] as const) {
          child.stdin.write(`plumbline ${keys}\n`);
          await said(`GOT${got}`);
        }
        const ended = once(child, "exit");
        child.stdin.write("exit\n");
        await ended;
      } finally {
        await stopped(child);
        // The shell of a failed test may still write its history here.
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    });
  });
});

describe("sweep", () => {
  const BEAM = ["--material", "steel", "--config", "ss", "--udl_kn_m", "20"];

  test("the points are those of single runs", () => {
    const { status, stdout } = runCli(["sweep", "beam", "--span_m", "4..8..2", ...BEAM, "--json"]);
    expect(status).toBe(0);
    const swept = JSON.parse(stdout) as {
      inputs: Record<string, number[]>;
      columns: Record<string, unknown[]>;
    };
    expect(swept.inputs).toEqual({ span_m: [4, 6, 8] });
    for (const [point, span] of [4, 6, 8].entries()) {
      const one = runCli(["run", "eurocode_beam_designer", "--span_m", String(span), ...BEAM]).stdout;
      const result = JSON.parse(one) as Record<string, unknown>;
      for (const [column, values] of Object.entries(swept.columns))
        expect(values[point]).toEqual(result[column]);
    }
  });

  test("a range without a step is taken at round numbers, with both its ends", () => {
    const spans = (range: string) => {
      const { stdout } = runCli(["sweep", "beam", "--span_m", range, ...BEAM, "--json"]);
      return (JSON.parse(stdout) as { inputs: { span_m: number[] } }).inputs.span_m;
    };
    expect(spans("4..8")).toEqual(Array.from({ length: 41 }, (_, at) => Number((4 + at / 10).toFixed(1))));
    expect(spans("5.03..4.3")).toEqual([5.03, ...spans("4.3..5.03").slice(0, -1).reverse()]);
    expect(spans("4.3..5.03").slice(0, 3)).toEqual([4.3, 4.32, 4.34]);
  });

  test("a picture and a table; what was not given is that of the example, and said", () => {
    const { status, stderr } = runCli(["sweep", "eurocode_beam_designer", "--span_m", "4..12"]);
    expect(status).toBe(0);
    expect(stderr).toContain("Not given, so as in the example");
    const picture = join(folder, "sweep.svg");
    const two = ["--span_m", "4..12", "--grade", "s275,s355", ...BEAM, "--columns", "mass_kg_m"];
    const table = runCli(["sweep", "beam", ...two, "--points", "3", "--svg", picture]);
    expect(table.stdout.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/^span_m +grade +mass_kg_m$/),
      expect.stringMatching(/^4 +s275 +\d/),
    ]);
    expect(readFileSync(picture, "utf8")).toMatch(/^<svg[\s\S]*Grade s355[\s\S]*<\/svg>\n$/);
    expect(runCli(["sweep", "beam", "--span_m", "4", ...BEAM]).stderr).toContain("a range such as 4..12");
  });
});
