// The values that a sweep gives the inputs that it varies: a list as given, or a range by step or by number of points.
import { type InputProblem, show } from "../engine/run/validate.js";
import { isRecord, pointerTo, unknownNames } from "../json/objects.js";

export const MOST_POINTS = 10_000;
const MOST_VARIED = 2;

export interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Returns the axes of a sweep, and adds their faults to the problems. */
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
  const refuse = (message: string, part?: string): [] => {
    problems.push({ pointer: part === undefined ? pointer : pointerTo(pointer, part), message });
    return [];
  };
  if (Array.isArray(given)) return given.length === 0 ? refuse("The list of values is empty.") : given;
  if (!isRecord(given))
    return refuse(`Give a list of values, {from, to, step} or {from, to, points}, not ${show(given)}.`);
  const before = problems.length;
  problems.push(...unknownNames(given, ["from", "to", "step", "points"], pointer, "part of a range"));
  const { from, to, step, points } = given;
  if (typeof from !== "number") refuse("from must be a number.", "from");
  if (typeof to !== "number") refuse("to must be a number.", "to");
  if ((step === undefined) === (points === undefined)) refuse("A range has either step or points.");
  if (problems.length > before || typeof from !== "number" || typeof to !== "number") return [];
  if (step === undefined) {
    if (typeof points !== "number" || !Number.isInteger(points) || points < 2 || points > MOST_POINTS)
      return refuse(`points must be a whole number from 2 to ${MOST_POINTS}.`, "points");
    return Array.from({ length: points }, (_, at) => tidy(from + ((to - from) * at) / (points - 1)));
  }
  // A hair of slack, so that 0 to 1 by 0.1 ends at 1.
  const steps = typeof step === "number" && step !== 0 ? Math.floor((to - from) / step + 1e-9) : -1;
  if (!(steps >= 0)) return refuse("step must be a number that leads from from towards to.", "step");
  if (steps >= MOST_POINTS) return refuse(`A sweep has at most ${MOST_POINTS} points; take a larger step.`);
  return Array.from({ length: steps + 1 }, (_, at) => tidy(from + at * Number(step)));
}

/** Without the noise of binary fractions: 0.3, not 0.30000000000000004. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
