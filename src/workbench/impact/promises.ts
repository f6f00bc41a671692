// Tests the promises of an edited tool, first on inputs at the edit and on inputs with moved results.
import type { Tool } from "../../engine/tool.js";
import { type Trials, totalOf } from "../promises/report.js";
import { type Tried, tryPromises } from "../promises/try.js";

export interface BrokenPromise {
  readonly promise: string;
  readonly because: string;
  /** The smallest failing input, the changed input if the promise is about a change, and the failure. */
  readonly input: unknown;
  readonly changedTo?: unknown;
  readonly says: string;
  /** Result of the promise before the edit on the same inputs. */
  readonly before: "held" | "broken" | "untried" | "new";
}
export interface PromiseImpact {
  /** Tested promises, and the minimum number of inputs each. */
  readonly tried: number;
  readonly inputs: number;
  /** All trials, those to which a promise applied, and the same for each promise. */
  readonly trials: number;
  readonly spoke: number;
  readonly each: readonly Trials[];
  readonly broken: readonly BrokenPromise[];
  /** Promises to which no input applied. */
  readonly unproved: readonly string[];
}

/** Golden, boundary and random inputs for each promise, besides those at the edit. */
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

/** Returns one sentence for the report. */
export function brokenWords({ promise, because, input, changedTo, says, before }: BrokenPromise): string {
  const inputs = [input, ...(changedTo === undefined ? [] : [changedTo])].map((each) => JSON.stringify(each));
  const since = before === "broken" ? " It was broken before too." : "";
  return `The promise ${promise} is broken (${because}). With ${inputs.join(", then ")}: ${says}${since}`;
}
