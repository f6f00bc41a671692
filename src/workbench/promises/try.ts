// Tests every promise of a tool. Reports the number of trials, and the smallest failing input.

import type { Location } from "../../engine/language/locations.js";
import type { PromiseDef } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { randomNumbers } from "../arbitraries.js";
import { poolOf, type TrialPoolOptions } from "./inputs.js";
import { type Breach, Judge } from "./judge.js";
import { type Broken, smallest } from "./shrink.js";
import { trialsOf } from "./trials.js";

export interface TryOptions extends TrialPoolOptions {
  /** Tools of the same set by name, for promises of agreement. */
  readonly others: ReadonlyMap<string, Tool>;
  /** Promises to test; all by default. */
  readonly promises?: readonly PromiseDef[];
}

export interface Tried {
  readonly tool: string;
  readonly promise: string;
  readonly because: string;
  readonly location: Location;
  /** `untried` means that no input met the condition. */
  readonly outcome: "held" | "broken" | "untried";
  /** Trials to which it applied, and all trials. A raise tries several values of one input. */
  readonly spoke: number;
  readonly trials: number;
  /** Whether all possible inputs were tested. */
  readonly exhaustive: boolean;
  readonly breach?: Breach;
}

/** Failures after which the search stops; enough to find a small one. */
const BREACHES = 10;
/** Trials between two yields. */
const STRETCH = 500;

/** Yields each promise after its test, and undefined in between, so that the caller can stop. */
export function* tryPromises(tool: Tool, options: TryOptions): Generator<Tried | undefined> {
  const { promises = tool.plan.def.promises } = options;
  if (promises.length === 0) return;
  const pool = poolOf(tool, options);
  for (const promise of promises) {
    const judge = new Judge(tool, promise, options.others);
    const random = randomNumbers(`${options.seed}:${tool.name}:${promise.id}`);
    const counts = { trials: 0, spoke: 0 };
    const broken: Broken[] = [];
    for (const trial of trialsOf(judge, pool, random)) {
      const verdict = judge.judge(trial, trial.result);
      counts.trials++;
      if (verdict !== "silent") counts.spoke++;
      if (typeof verdict !== "string") broken.push({ trial, breach: verdict });
      if (broken.length >= BREACHES && !pool.isExhaustive) break;
      if (counts.trials % STRETCH === 0) yield undefined;
    }
    yield {
      ...about(tool, promise),
      ...counts,
      exhaustive: pool.isExhaustive,
      ...outcomeOf(counts.spoke, smallest(judge, broken)),
    };
  }
}

function about(tool: Tool, { id, because, at }: PromiseDef) {
  return { tool: tool.name, promise: id, because, location: at.location };
}

function outcomeOf(spoke: number, breach: Breach | undefined): Pick<Tried, "outcome" | "breach"> {
  if (breach !== undefined) return { outcome: "broken", breach };
  return { outcome: spoke === 0 ? "untried" : "held" };
}
