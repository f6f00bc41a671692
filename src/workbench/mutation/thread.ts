// A worker thread that tests mutations. It reads definitions and cases itself, and lists mutations in the same order
// as the main thread.
import { workerData } from "node:worker_threads";
import { loadFolder } from "../../definitions/load.js";
import type { Tool } from "../../engine/tool.js";
import { answerRequests } from "../../threads/thread.js";
import { goldenReader, goldenTools } from "../cases.js";
import type { Mutant } from "./mutant.js";
import { Mutation } from "./mutation.js";

/** Folders that a thread reads. */
export interface MutationSource {
  readonly folder: string;
  readonly cases: string;
}

/** Mutations to test, by index and location. */
export interface MutationPart {
  /** The tool by the name of its golden folder. */
  readonly tool: string;
  readonly from: number;
  readonly places: readonly string[];
}

const { folder, cases } = workerData as MutationSource;
const { set } = loadFolder(folder, undefined, "results");
const tools: ReadonlyMap<string, Tool> = set === undefined ? new Map() : goldenTools(set);
const mutation = new Mutation([...tools.values()], goldenReader(cases, tools));
const lists = new Map<Tool, readonly Mutant[]>();

function mutantsOf(tool: Tool): readonly Mutant[] {
  const known = lists.get(tool) ?? mutation.mutants(tool);
  lists.set(tool, known);
  return known;
}

answerRequests(async ({ tool: name, from, places }: MutationPart) => {
  const tool = tools.get(name);
  const changed = new Error(`The definitions in ${folder} have changed meanwhile; start again.`);
  if (tool === undefined) throw changed;
  const mutants = mutantsOf(tool);
  return places.map((place, at) => {
    const mutant = mutants[from + at];
    if (mutant?.place !== place) throw changed;
    return mutation.notices(tool, mutant);
  });
});
