// `plumbline init` creates a valid repository, and a set can extend the shipped one. package.test.ts runs the
// commands there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { loadFolder } from "../../src/definitions/load.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const home = mkdtempSync(join(tmpdir(), "plumbline-init-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const begin = (...typed: readonly string[]) => call("init", typed);

describe("a set of one's own", () => {
  const folder = join(home, "mine");

  test("begins whole, and init does not write over it", async () => {
    expect(await begin(folder)).toMatchObject({ status: 0, stderr: "" });
    const { set, findings } = loadFolder(join(folder, "definitions"));
    expect(findings).toEqual([]);
    expect([...(set?.tools.keys() ?? [])]).toEqual(["first_tool"]);
    expect(await begin(folder)).toMatchObject({ status: 2 });
  });
});

describe("a set that extends the one that ships", () => {
  const folder = join(home, "extending");
  const definitions = join(folder, "definitions");

  test("has its tools and those, and each override gets a remark", async () => {
    expect(await begin(folder, "--extend", "--tool", "my_lights")).toMatchObject({ status: 0, stderr: "" });
    const [shipped] = readFolder(DEFAULT_FOLDER).filter(({ path }) => /^tools\/\w+\.yaml$/.test(path));
    const path = shipped?.path ?? "";
    writeFileSync(join(definitions, path), `# Ours\n${shipped?.text ?? ""}`);
    const { set, findings } = loadFolder(definitions);
    const own = new Set([path, "common.yaml", "sources.yaml", "tools/my_lights.yaml"]);
    expect(findings.filter(({ location }) => own.has(location.file)).map(formatFinding)).toContain(
      `${path}:1:1 remark: This file replaces the shipped one.`,
    );
    expect([...(set?.tools.keys() ?? [])].sort()).toEqual([...ownSet().tools.keys(), "my_lights"].sort());
    expect(set?.files.get(path)?.text.startsWith("# Ours")).toBe(true);
    expect(readFileSync(join(definitions, "sources.yaml"), "utf8").length).toBeLessThan(2000);
    const { status, stdout } = await call("golden", ["--definitions", definitions]);
    expect(status, stdout).toBe(0);
    const moved = /The set changes (.*): of (\d+) cases that ship with them, 0 answer otherwise/.exec(stdout);
    expect(moved?.[1]).toContain(path.replace(/^tools\/|\.yaml$/g, ""));
    expect(Number(moved?.[2])).toBeGreaterThan(0);
  });
});
