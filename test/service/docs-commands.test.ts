// Runs the shell commands of the documentation, in the order of each page, against a service.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { CLI } from "../helpers/processes.js";

/** Commands that other tests run, or that need the network: installation, build, start and the whole test. */
const ELSEWHERE = /^(?:npm (?:ci|test|install|start)|HOST=\S+ PORT=\S+ node )/;
/** Pages and chapters with tests of their own: table clients, keys, the walk-through; placeholders of a list. */
const OWN_TESTS = new Set(["tables.md", "authoring.md", "command-line.md", "CONTRIBUTING.md"]);
const KEYS = /^## Keys and limits$.*?(?=^## )/ms;

const PAGES = {
  "README.md": readFileSync(join(ROOT, "README.md"), "utf8"),
  ...Object.fromEntries(
    ["start", "api", "keys", "sql", "editing", "verification", "operating"].map((name) => [
      `${name}.md`,
      readFileSync(join(ROOT, `docs/${name}.md`), "utf8").replace(name === "start" ? KEYS : /$^/, ""),
    ]),
  ),
};

interface Block {
  readonly info: string;
  readonly text: string;
}
const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(sh|js)\n(.*?)^```$/gms)].map(([, info = "", text = ""]) => ({ info, text }));

const home = mkdtempSync(join(tmpdir(), "plumbline-docs-"));
const TOKEN = "a-token-of-this-test-only-0123456789";
let service: Keyed;

beforeAll(async () => {
  service = await startKeyed({ adminToken: TOKEN });
  mkdirSync(join(home, "bin"));
  symlinkSync(join(ROOT, "node_modules"), join(home, "node_modules"));
  const program = `#!/bin/sh\n[ "$1" = plumbline ] && shift\nexec "${process.execPath}" "${CLI}" "$@"\n`;
  for (const name of ["npx", "plumbline"]) writeFileSync(join(home, "bin", name), program, { mode: 0o755 });
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true });
});

/** Runs a script without blocking this process, which has the service. */
async function run(script: string): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    ADMIN_TOKEN: TOKEN,
    DATA_DIR: join(home, "data"),
  };
  const here = script.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):3000/g, service.base);
  const { stdout } = await promisify(execFile)("bash", ["-ec", here], { cwd: home, env });
  return stdout;
}

test("every page with shell commands is run here or has tests of its own", () => {
  const pages = ["library", "mcp", "faults", "stability", "language", "operating-reference", "licences"];
  const silent = pages.filter((name) => /^```sh$/m.test(readFileSync(join(ROOT, `docs/${name}.md`), "utf8")));
  expect(silent).toEqual([]);
  expect([...OWN_TESTS].filter((name) => name in PAGES)).toEqual([]);
});

describe.skipIf(spawnSync("curl", ["--version"]).status !== 0)("the commands of", () => {
  test.each(Object.keys(PAGES))("%s", async (name) => {
    const blocks = blocksOf(PAGES[name as keyof typeof PAGES] ?? "");
    expect(blocks.length).toBeGreaterThan(0);
    for (const { info, text } of blocks) {
      if (info === "js") {
        writeFileSync(join(home, "program.mjs"), text);
        expect(await run("node program.mjs")).not.toBe("");
        continue;
      }
      const lines = text.split("\n").filter((line) => !ELSEWHERE.test(line));
      const printed = await run(lines.join("\n"));
      // A problem document shows that a request failed.
      expect(printed).not.toContain('"type":"/problems/');
    }
  });
});
