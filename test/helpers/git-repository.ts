// A temporary git repository with definitions.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export class Repository {
  readonly home = mkdtempSync(join(tmpdir(), "plumbline-"));
  readonly definitions = join(this.home, "definitions");

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  write(path: string, text: string): void {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", message);
    return this.git("rev-parse", "HEAD").trim();
  }

  git(...args: readonly string[]): string {
    const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...who, ...args], {
      cwd: this.home,
      encoding: "utf8",
      env: { ...env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Returns a set of one tool with a chosen limit and version. */
export function smallSet({
  limit = 10,
  version = "1.0.0",
  disclaimer = "None.",
} = {}): Record<string, string> {
  return {
    "definitions/common.yaml": `edition: 2026-11-01\ndisclaimer: ${disclaimer}\nfields: {flags: Flags.}\n`,
    "definitions/sources.yaml":
      "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
    "definitions/tools/small.yaml": `name: small
title: A small tool
description: A small tool.
category: test
version: ${version}
edition: 2026-11-01
standard_reference: None
inputs:
  power_kw: {at_least: 0, at_most: 100, description: Power.}
  shown: {type: boolean, assumed: true, description: Show it.}
  days: {at_most: 3, unique: true, items: {type: date}, optional: true, description: Days.}
values:
  limit_kw: {constant: ${limit}, cite: handbook Table 1}
  spare_kw: limit_kw - power_kw
  size:
    decide:
      - {when: power_kw > limit_kw, give: large}
    otherwise: small
recommendations: [Go on.]
results:
  spare_kw: {round: 2, description: Spare}
  size: {description: Size}
  shown: {description: Shown}
  day_count: {value: = count(days), description: Days}
`,
    "test/golden/small/limit.yaml": `origin: hand
source: None
cases:
  - {name: at-the-limit, why: on the limit, input: {power_kw: 10}, expect: {spare_kw: 0}}
`,
  };
}

export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const repository = new Repository();
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  return repository;
}
