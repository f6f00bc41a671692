// The installed package with its dependencies: size, other runtimes, and messages without optional packages.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { documentedProgram, PRINTED, unpackPackage } from "../helpers/own-package.js";
import { stopped, waitForLine } from "../helpers/processes.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-installed-"));
const cli = "node_modules/plumbline-engine/dist/src/cli.js";
const INSTALL_MS = 300_000;
/** Sum of file sizes; disk usage is about a third higher. */
const MOST_BYTES = 95_000_000;

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};
/** Folders installed by `npm install --omit=dev`, without packages of other platforms. */
const installed = Object.entries(packages).filter(
  ([path, { dev, optional }]) =>
    path !== "" && dev !== true && (optional !== true || existsSync(join(ROOT, path))),
);

function bytesIn(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

beforeAll(() => {
  unpackPackage(join(folder, "node_modules/plumbline-engine"));
  for (const [path] of installed)
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      // Nested packages have their own entries in the lock file.
      filter: (source) => basename(source) !== "node_modules",
    });
  writeFileSync(join(folder, "package.json"), '{"type": "module", "private": true}');
  for (const name of ["library", "typed"]) writeFileSync(join(folder, `${name}.ts`), documentedProgram(name));
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("takes at most 95 MB, counted as bytes of files", () => {
  const bytes = bytesIn(join(folder, "node_modules"));
  expect(bytes).toBeGreaterThan(MOST_BYTES / 2);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

/** The first call of docs/api.md: address, input, and minimum content of the answer. */
const [, path = "", input = "", answer = ""] =
  /```http\nPOST (\S+)\n\n(.*?)\n```\n```json\n(.*?)\n```/s.exec(
    readFileSync(join(ROOT, "docs/api.md"), "utf8"),
  ) ?? [];

/** The npm package of each runtime, its program, and its arguments to run a file. */
const HOSTS = [
  { name: "bun", version: "1.4.4", program: /^@oven\/bun-[^/]+\/bin\/bun$/, run: [] },
  {
    name: "deno",
    version: "2.9.6",
    program: /^@deno\/[^/]+\/deno$/,
    run: ["run", "--allow-all", "--no-prompt"],
  },
] as const;

describe.each(HOSTS)("$name $version", ({ name, version, program, run }) => {
  const hosts = join(folder, name);
  let host = "";
  const reachable = spawnSync("npm", ["view", name, "version"], { timeout: 60_000 }).status === 0;
  const missing = `${name} comes from npm's registry, which cannot be reached`;

  beforeAll(() => {
    if (!reachable) return;
    const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", ["install", ...options, "--prefix", hosts, `${name}@${version}`], {
      timeout: INSTALL_MS,
    });
    const scopes = readdirSync(join(hosts, "node_modules"), { recursive: true, encoding: "utf8" });
    const found = scopes.find((file) => program.test(file));
    if (found === undefined) throw new Error(`${name} has no program for this machine`);
    host = join(hosts, "node_modules", found);
  }, INSTALL_MS);

  test.for(["library", "typed"] as const)("runs %s.ts of the documentation", (file, { skip }) => {
    skip(!reachable, missing);
    expect(spawnSync(host, ["--version"], { encoding: "utf8" }).stdout).toContain(version);
    const ran = spawnSync(host, [...run, `${file}.ts`], { cwd: folder, encoding: "utf8" });
    expect({ status: ran.status, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
      status: 0,
      stdout: PRINTED[file],
      stderr: "",
    });
  });

  test("serves the built form", async ({ skip }) => {
    skip(!reachable, missing);
    const env = { ...process.env, PORT: "0", DATA_DIR: ":memory:", LOG_LEVEL: "silent" };
    const child = spawn(host, [...run, cli, "serve"], { cwd: folder, env });
    try {
      const line = await waitForLine(child, "plumbline serves");
      const response = await fetch(`${line.split(" ").at(-1)?.trim()}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: input,
      });
      expect(await response.json()).toMatchObject(JSON.parse(answer) as object);
    } finally {
      await stopped(child);
    }
  });
});

describe("without optional packages", () => {
  beforeAll(() => {
    const optional = installed.filter((entry) => entry[1].optional === true);
    expect(optional.length).toBeGreaterThan(0);
    for (const [path] of optional) rmSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, "input.json"), input);
    writeFileSync(join(folder, "rows.jsonl"), `${input}\n`);
  });
  const tool = path.split("/").at(-1) ?? "";
  const call = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      encoding: "utf8",
      input: "",
      env: { ...process.env, DATA_DIR: join(folder, "data"), PORT: "0" },
    });

  test.each([
    ["run", tool, "--input", "input.json"],
    ["explain", tool, "--input", "input.json"],
    ["run", tool, "--table", "rows.jsonl", "--output", "rows.csv"],
    ["run", tool, "--table", "rows.jsonl", "--output", "rows.xlsx"],
    ["mcp"],
  ])("%s %s %s %s %s %s works", (...args) => {
    const { status, stderr } = call(...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.each([["serve"], ["keys", "list"]])("%s says in a sentence what is missing", (...args) => {
    const { status, stdout, stderr } = call(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      new RegExp(
        `^plumbline: @libsql/\\S+ is not installed, and ${args[0]} needs it\\. Install plumbline-engine again, with its optional dependencies\\.\\n$`,
      ),
    );
  });
});
