// Applies the change of a promise to an input: raises or lowers a value, scales inputs, or swaps two. Omitted inputs
// have their default.

import type { InputPlan } from "../../engine/language/inputs.js";
import { compare } from "../../engine/language/numbers.js";
import type { Change } from "../../engine/language/promises.js";
import { isDateText } from "../../engine/language/types.js";
import { endOf, inputAt } from "../../lint/promise-types.js";
import { type Input, type Steps, stepsTo, valueAt, withValue } from "./paths.js";

/** The moved value and its target. */
export interface Move {
  readonly steps: Steps;
  readonly to: unknown;
}

/** A change that moves one value. */
export type Moving = Extract<Change, { kind: "raise" | "lower" }>;
type Inputs = ReadonlyMap<string, InputPlan>;

/** Returns the changed input; undefined if nothing changes. */
export function changed(
  change: Change,
  inputs: Inputs,
  input: Input,
  move: Move | undefined,
): Input | undefined {
  if (change.kind === "swap") {
    const [first, second] = change.inputs.map((name) => name.split("."));
    const sent = withDefaults(inputs, input, change.inputs);
    const [a, b] = [valueAt(sent, first ?? []), valueAt(sent, second ?? [])];
    if (a === undefined || b === undefined) return undefined;
    return withValue(withValue(sent, first ?? [], b), second ?? [], a);
  }
  if (change.kind === "scale") {
    let scaled = withDefaults(inputs, input, [...change.factors.keys()]);
    for (const [name, factor] of change.factors)
      for (const steps of stepsTo(scaled, name.split("."))) {
        const value = valueAt(scaled, steps);
        if (typeof value === "number") scaled = withValue(scaled, steps, value * factor);
      }
    return scaled;
  }
  if (move === undefined) return undefined;
  const sent = withDefaults(inputs, input, [String(move.steps[0])]);
  const from = valueAt(sent, move.steps);
  if (from === undefined || !beyond(change, inputs, move.steps)(from, move.to)) return undefined;
  return withValue(sent, move.steps, move.to);
}

/** Returns the values that a raise or lower may start from. */
export function targets(change: Moving, inputs: Inputs, input: Input): { steps: Steps; from: unknown }[] {
  return change.inputs.flatMap((path) => {
    const sent = withDefaults(inputs, input, [path]);
    return stepsTo(sent, path.split(".")).map((steps) => ({ steps, from: valueAt(sent, steps) }));
  });
}

/** Returns a test whether a value is farther in the direction of the change. */
export function beyond(
  change: Moving,
  inputs: Inputs,
  steps: Steps,
): (from: unknown, to: unknown) => boolean {
  const order = change.order ?? scaleAt(inputs, steps);
  const lies = change.kind === "raise" ? compare.GT : compare.LT;
  return (from, to) => {
    const [start, end] = [sizeOf(from, order), sizeOf(to, order)];
    return start !== undefined && end !== undefined && lies(end, start);
  };
}

/** Returns the words of a scale, lowest first. */
function scaleAt(inputs: Inputs, steps: Steps): readonly string[] | undefined {
  const type = inputAt(inputs, steps.filter((step) => typeof step === "string").join("."));
  const end = type === undefined ? undefined : endOf(type);
  return end?.kind === "scale" ? end.scale.words : undefined;
}

/** Orders numbers by size, true after false, dates by time and words by scale. Undefined if a value has no order. */
export function sizeOf(value: unknown, order: readonly string[] | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" && order === undefined && isDateText(value)) return Date.parse(value);
  const rank = typeof value === "string" ? (order?.indexOf(value) ?? -1) : -1;
  return rank < 0 ? undefined : rank;
}

function withDefaults(inputs: Inputs, input: Input, paths: readonly string[]): Input {
  const absent = paths.flatMap((path) => {
    const [name = ""] = path.split(".");
    const fallback = inputs.get(name)?.fallback;
    return name in input || fallback === undefined || fallback === null ? [] : [[name, fallback] as const];
  });
  return absent.length === 0 ? input : { ...input, ...Object.fromEntries(absent) };
}
