// The tiers of a definitions folder as fast as they can be had: as the build wrote them where plans.yaml is still the same,
// otherwise from plans.yaml itself. Reading YAML takes longer than all the rest of a start.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HOME, sha256 } from "../folder.js";
import type { Tiers } from "./tiers.js";
import type { ReadTiers } from "./tiers-yaml.js";

const BUILT_FILE = join(HOME, "dist/kept/tiers.json");
const NONE: ReadTiers = { findings: [], tiers: undefined };

/** What the build writes: the tiers, and the hash of the plans.yaml that they were read from. */
interface BuiltTiers {
  readonly sha256: string;
  readonly tiers: Tiers;
}

export async function tiersOf(folder: string, file: string = BUILT_FILE): Promise<ReadTiers> {
  const text = textIn(folder);
  if (text === undefined) return NONE;
  const built = builtIn(file);
  return built?.sha256 === sha256(text) ? { findings: [], tiers: built.tiers } : fromYaml(text);
}

/** Read and checked anew, whatever was built. */
export async function checkTiers(folder: string): Promise<ReadTiers> {
  const text = textIn(folder);
  return text === undefined ? NONE : fromYaml(text);
}

/** Part of the build. Of tiers that are wrong nothing is written: whoever uses or checks them is told. */
export async function buildTiers(folder: string, file: string = BUILT_FILE): Promise<void> {
  const text = textIn(folder);
  const tiers = text === undefined ? undefined : (await fromYaml(text)).tiers;
  if (text === undefined || tiers === undefined) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ sha256: sha256(text), tiers } satisfies BuiltTiers)}\n`);
}

async function fromYaml(text: string): Promise<ReadTiers> {
  return (await import("./tiers-yaml.js")).readTiers(text);
}

function textIn(folder: string): string | undefined {
  const path = join(folder, "plans.yaml");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function builtIn(file: string): BuiltTiers | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as BuiltTiers;
  } catch {
    // Not built, or cut off: plans.yaml itself is read.
    return undefined;
  }
}
