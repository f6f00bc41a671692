// Tries every promise of a tool, and tells of each how far it was tried and, where it broke, with which smallest input.

import type { Location } from "../../engine/language/locations.js";
import type { PromiseDef } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { randomNumbers } from "../arbitraries.js";
import { poolOf, type TrialPoolOptions } from "./inputs.js";
import { type Breach, Judge } from "./judge.js";
import { type Broken, smallest } from "./shrink.js";
import { trialsOf } from "./trials.js";

export interface TryOptions extends TrialPoolOptions {
  /** Tools of the same set by their names, for promises of agreement. */
  readonly others: ReadonlyMap<string, Tool>;
  /** The promises of the tool that are tried; all of them without it. */
  readonly promises?: readonly PromiseDef[];
}

export interface Tried {
  readonly tool: string;
  readonly promise: string;
  readonly because: string;
  readonly location: Location;
  /** A promise that no input was found for is as good as none. */
  readonly outcome: "held" | "broken" | "untried";
  /** Trials in which it spoke, of all that were made; a raise tries several values of one input. */
  readonly spoke: number;
  readonly trials: number;
  /** Whether these are all that there can be. */
  readonly exhaustive: boolean;
  readonly breach?: Breach;
}

/** Breaches after which no more are looked for: enough to find a small one among them. */
const BREACHES = 10;
/** Trials between two looks at whether to go on. */
const STRETCH = 500;

/** Gives each promise once it was tried; nothing now and then in between, so that who waits can stop. */
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
