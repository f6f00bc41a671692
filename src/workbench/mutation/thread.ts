// A thread that tries mutations: it reads the definitions and golden cases itself, and lists the mutations of a tool as the
// thread that asks does.
import { workerData } from "node:worker_threads";
import { loadFolder } from "../../definitions/load.js";
import type { Tool } from "../../engine/tool.js";
import { answerRequests } from "../../threads/thread.js";
import { goldenReader, goldenTools } from "../cases.js";
import type { Mutant } from "./mutant.js";
import { Mutation } from "./mutation.js";

/** Where a thread reads from. */
export interface MutationSource {
  /** The definitions. */
  readonly folder: string;
  /** The golden cases. */
  readonly cases: string;
}

/** Mutations to try, by their number in the list of their tool and by their place. */
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
const lists = new Map<Tool, Promise<readonly Mutant[]>>();

function mutantsOf(tool: Tool): Promise<readonly Mutant[]> {
  const known = lists.get(tool) ?? mutation.mutants(tool);
  lists.set(tool, known);
  return known;
}

answerRequests(async ({ tool: name, from, places }: MutationPart) => {
  const tool = tools.get(name);
  const changed = new Error(`The definitions in ${folder} have changed meanwhile; start again.`);
  if (tool === undefined) throw changed;
  const mutants = await mutantsOf(tool);
  return places.map((place, at) => {
    const mutant = mutants[from + at];
    if (mutant?.place !== place) throw changed;
    return mutation.notices(tool, mutant);
  });
});
