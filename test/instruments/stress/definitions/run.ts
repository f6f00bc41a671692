// Hostile definitions are refused with the expected findings in bounded time and memory.
import { Progress } from "../../../../src/cli/progress.js";
import { Faults, type Outcome, type SetContext } from "../scenario.js";
import type { HostileDefinition } from "./cases/parts.js";
import { HOSTILE_DEFINITIONS } from "./cases.js";
import { LoaderProcess } from "./loader-process.js";

/** Milliseconds for loading on a busy machine. */
export const LOAD_MS = 60_000;

const COMMON = "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n";
const SOURCES =
  "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n";

export async function hostileDefinitions({ cli, stopped }: SetContext): Promise<Outcome> {
  const faults = new Faults();
  const loader = new LoaderProcess(cli, LOAD_MS);
  const progress = new Progress("hostile definitions:", HOSTILE_DEFINITIONS.length);
  let longest = { ms: 0, name: "" };
  for (const each of HOSTILE_DEFINITIONS) {
    if (stopped()) break;
    const { fault, ms } = await tried(loader, each);
    if (fault !== undefined) faults.add(`${each.name}: ${fault}`);
    if (ms > longest.ms) longest = { ms, name: each.name };
    progress.step();
  }
  loader.close();
  progress.end();
  return {
    lines: [
      `${HOSTILE_DEFINITIONS.length} definitions tried; the longest took ${Math.round(longest.ms)} ms (${longest.name})`,
    ],
    faults: faults.list(),
  };
}

/** Returns the deviations from the expectation. */
export async function tried(
  loader: LoaderProcess,
  { tool, more, findings, among, all = findings.length }: HostileDefinition,
): Promise<{ fault?: string; ms: number }> {
  const texts = { "common.yaml": COMMON, "sources.yaml": SOURCES, "tools/bomb.yaml": tool(), ...more?.() };
  const result = await loader.load(texts);
  if (typeof result === "string") return { fault: result, ms: 0 };
  const { ms } = result;
  if (result.loaded !== (findings.length === 0))
    return { fault: result.loaded ? "it was not refused" : `it was refused: ${result.findings[0]}`, ms };
  const wrong = findings.findIndex((finding, at) => result.findings[at] !== finding);
  if (wrong >= 0)
    return {
      fault: `found ${JSON.stringify(result.findings[wrong])} instead of ${JSON.stringify(findings[wrong])}`,
      ms,
    };
  if (among !== undefined && !result.findings.includes(among)) return { fault: `did not find ${among}`, ms };
  if (result.findings.length !== all)
    return { fault: `${result.findings.length} findings instead of ${all}`, ms };
  return { ms };
}
