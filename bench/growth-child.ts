// One size of the growth benchmark in a separate process: loads all tools several times, and prints the cost as JSON.

import { DEFAULT_FOLDER, readSchemas } from "../src/definitions/folder.js";
import { formatFinding } from "../src/engine/language/findings.js";
import { loadDefinitions, UPKEEP } from "../src/lint/load.js";
import { inputsOf } from "./comparisons.js";
import { copiesOf } from "./growth-set.js";
import { BY_HAND } from "./handwritten/all.js";
import { race, spreadOver } from "./measure.js";

/** Tools compared with their hand-written versions, which the number of definitions cannot affect. */
export const TIMED = ["calculate_pue"];

/** Milliseconds of warm-up: after loading thousands of tools, collector and compiler are busy for a second. */
const WARM_UP_MS = 3000;

export interface Cost {
  readonly definitions: number;
  /** Milliseconds of processor time. */
  readonly load: number;
  /** Bytes of additional heap after garbage collection. */
  readonly heap: number;
  /** Ratio of call times to the hand-written version, by tool. */
  readonly latency: Readonly<Record<string, number>>;
}

async function measure(times: number): Promise<Cost> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("node must run with --expose-gc");
  const schemas = readSchemas();
  // Warms up the engine, so that the first size does not pay for it.
  loadDefinitions(copiesOf(DEFAULT_FOLDER, 1), schemas, UPKEEP);
  const files = copiesOf(DEFAULT_FOLDER, times);
  collect();
  const before = process.memoryUsage().heapUsed;
  const begun = process.cpuUsage();
  const { set, findings } = loadDefinitions(files, schemas, UPKEEP);
  const used = process.cpuUsage(begun);
  if (set === undefined) {
    const errors = findings.filter(({ severity }) => severity === "error").map(formatFinding);
    throw new Error(errors.slice(0, 5).join("\n"));
  }
  collect();
  const heap = process.memoryUsage().heapUsed - before;
  const latency: Record<string, number> = {};
  for (const name of TIMED) {
    const tool = set.tools.get(name);
    const byHand = BY_HAND[name];
    if (tool === undefined || byHand === undefined) throw new Error(`there is no tool ${name}`);
    const inputs = spreadOver(inputsOf(tool), 40);
    const [, own] = await race(
      [
        {
          name: "by hand",
          pass: () => {
            for (const input of inputs) byHand(input);
          },
        },
        {
          name: "compiled",
          pass: () => {
            for (const input of inputs) tool.run(input);
          },
        },
      ],
      { inputs: inputs.length, rounds: 21, warmUp: WARM_UP_MS },
    );
    latency[name] = own?.ratio ?? Number.NaN;
  }
  return { definitions: set.tools.size, load: (used.user + used.system) / 1000, heap, latency };
}

if (process.argv[2] !== undefined)
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
