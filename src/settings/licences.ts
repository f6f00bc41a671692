// Tools that rest on sources whose terms an operator cannot meet: the setting LICENCES leaves them out.
import { kindOfFile, type Licence } from "../engine/language/files.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { noSuch } from "../wording/wording.js";
import { type Environment, list } from "./environment.js";
import { Usage } from "./usage.js";

/** Words beside the ids of licences: every tool; nothing that needs leave; what nobody could find terms of. */
const [ALL, OPEN, UNKNOWN] = ["all", "open", "unknown"] as const;
const WORDS: readonly string[] = [ALL, OPEN, UNKNOWN];

export interface LeftOut {
  readonly tool: string;
  /** The licences that are wanting. */
  readonly licences: readonly string[];
}

/** Licences that a service which is sold needs leave for, of the sources that a tool rests on. */
export function licencesNeeded({ sources, licences }: RuntimeSet, tool: RuntimeTool): Licence[] {
  const named = Object.keys(tool.data.clauses).map((id) => sources.get(id)?.licence ?? "");
  const found = [...new Set(named)].flatMap((id) => licences.get(id) ?? []);
  return found.filter(({ commercial }) => commercial !== "allowed");
}

/** The set as far as LICENCES allows, with the tools that it leaves out, and the files that only they have. */
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
    throw new Usage(
      "LICENCES is set, but the definitions have no licences.yaml that says what sources need.",
    );
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

/** One line for each tool that is left out. */
export function tellLeftOut(leftOut: readonly LeftOut[]): void {
  for (const { tool, licences } of leftOut)
    process.stderr.write(`plumbline: ${tool} is left out: LICENCES does not name ${licences.join(", ")}\n`);
}
