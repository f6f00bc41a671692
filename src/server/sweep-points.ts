// The values that a sweep runs through: a list as given, or a range.
import { type InputProblem, show } from "../engine/run/validate.js";
import { isRecord, pointerTo, unknownNames } from "../objects.js";

export const MOST_POINTS = 10_000;
const MOST_VARIED = 2;

export interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The axes of a sweep; what is wrong with them is added to the problems. */
export function axesOf(vary: unknown, inputs: readonly string[], problems: InputProblem[]): Axis[] {
  if (!isRecord(vary)) {
    problems.push({
      pointer: "/vary",
      message: "vary must be an object: the name of an input, and a list of values or a range.",
    });
    return [];
  }
  problems.push(...unknownNames(vary, inputs, "/vary", "an input of this tool"));
  const names = Object.keys(vary);
  if (names.length < 1 || names.length > MOST_VARIED)
    problems.push({ pointer: "/vary", message: `vary must name one or two inputs, not ${names.length}.` });
  const axes = names
    .slice(0, MOST_VARIED)
    .map((name) => ({ name, values: valuesOf(vary[name], pointerTo("/vary", name), problems) }));
  const points = axes.reduce((product, axis) => product * axis.values.length, 1);
  if (points > MOST_POINTS)
    problems.push({ pointer: "/vary", message: `A sweep has at most ${MOST_POINTS} points, not ${points}.` });
  return axes;
}

function valuesOf(given: unknown, pointer: string, problems: InputProblem[]): readonly unknown[] {
  if (Array.isArray(given)) {
    if (given.length === 0) problems.push({ pointer, message: "The list of values is empty." });
    return given;
  }
  if (!isRecord(given)) {
    problems.push({
      pointer,
      message: `Give a list of values, {from, to, step} or {from, to, points}, not ${show(given)}.`,
    });
    return [];
  }
  const wrong = unknownNames(given, ["from", "to", "step", "points"], pointer, "part of a range");
  for (const name of ["from", "to"] as const)
    if (typeof given[name] !== "number")
      wrong.push({ pointer: pointerTo(pointer, name), message: `${name} must be a number.` });
  if ((given.step === undefined) === (given.points === undefined))
    wrong.push({ pointer, message: "A range has either step or points." });
  problems.push(...wrong);
  if (wrong.length > 0) return [];
  const { from, to, step, points } = given as { from: number; to: number; step?: unknown; points?: unknown };
  return step === undefined
    ? byPoints(from, to, points, pointer, problems)
    : byStep(from, to, step, pointer, problems);
}

function byPoints(
  from: number,
  to: number,
  points: unknown,
  pointer: string,
  problems: InputProblem[],
): number[] {
  if (typeof points !== "number" || !Number.isInteger(points) || points < 2 || points > MOST_POINTS) {
    const message = `points must be a whole number from 2 to ${MOST_POINTS}.`;
    problems.push({ pointer: pointerTo(pointer, "points"), message });
    return [];
  }
  return Array.from({ length: points }, (_, at) => tidy(from + ((to - from) * at) / (points - 1)));
}

function byStep(
  from: number,
  to: number,
  step: unknown,
  pointer: string,
  problems: InputProblem[],
): number[] {
  // A hair of slack, so that 0 to 1 by 0.1 ends at 1.
  const steps = typeof step === "number" && step !== 0 ? Math.floor((to - from) / step + 1e-9) : -1;
  if (!(steps >= 0)) {
    const message = "step must be a number that leads from from towards to.";
    problems.push({ pointer: pointerTo(pointer, "step"), message });
    return [];
  }
  if (steps >= MOST_POINTS) {
    problems.push({ pointer, message: `A sweep has at most ${MOST_POINTS} points; take a larger step.` });
    return [];
  }
  return Array.from({ length: steps + 1 }, (_, at) => tidy(from + at * (step as number)));
}

/** Without the noise of binary fractions: 0.3, not 0.30000000000000004. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
