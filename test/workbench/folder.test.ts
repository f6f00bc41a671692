// The definitions folder: only regular files inside it are read.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import { runCli } from "../helpers/processes.js";

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "plumbline-folder-"));
  folder = join(home, "definitions");
  mkdirSync(folder);
  writeFileSync(join(folder, "common.yaml"), "edition: 2026-11-01\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test.each([
  ["a link to a device that never ends", () => symlinkSync("/dev/zero", join(folder, "x.yaml"))],
  ["a pipe that nobody writes to", () => spawnSync("mkfifo", [join(folder, "x.yaml")])],
  [
    "a link out of the folder",
    () => {
      writeFileSync(join(home, "secret.yaml"), "password: x\n");
      symlinkSync(join(home, "secret.yaml"), join(folder, "x.yaml"));
    },
  ],
])("%s is refused by its name", (_, make) => {
  make();
  expect(() => readFolder(folder)).toThrow(/x\.yaml is not a regular file inside the folder/);
});

test("a link to a file inside is read, as mounted volumes have them, and so is a folder that is a link", () => {
  mkdirSync(join(folder, "..data"));
  renameSync(join(folder, "common.yaml"), join(folder, "..data", "common.yaml"));
  symlinkSync(join("..data", "common.yaml"), join(folder, "common.yaml"));
  const link = join(home, "link");
  symlinkSync(folder, link);
  for (const place of [folder, link])
    expect(readFolder(place)).toMatchObject([{ path: "common.yaml", text: "edition: 2026-11-01\n" }]);
});

test("the commands say so and end with 1, also for plans", () => {
  cpSync(DEFAULT_FOLDER, folder, { recursive: true });
  rmSync(join(folder, "plans.yaml"));
  symlinkSync("/dev/zero", join(folder, "plans.yaml"));
  for (const command of ["check", "serve"]) {
    const { status, stderr } = runCli([command, "--definitions", folder], undefined, {
      DATA_DIR: ":memory:",
    });
    expect(stderr).toContain("plans.yaml is not a regular file inside the folder");
    expect(status).toBe(1);
  }
});
