// Shrinks a failing input with fast-check while the promise stays broken.
import { check, constant, property, record } from "fast-check";
import { inputArbitrary, valueArbitrary } from "../arbitraries.js";
import type { Breach, Judge, Trial } from "./judge.js";
import { schemaAt } from "./paths.js";

/** Maximum number of attempts per input. */
const TRIES = 4000;
/** Shrinks this many of the shortest failures. */
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

/** Repeats shrinking from its result, since removing one field can make another unnecessary. */
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
