// Files for GitHub: valid YAML, correct shell scripts, existing paths, and steps that do their work.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "./helpers/folders.js";

const GITHUB = join(ROOT, ".github");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly "timeout-minutes"?: number; readonly steps: Step[] }>>;
}

const WORKFLOWS: Readonly<Record<string, Workflow>> = Object.fromEntries(
  [
    ...readdirSync(join(GITHUB, "workflows")).map((name) => `.github/workflows/${name}`),
    "docs/github-impact.yml",
  ].map((path) => [path, parse(read(path)) as Workflow]),
);
const steps = Object.entries(WORKFLOWS).flatMap(([path, { jobs }]) =>
  Object.values(jobs).flatMap((job) => job.steps.map((step) => ({ path, ...step }))),
);

function bash(script: string, env: Readonly<Record<string, string>> = {}) {
  return spawnSync("bash", ["-eo", "pipefail", "-c", script], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

/** Returns the script of a named step of the release. */
function scriptOf(name: string): string {
  const found = steps.find((step) => step.name?.startsWith(name))?.run;
  if (found === undefined) throw new Error(`no step ${name}`);
  return found;
}

describe("workflows", () => {
  test.each(Object.entries(WORKFLOWS))("%s may only read by default", (_, { permissions }) => {
    expect(permissions).toEqual({ contents: "read" });
  });

  test.each(steps.flatMap(({ run, path }) => (run === undefined ? [] : [[path, run] as const])))(
    "%s: %s is correct shell",
    (_, run) => {
      const plain = run.replaceAll(/\$\{\{[^}]*\}\}/g, "value");
      const { status, stderr } = spawnSync("bash", ["-n"], { input: plain, encoding: "utf8" });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      // A value of an event inside a script can be code.
      expect(run).not.toMatch(/\$\{\{\s*github\.(event|head_ref)/);
    },
  );

  test("name scripts, files and versions of actions", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
    for (const { run = "", uses } of steps) {
      for (const [, name = ""] of run.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(name);
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    }
    expect(
      steps
        .filter(({ run }) => run === ".ci/run")
        .map(({ path }) => path)
        .sort(),
    ).toEqual([".github/workflows/release.yml", ".github/workflows/test.yml"]);
    expect(spawnSync("bash", ["-n", join(ROOT, ".ci/run")]).status).toBe(0);
  });

  test("a release needs a tag that equals all versions", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    const script = scriptOf("Compare the tag");
    expect(bash(script, { GITHUB_REF_NAME: `v${version}` }).status).toBe(0);
    expect(bash(script, { GITHUB_REF_NAME: `v${version}1` }).status).not.toBe(0);
  });

  test("the archive of definitions has the same bytes each time, and its hash", () => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "plumbline-release-")));
    try {
      const hashes = folders.map((folder) => {
        const { status, stderr } = bash(scriptOf("Pack the definitions"), { RUNNER_TEMP: folder });
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        const [archive = "", hash = ""] = readdirSync(folder).sort();
        expect(archive).toMatch(/^definitions-\d{4}-\d\d-\d\d\.tar\.gz$/);
        expect(spawnSync("sha256sum", ["-c", hash], { cwd: folder }).status).toBe(0);
        return readFileSync(join(folder, hash), "utf8");
      });
      expect(hashes[0]).toBe(hashes[1]);
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });
});

test("issue forms have a name, a description and fields with distinct ids", () => {
  const forms = readdirSync(join(GITHUB, "ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");
  expect(forms).toContain("regulation-changed.yml");
  for (const name of forms) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      name: string;
      description: string;
      body: { type: string; id: string; attributes: { label: string } }[];
    };
    expect(form).toMatchObject({ name: expect.stringMatching(/./), description: expect.stringMatching(/./) });
    expect(new Set(form.body.map(({ id }) => id)).size).toBe(form.body.length);
    for (const { type, attributes } of form.body) {
      expect(["input", "textarea", "dropdown", "checkboxes", "markdown"]).toContain(type);
      expect(attributes.label).not.toBe("");
    }
  }
});

test("owners and updates name folders that exist", () => {
  const owned = read(".github/CODEOWNERS")
    .split("\n")
    .filter((line) => line.startsWith("/"))
    .map((line) => line.split(/\s+/)[0] ?? "");
  expect(owned.length).toBeGreaterThan(3);
  const { updates } = parse(read(".github/dependabot.yml")) as { updates: { directory: string }[] };
  for (const path of [...owned, ...updates.map(({ directory }) => directory)])
    expect(existsSync(join(ROOT, path)), path).toBe(true);
});
