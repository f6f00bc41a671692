// The smallest input that breaks a promise: as long as it stays broken, inputs are left out and values made simpler.
import { isRecord } from "../../json/objects.js";
import type { Schema } from "../../wording/field-words.js";
import { without } from "./inputs.js";
import type { Breach, Judge, Trial } from "./judge.js";
import { schemaAt } from "./paths.js";

/** Inputs that are tried at most while one is made smaller. */
const TRIES = 4000;

/** Breaches that are made smaller, the smallest of those that were found. */
const SHRUNK = 4;

export interface Broken {
  readonly trial: Trial;
  readonly breach: Breach;
}

export function smallest(judge: Judge, broken: readonly Broken[]): Breach | undefined {
  const byCost = (a: Broken, b: Broken) => costOf(a.trial) - costOf(b.trial);
  const [least] = [...broken]
    .sort(byCost)
    .slice(0, SHRUNK)
    .map((each) => shrink(judge, each))
    .sort(byCost);
  return least?.breach;
}

function shrink(judge: Judge, broken: Broken): Broken {
  let best = broken;
  for (let left = TRIES; left > 0; ) {
    const cost = costOf(best.trial);
    const simpler = simplerTrials(judge.tool.inputSchema, best.trial)
      .map((trial) => ({ trial, cost: costOf(trial) }))
      .filter((each) => each.cost < cost)
      .sort((a, b) => a.cost - b.cost);
    const found = firstBroken(judge, simpler.slice(0, left));
    left -= found.tried;
    if (found.broken === undefined) return best;
    best = found.broken;
  }
  return best;
}

function firstBroken(
  judge: Judge,
  trials: readonly { readonly trial: Trial }[],
): { broken?: Broken; tried: number } {
  for (const [at, { trial }] of trials.entries()) {
    const breach = judge.judge(trial);
    if (typeof breach !== "string") return { broken: { trial, breach }, tried: at + 1 };
  }
  return { tried: trials.length };
}

function simplerTrials(schema: Schema, { input, move }: Trial): Trial[] {
  const inputs = simpler(input, schema).map((next) => ({ input: next as Trial["input"], move }));
  const moves =
    move === undefined
      ? []
      : simpler(move.to, schemaAt(schema, move.steps)).map((to) => ({ input, move: { ...move, to } }));
  return [...inputs, ...moves];
}

/** Values like this one with one thing simpler. */
function simpler(value: unknown, schema: Schema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, schema.enum.indexOf(value));
  if (typeof value === "number") return simplerNumbers(value, schema);
  if (value === true) return [false];
  if (typeof value === "string") return value.length < 2 ? [] : ["a", value.slice(0, value.length / 2)];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inner = schemaAt(schema, [0]);
    return items.flatMap((item, at) => [
      items.filter((_, index) => index !== at),
      ...simpler(item, inner).map((next) => items.map((each, index) => (index === at ? next : each))),
    ]);
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    without(value, name),
    ...simpler(inner, schemaAt(schema, [name])).map((next) => ({ ...value, [name]: next })),
  ]);
}

/** Round numbers and bounds on the way to nothing. */
function simplerNumbers(value: number, schema: Schema): number[] {
  const bounds = [schema.minimum, schema.maximum].filter((bound) => typeof bound === "number");
  const power = 10 ** Math.floor(Math.log10(Math.abs(value) || 1));
  const rounded = [1, 2, 3, 4, 5, 6].flatMap((digits) => {
    const step = power * 10 ** (1 - digits);
    return [Math.floor(value / step), Math.round(value / step), Math.ceil(value / step)].map((times) =>
      Number((times * step).toPrecision(digits)),
    );
  });
  const smaller = [0, 1, 2, 5, 10, 50, 100, 1000, Math.trunc(value), value / 2, value / 10];
  return [...bounds, ...smaller, ...rounded].filter((each) => Number.isFinite(each));
}

/** Fewest values first, then the simplest ones. */
function costOf({ input, move }: Trial): number {
  return cost(input) + (move === undefined ? 0 : cost(move.to));
}

function cost(value: unknown): number {
  const each = 1000;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + cost(item), each);
  if (isRecord(value)) return Object.values(value).reduce<number>((sum, item) => sum + cost(item), each);
  if (typeof value === "number") return each + numberCost(value);
  return each + (typeof value === "string" ? value.length : value === true ? 1 : 0);
}

function numberCost(value: number): number {
  if (value === 0) return 0;
  const [digits = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  return (
    5 * digits.replace(".", "").length +
    Math.abs(Number(exponent)) +
    Number(digits[0]) / 10 +
    (value < 0 ? 1 : 0)
  );
}
