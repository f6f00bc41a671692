// The project's definitions, tiers and golden cases, read once per worker.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tiers } from "../../src/access/tiers.js";
import { readTiers } from "../../src/access/tiers-yaml.js";
import { writeBuilt } from "../../src/build/write.js";
import { DEFAULT_FOLDER, GOLDEN_FOLDER } from "../../src/definitions/folder.js";
import { loadFolder } from "../../src/definitions/load.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import type { DefinitionSet } from "../../src/engine/set.js";
import type { Tool } from "../../src/engine/tool.js";
import type { Loaded } from "../../src/lint/load.js";
import { type GoldenCase, readGolden } from "../../src/workbench/cases.js";

let loaded: Loaded | undefined;

export function ownLoaded(): Loaded {
  loaded ??= loadFolder();
  return loaded;
}

export function ownSet(): DefinitionSet {
  const { set, findings } = ownLoaded();
  if (set === undefined) {
    throw new Error(
      findings
        .filter((finding) => finding.severity === "error")
        .map(formatFinding)
        .join("\n"),
    );
  }
  return set;
}

export function ownTool(name: string): Tool {
  const tool = ownSet().tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

let built: string | undefined;

/** Returns a folder with the built form, which tests must not change. */
export function ownBuilt(): string {
  if (built !== undefined) return built;
  const folder = mkdtempSync(join(tmpdir(), "plumbline-own-built-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeBuilt(ownSet(), folder);
  built = folder;
  return folder;
}

const cases = new Map<string, readonly GoldenCase[]>();

/** Returns the golden cases of a folder, frozen because tests share them. */
export function ownCases(folder: string): readonly GoldenCase[] {
  const known = cases.get(folder) ?? frozen(readGolden(join(GOLDEN_FOLDER, folder)));
  cases.set(folder, known);
  return known;
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

let tiers: Tiers | undefined;

export function ownTiers(): Tiers {
  tiers ??= readTiers(readFileSync(join(DEFAULT_FOLDER, "plans.yaml"), "utf8")).tiers;
  if (tiers === undefined) throw new Error("the project has no tiers");
  return tiers;
}
