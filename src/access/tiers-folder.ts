// The subscription tiers of a definitions folder: from the JSON that the build wrote where plans.yaml is still the
// same, else from plans.yaml. Loading what reads and checks its YAML takes 170 ms of processor time, the rest of a
// start 200.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readInside, readJson, sha256, writeWhole } from "../definitions/folder.js";
import type { Tiers } from "./tiers.js";
import type { ReadTiers } from "./tiers-yaml.js";

/** The file that holds them in a folder of built definitions. */
export const TIERS = "tiers.json";
/** Another one for each change of what tiers hold. */
const FORM = 2;
const NONE: ReadTiers = { findings: [], tiers: undefined };

/** What the build writes: the tiers, and the hash of this form and of the plans.yaml that they were read from. */
interface BuiltTiers {
  readonly sha256: string;
  readonly tiers: Tiers;
}

/** `shipped` and `own` are folders of built definitions; what had to be read is kept in `own`, where it is given. */
export async function tiersOf(folder: string, shipped: string, own?: string): Promise<ReadTiers> {
  const text = textIn(folder);
  if (text === undefined) return NONE;
  const hash = hashOf(text);
  for (const place of [shipped, ...(own === undefined ? [] : [own])]) {
    const built = readJson(join(place, TIERS)) as BuiltTiers | undefined;
    if (built?.sha256 === hash) return { findings: [], tiers: built.tiers };
  }
  const read = await fromYaml(text);
  try {
    if (own !== undefined && read.tiers !== undefined) writeTiers({ sha256: hash, tiers: read.tiers }, own);
  } catch (error) {
    // Whoever cannot keep them reads them again the next time.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
  return read;
}

/** Read and checked anew, whatever was built. */
export async function checkTiers(folder: string): Promise<ReadTiers> {
  const text = textIn(folder);
  return text === undefined ? NONE : fromYaml(text);
}

/** Part of the build. Of tiers that are wrong nothing is written: whoever uses or checks them is told. */
export async function buildTiers(folder: string, built: string): Promise<void> {
  const text = textIn(folder);
  const tiers = text === undefined ? undefined : (await fromYaml(text)).tiers;
  if (text === undefined || tiers === undefined) rmSync(join(built, TIERS), { force: true });
  else writeTiers({ sha256: hashOf(text), tiers }, built);
}

function hashOf(text: string): string {
  return sha256(`${FORM}\n${text}`);
}

function writeTiers(tiers: BuiltTiers, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, TIERS), `${JSON.stringify(tiers)}\n`);
}

async function fromYaml(text: string): Promise<ReadTiers> {
  return (await import("./tiers-yaml.js")).readTiers(text);
}

function textIn(folder: string): string | undefined {
  const path = join(folder, "plans.yaml");
  return existsSync(path) ? readInside(folder, path) : undefined;
}
