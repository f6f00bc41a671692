// Omits tools that use sources under licences that the operator does not accept (setting LICENCES).
import { kindOfFile, type Licence } from "../engine/language/files.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { noSuch } from "../wording/wording.js";
import { type Environment, list } from "./environment.js";
import { Usage } from "./usage.js";

/** Keywords of LICENCES besides ids: all tools; only unrestricted sources; sources with unknown terms. */
const [ALL, OPEN, UNKNOWN] = ["all", "open", "unknown"] as const;
const WORDS: readonly string[] = [ALL, OPEN, UNKNOWN];

export interface LeftOut {
  readonly tool: string;
  /** The unaccepted licences. */
  readonly licences: readonly string[];
}

/** Returns licences of the tool's sources that restrict commercial use. */
export function licencesNeeded({ sources, licences }: RuntimeSet, tool: RuntimeTool): Licence[] {
  const named = Object.keys(tool.data.clauses).map((id) => sources.get(id)?.licence ?? "");
  const found = [...new Set(named)].flatMap((id) => licences.get(id) ?? []);
  return found.filter(({ commercial }) => commercial !== "allowed");
}

/** Returns the permitted set, and the omitted tools. Files of omitted tools are removed too. */
export function licensed(
  set: RuntimeSet,
  env: Environment,
): { readonly set: RuntimeSet; readonly leftOut: readonly LeftOut[] } {
  const held = new Set(list(env, "LICENCES") ?? [ALL]);
  for (const word of held)
    if (!WORDS.includes(word) && !set.licences.has(word))
      throw new Usage(`LICENCES: ${noSuch("licence", word, [...WORDS, ...set.licences.keys()]).message}`);
  if (held.has(ALL)) return { set, leftOut: [] };
  if (set.licences.size === 0)
    throw new Usage("LICENCES is set, but the definitions have no licences.yaml with the terms of sources.");
  const leftOut: LeftOut[] = [];
  const isServed = (tool: RuntimeTool): boolean => {
    const wanting = licencesNeeded(set, tool).filter(
      ({ id, commercial }) => !held.has(id) && !(commercial === UNKNOWN && held.has(UNKNOWN)),
    );
    if (wanting.length > 0) leftOut.push({ tool: tool.name, licences: wanting.map(({ id }) => id) });
    return wanting.length === 0;
  };
  const served = (tools: ReadonlyMap<string, RuntimeTool>) =>
    new Map([...tools].filter(([, tool]) => isServed(tool)));
  const [tools, legacy] = [served(set.tools), served(set.legacy)];
  const needed = new Set(
    [...tools.values(), ...legacy.values()].flatMap(({ facts }) => facts.files.map(([path]) => path)),
  );
  const files = new Map(
    [...set.files].filter(([path]) => kindOfFile(path) === undefined || needed.has(path)),
  );
  return { set: { ...set, tools, legacy, files, isPart: leftOut.length > 0 }, leftOut };
}

/** Prints one line per omitted tool. */
export function tellLeftOut(leftOut: readonly LeftOut[]): void {
  for (const { tool, licences } of leftOut)
    process.stderr.write(`plumbline: ${tool} is left out: LICENCES does not name ${licences.join(", ")}\n`);
}
