// The smallest input that breaks a promise: fast-check leaves out inputs and makes values simpler as long as it stays broken.
import { check, constant, property, record } from "fast-check";
import { inputArbitrary, valueArbitrary } from "../arbitraries.js";
import type { Breach, Judge, Trial } from "./judge.js";
import { schemaAt } from "./paths.js";

/** Inputs that are tried at most while one is made smaller. */
const TRIES = 4000;
/** Breaches that are made smaller, the shortest of those that were found. */
const SHRUNK = 4;

export interface Broken {
  readonly trial: Trial;
  readonly breach: Breach;
}

export function smallest(judge: Judge, broken: readonly Broken[]): Breach | undefined {
  const byLength = (a: Broken, b: Broken) => lengthOf(a) - lengthOf(b);
  const [least] = [...broken]
    .sort(byLength)
    .slice(0, SHRUNK)
    .map((each) => shrunk(judge, each))
    .sort(byLength);
  return least?.breach;
}

/** Shrunk again from where it came to, since what is left out last may make an earlier field needless. */
function shrunk(judge: Judge, start: Broken): Broken {
  const { inputSchema } = judge.tool;
  const steps = start.trial.move?.steps;
  const trials = record({
    input: inputArbitrary(inputSchema),
    to: steps === undefined ? constant(undefined) : valueArbitrary(schemaAt(inputSchema, steps)),
  });
  let best = start;
  let left = TRIES;
  for (let found = true; found && left > 0; ) {
    found = false;
    const holds = property(trials, ({ input, to }) => {
      if (left-- <= 0) return true;
      const trial = steps === undefined ? { input } : { input, move: { steps, to } };
      const breach = judge.judge(trial);
      if (typeof breach === "string") return true;
      found ||= lengthOf({ trial, breach }) < lengthOf(best);
      best = { trial, breach };
      return false;
    });
    const { input, move } = best.trial;
    check(holds, { examples: [[{ input, to: move?.to }]], numRuns: 1, seed: 0 });
  }
  return best;
}

function lengthOf({ trial }: Broken): number {
  return JSON.stringify([trial.input, trial.move?.to]).length;
}
