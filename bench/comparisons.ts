// The comparisons: compiled tools and contenders that do the same work on the same inputs.
import { join } from "node:path";
import { GOLDEN_FOLDER } from "../src/definitions/folder.js";
import type { DefinitionSet } from "../src/engine/set.js";
import type { Tool } from "../src/engine/tool.js";
import { readGolden } from "../src/workbench/cases.js";
import { OTHER_TOOLS } from "./engines/other.js";
import { publicodes } from "./engines/publicodes.js";
import { zenEngine } from "./engines/zen.js";
import { bareFastify } from "./fastify.js";
import { BY_HAND } from "./handwritten/all.js";
import { type Contender, type Plan, quantile, spreadOver, type Timing } from "./measure.js";

type Input = Readonly<Record<string, unknown>>;
export type Kind = "by hand" | "other engines";

export interface Comparison {
  readonly kind: Kind;
  readonly tool: string;
  /** The compiled tool is first. */
  readonly contenders: readonly Contender[];
  readonly plan: Plan;
  readonly timings?: readonly Timing[];
}

export interface BareRequest {
  /** Processor time of one bare request. */
  readonly request: number;
  /** The slowest input of the slowest tool. */
  readonly slowest: { readonly tool: string; readonly input: Input; readonly microseconds: number };
  readonly ratio: number;
  readonly spread: readonly [number, number];
}

export interface Comparisons {
  readonly list: readonly Comparison[];
  bareRequest(): Promise<BareRequest>;
  close(): Promise<void>;
}

const MOST_INPUTS = 40;
/** Long enough to optimise both sides before counting, because compiling takes processor time too. */
const STEADY = { rounds: 21, warmUp: 2000 };

export function inputsOf(tool: Tool): Input[] {
  return readGolden(join(GOLDEN_FOLDER, tool.name)).flatMap((golden) =>
    golden.expect === undefined ? [] : [golden.input as Input],
  );
}

function pass(name: string, inputs: readonly Input[], work: (input: Input) => unknown): Contender {
  return {
    name,
    pass() {
      for (const input of inputs) work(input);
    },
  };
}

export async function comparisons(set: DefinitionSet): Promise<Comparisons> {
  const zen = await zenEngine();
  if (zen === undefined)
    process.stderr.write("zen-engine is left out: @gorules/zen-engine has no binding for this machine.\n");
  const engines = [...(zen === undefined ? [] : [zen]), publicodes()];
  const list: Comparison[] = [];
  const toolOf = (name: string): Tool => {
    const tool = set.tools.get(name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool;
  };
  for (const [name, byHand] of Object.entries(BY_HAND)) {
    const tool = toolOf(name);
    const inputs = spreadOver(inputsOf(tool), MOST_INPUTS);
    const contenders = [
      pass("compiled", inputs, (input) => tool.run(input)),
      pass("by hand", inputs, byHand),
    ];
    list.push({ kind: "by hand", tool: name, contenders, plan: { inputs: inputs.length, ...STEADY } });
  }
  for (const name of OTHER_TOOLS) {
    const tool = toolOf(name);
    const inputs = spreadOver(inputsOf(tool), MOST_INPUTS);
    const contenders = [
      pass("compiled", inputs, (input) => tool.run(input)),
      ...engines.flatMap((engine) => othersOf(engine.name, inputs, engine.model(name))),
    ];
    list.push({ kind: "other engines", tool: name, contenders, plan: { inputs: inputs.length } });
  }
  return {
    list,
    bareRequest: () => compareWithRequest(set),
    close: async () => {
      for (const engine of engines) engine.close();
    },
  };
}

/** An asynchronous engine is measured sequentially and concurrently; the faster way counts. */
function othersOf(name: string, inputs: readonly Input[], model: (input: Input) => unknown): Contender[] {
  if (!(model(inputs[0] as Input) instanceof Promise)) return [pass(name, inputs, model)];
  return [
    { name, pass: () => inOrder(inputs, model) },
    {
      name: `${name}, all at once`,
      pass: async () => {
        await Promise.all(inputs.map(model));
      },
    },
  ];
}

async function inOrder(inputs: readonly Input[], work: (input: Input) => unknown): Promise<void> {
  for (const input of inputs) await work(input);
}

const SLOWEST_ROUNDS = 11;
const REQUESTS = 10_000;

/** Compares the slowest golden input with a bare request, in processor time and alternating rounds. */
async function compareWithRequest(set: DefinitionSet): Promise<BareRequest> {
  const { tool, input } = slowestOf(set);
  const server = await bareFastify();
  const [requests, calls, ratios]: [number[], number[], number[]] = [[], [], []];
  // Both sides warm up, because long functions are optimised late.
  await server.measure(REQUESTS * 5);
  processorTime(() => tool.run(input), 8000);
  for (let round = 0; round < SLOWEST_ROUNDS; round++) {
    const request = await server.measure(REQUESTS);
    const call = processorTime(() => tool.run(input), 300);
    requests.push(request);
    calls.push(call);
    ratios.push(call / request);
  }
  await server.close();
  return {
    request: quantile(requests, 0.5),
    slowest: { tool: tool.name, input, microseconds: quantile(calls, 0.5) },
    ratio: quantile(ratios, 0.5),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** Candidates for the slowest input are measured again after warm-up. */
const LIKELY = 40;

function slowestOf(set: DefinitionSet): { tool: Tool; input: Input } {
  // Takes the best of several runs, to exclude disturbances.
  const best = (tool: Tool, input: Input, calls: number) =>
    Math.min(...Array.from({ length: 5 }, () => processorTime(() => tool.run(input), 0, calls)));
  const looked = [...set.tools.values()].flatMap((tool) => {
    const inputs = inputsOf(tool);
    for (const input of inputs) for (let call = 0; call < 40; call++) tool.run(input);
    return inputs.map((input) => ({ tool, input, time: best(tool, input, 10) }));
  });
  const [slowest] = looked
    .sort((a, b) => b.time - a.time)
    .slice(0, LIKELY)
    .map(({ tool, input }) => {
      processorTime(() => tool.run(input), 200);
      return { tool, input, time: best(tool, input, 50) };
    })
    .sort((a, b) => b.time - a.time);
  if (slowest === undefined) throw new Error("there is no tool");
  return slowest;
}

/** Returns microseconds of processor time per call, over a minimum time and number of calls. */
function processorTime(work: () => void, milliseconds: number, least = 50): number {
  const start = performance.now();
  const begun = process.cpuUsage();
  let calls = 0;
  do {
    work();
    calls++;
  } while (calls < least || performance.now() - start < milliseconds);
  const used = process.cpuUsage(begun);
  return (used.user + used.system) / calls;
}
