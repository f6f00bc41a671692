// Whether the promises of an edited tool still hold: tried first at the edit and on the inputs whose results moved.
import type { Tool } from "../../engine/tool.js";
import { type Trials, totalOf } from "../promises/report.js";
import { type Tried, tryPromises } from "../promises/try.js";

export interface BrokenPromise {
  readonly promise: string;
  readonly because: string;
  /** The smallest input that was found, what it is changed to where the promise is about a change, and what does not hold. */
  readonly input: unknown;
  readonly changedTo?: unknown;
  readonly says: string;
  /** How the promise fared before the edit on the same inputs. */
  readonly before: "held" | "broken" | "untried" | "new";
}
export interface PromiseImpact {
  /** How many were tried, on at least how many inputs each. */
  readonly tried: number;
  readonly inputs: number;
  /** The trials that were made, and those to which the promises applied; of each promise and of all. */
  readonly trials: number;
  readonly spoke: number;
  readonly each: readonly Trials[];
  readonly broken: readonly BrokenPromise[];
  /** Promises to which no input applied. */
  readonly unproved: readonly string[];
}

/** Inputs of each promise: those at the edit, and these many of golden, boundary and random ones. */
const INPUTS = 200;

type Tools = ReadonlyMap<string, Tool>;

export function promiseImpact(
  before: Tool,
  after: Tool,
  others: { readonly before: Tools; readonly after: Tools },
  first: readonly unknown[],
  options: { readonly golden: readonly unknown[]; readonly seed: string },
): PromiseImpact {
  const inputs = first.length + INPUTS;
  const outcomes = (tool: Tool, tools: Tools, ids?: ReadonlySet<string>): Tried[] => {
    const promises = tool.plan.def.promises.filter(({ id }) => ids?.has(id) !== false);
    const tried = tryPromises(tool, { ...options, first, count: inputs, others: tools, promises });
    return [...tried].filter((each) => each !== undefined);
  };
  const now = outcomes(after, others.after);
  const broken = now.filter(({ outcome }) => outcome === "broken");
  const old = new Map(
    outcomes(before, others.before, new Set(broken.map(({ promise }) => promise))).map((each) => [
      each.promise,
      each.outcome,
    ]),
  );
  return {
    tried: now.length,
    inputs,
    ...totalOf(now),
    each: now.map(({ promise, outcome, spoke, trials, exhaustive }) => ({
      promise,
      outcome,
      spoke,
      trials,
      exhaustive,
    })),
    broken: broken.map(({ promise, because, breach }) => ({
      promise,
      because,
      input: breach?.before.input,
      ...(breach?.after === undefined ? {} : { changedTo: breach.after.input }),
      says: breach?.says ?? "",
      before: old.get(promise) ?? "new",
    })),
    unproved: now.flatMap(({ outcome, promise }) => (outcome === "untried" ? [promise] : [])),
  };
}

/** A broken promise as one sentence of the report. */
export function brokenWords({ promise, because, input, changedTo, says, before }: BrokenPromise): string {
  const inputs = [input, ...(changedTo === undefined ? [] : [changedTo])].map((each) => JSON.stringify(each));
  const since = before === "broken" ? " It was broken before too." : "";
  return `The promise ${promise} is broken (${because}). With ${inputs.join(", then ")}: ${says}${since}`;
}
