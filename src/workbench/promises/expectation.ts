// Compares two results as a promise expects: monotonic, unchanged, proportional, or equal between two tools.
import type { PromiseDef, ResultNode } from "../../engine/language/model.js";
import { compare } from "../../engine/language/numbers.js";
import type { Way } from "../../engine/language/promises.js";
import type { Result, Tool } from "../../engine/tool.js";
import type { ToolPlan } from "../../engine/typing/plan.js";
import { endOf, resultType, typeAt } from "../../lint/promise-types.js";
import { sizeOf } from "./change.js";
import { valuesAt } from "./paths.js";

/** Returns the failure, or undefined. */
type Test = (before: Result, after: Result) => string | undefined;

/** Combines all expectations of a promise; reports the first failure. */
export function expectationOf(plan: ToolPlan, promise: PromiseDef, others: ReadonlyMap<string, Tool>): Test {
  const ours = plan.def.results;
  const theirs = others.get(promise.agrees?.tool ?? "")?.plan.def.results ?? [];
  const isAlike = isAskedAsSent(plan, promise);
  const tests = [
    ...[...promise.never].map(([path, way]) => never(path, way, wordsOf(plan, promise, path))),
    ...promise.keeps.map((path) => equals(path, path, 0)),
    ...[...promise.scales].map(([path, factor]) => scales(path, factor, halfStep(ours, path))),
    ...[...(promise.agrees?.fields ?? [])].map(([own, other]) =>
      equals(own, other, coarser(halfStep(ours, own), halfStep(theirs, other), isAlike)),
    ),
  ];
  return (before, after) => firstOf(tests, (test) => test(before, after));
}

/** Returns the first failure. */
function firstOf<T>(all: readonly T[], wrong: (each: T, at: number) => string | undefined) {
  for (const [at, each] of all.entries()) {
    const says = wrong(each, at);
    if (says !== undefined) return says;
  }
  return undefined;
}

function never(path: string, way: Way, words: readonly string[] | undefined): Test {
  const up = way === "more" || way === "better";
  return pairwise(path, (before, after) => {
    const [from, to] = [sizeOf(before, words), sizeOf(after, words)];
    if (from === undefined || to === undefined) return undefined;
    const went = up ? compare.GT(to, from) : compare.LT(to, from);
    return went ? `${path} went from ${show(before)} to ${show(after)}, which is ${way}.` : undefined;
  });
}

function equals(path: string, other: string, within: number): Test {
  const name = path === other ? path : `${path} and ${other}`;
  const [ownSteps, theirSteps] = [path.split("."), other.split(".")];
  return (before, after) => {
    const [own, theirs] = [valuesAt(before, ownSteps), valuesAt(after, theirSteps)];
    if (own.length !== theirs.length) return `${name} has ${own.length} values, then ${theirs.length}.`;
    const at = own.findIndex((value, index) => !same(value, theirs[index], within));
    return at < 0 ? undefined : `${name}: ${show(own[at])} and ${show(theirs[at])} are not the same.`;
  };
}

function scales(path: string, factor: number, half: number): Test {
  return pairwise(path, (before, after) => {
    if (typeof before !== "number" || typeof after !== "number") return undefined;
    return isNear(after, factor * before, half * (1 + Math.abs(factor)))
      ? undefined
      : `${path} went from ${show(before)} to ${show(after)}, which is not ${factor} times as much.`;
  });
}

/** Compares the values at a path pairwise, if both results have the same number of them. */
function pairwise(path: string, test: (before: unknown, after: unknown) => string | undefined): Test {
  const steps = path.split(".");
  return (before, after) => {
    const [from, to] = [valuesAt(before, steps), valuesAt(after, steps)];
    return from.length === to.length ? firstOf(from, (value, at) => test(value, to[at])) : undefined;
  };
}

function same(a: unknown, b: unknown, within: number): boolean {
  return typeof a === "number" && typeof b === "number" ? isNear(a, b, within) : a === b;
}

/** Equal as in the language, or within rounding. */
function isNear(a: number, b: number, within: number): boolean {
  return compare.EQ(a, b) || Math.abs(a - b) <= within + 1e-9 * Math.max(Math.abs(a), Math.abs(b), within);
}

/** Two tools with equal rounding must agree exactly if they receive the same inputs. */
function coarser(own: number, theirs: number, askedAsSent: boolean): number {
  return own === theirs && askedAsSent ? 0 : own + theirs;
}

/** Whether the other tool receives only inputs as sent, without computed values. */
function isAskedAsSent({ inputs }: ToolPlan, { agrees }: PromiseDef): boolean {
  return [...(agrees?.inputs.values() ?? [])].every(({ it: { expr } }) =>
    expr.kind === "name" ? inputs.has(expr.name) : "value" in expr,
  );
}

/** Returns half of the last decimal of a result; 0 if it is not rounded. */
function halfStep(nodes: readonly ResultNode[], path: string): number {
  const [name, ...rest] = path.split(".");
  const body = nodes.find((node) => node.name === name)?.body;
  if (body === undefined) return 0;
  if (body.kind !== "leaf" && body.fields.length > 0) return halfStep(body.fields, rest.join("."));
  const round = body.kind === "object" ? undefined : body.round;
  return round === undefined ? 0 : 0.5 * 10 ** -round;
}

/** Returns the words of a result, best last, from the promise or its scale. */
function wordsOf(
  { def, results }: ToolPlan,
  { order }: PromiseDef,
  path: string,
): readonly string[] | undefined {
  if (order !== undefined) return order;
  const type = typeAt(resultType(def, results), path.split("."));
  const end = type === undefined ? undefined : endOf(type);
  return end?.kind === "scale" ? end.scale.words : undefined;
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}
