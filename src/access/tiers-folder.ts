// Loads the subscription tiers of a definitions folder: from JSON of the build if plans.yaml is unchanged, else from
// plans.yaml. Parsing YAML takes 170 ms; the rest of a start takes 200 ms.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readInside, readJson, sha256, writeWhole } from "../definitions/folder.js";
import type { Tiers } from "./tiers.js";
import type { ReadTiers } from "./tiers-yaml.js";

/** File name in the built form. */
export const TIERS = "tiers.json";
/** Increased when the content of the file changes. */
const FORM = 2;
const NONE: ReadTiers = { findings: [], tiers: undefined };

/** The built tiers, with a hash over FORM and plans.yaml. */
interface BuiltTiers {
  readonly sha256: string;
  readonly tiers: Tiers;
}

/** `shipped` and `own` are built forms. Tiers read from YAML are cached in `own`. */
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
    // If the folder is read-only, the next start parses the YAML again.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
  return read;
}

/** Reads and checks plans.yaml without the cache. */
export async function checkTiers(folder: string): Promise<ReadTiers> {
  const text = textIn(folder);
  return text === undefined ? NONE : fromYaml(text);
}

/** Part of the build. Invalid tiers are not written; their errors appear when they are used or checked. */
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
