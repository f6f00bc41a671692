// Follows docs/authoring.md step by step in a temporary copy.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { citedOnly } from "../helpers/cited-sources.js";
import { ROOT } from "../helpers/folders.js";
import { Repository, smallSet } from "../helpers/git-repository.js";

const WALK = /^## Walk through it once\n(.*?)^## /ms.exec(
  readFileSync(join(ROOT, "docs/authoring.md"), "utf8"),
)?.[1];

interface Block {
  readonly info: string;
  readonly text: string;
}
const BLOCKS: Block[] = [...(WALK ?? "").matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
  info: match[1] ?? "",
  text: match[2] ?? "",
}));

let copy: Repository;

/** A built checkout with few definitions, for speed. */
beforeAll(() => {
  copy = new Repository();
  for (const path of ["dist", "assets/template", "definitions/schema"])
    cpSync(join(ROOT, path), join(copy.home, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy.home, "node_modules"));
  // A fast substitute for npx, which is tested once below.
  const npx = `#!/bin/sh\n[ "$1" = plumbline ] && shift && exec "${process.execPath}" dist/src/cli.js "$@"\nexit 127\n`;
  mkdirSync(join(copy.home, "dist/bin"));
  writeFileSync(join(copy.home, "dist/bin/npx"), npx, { mode: 0o755 });
  copy.write(".gitignore", "node_modules\ndist\n");
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  manifest.scripts.build = "true";
  copy.write("package.json", JSON.stringify(manifest));
  for (const [path, text] of Object.entries(smallSet()))
    if (/^definitions\/(tools\/|common)/.test(path)) copy.write(path, text);
  const template = readFileSync(join(ROOT, "assets/template/tool.yaml"), "utf8");
  const bibliography = readFileSync(join(ROOT, "definitions/sources.yaml"), "utf8");
  copy.write(
    "definitions/sources.yaml",
    citedOnly(bibliography, [template]) + smallSet()["definitions/sources.yaml"],
  );
  copy.commit("The project");
});
afterAll(() => copy.remove());

function run(command: string, path = `${join(copy.home, "dist/bin")}:${process.env.PATH}`) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: copy.home,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: path,
      ...{ GIT_AUTHOR_NAME: "Test", GIT_AUTHOR_EMAIL: "test@example.org", GIT_CONFIG_GLOBAL: "/dev/null" },
      ...{ GIT_COMMITTER_NAME: "Test", GIT_COMMITTER_EMAIL: "test@example.org", npm_config_offline: "true" },
    },
  });
  return { status, output: stdout + stderr };
}

function follow(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { status, output } = run(line);
      expect(status, `${line}\n${output}`).toBe(Number(/# exit (\d)$/.exec(line)?.[1] ?? 0));
      return output;
    })
    .join("");
}

test("each step works as it is written", () => {
  expect(BLOCKS.filter(({ info }) => info === "sh").length).toBeGreaterThan(5);
  let said = "";
  for (const { info, text } of BLOCKS) {
    if (info === "sh") said = follow(text);
    else if (info === "text") for (const line of text.trimEnd().split("\n")) expect(said).toContain(line);
    else if (info === "diff") {
      writeFileSync(join(copy.home, "step.diff"), text);
      const { status, output } = run("git apply step.diff && rm step.diff");
      expect(status, `${text}\n${output}`).toBe(0);
    } else {
      const path = /^yaml (\S+)$/.exec(info)?.[1];
      expect(path, info).toBeDefined();
      mkdirSync(dirname(join(copy.home, path ?? "")), { recursive: true });
      writeFileSync(join(copy.home, path ?? ""), text);
    }
  }
  expect(copy.git("status", "--porcelain")).toBe("");
  expect(copy.git("log", "--oneline").trim().split("\n").length).toBe(1);
});

test("every command that the document names exists", () => {
  const text = readFileSync(join(ROOT, "docs/authoring.md"), "utf8");
  const commands = new Set([...text.matchAll(/npx plumbline ([\w-]+)/g)].map((match) => match[1] ?? ""));
  for (const name of commands) expect(run(`npx plumbline ${name} --help`).status, name).toBe(0);
  expect(run("npx plumbline --version", process.env.PATH)).toMatchObject({ status: 0 });
});
