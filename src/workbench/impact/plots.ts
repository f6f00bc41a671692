// Plots of a changed tool: moved results over their most influential inputs, before and after.

import type { FigureLines, FigurePoint } from "../../engine/language/figures.js";
import type { Tool } from "../../engine/tool.js";
import { sweepFigure } from "../../pages/figures/sweep-figure.js";
import { fieldAt, propertiesOf } from "../../wording/field-words.js";
import { valueAt } from "../promises/paths.js";
import { inputFor, type ToolImpact } from "./impact.js";

/** Plotted results, inputs for each, and points of a line. */
const RESULTS = 2;
const INPUTS = 2;
const POINTS = 41;
/** An input varies between a third and three times its value in the example. */
const FACTOR = 3;

type Input = Readonly<Record<string, unknown>>;

export function plotsOf(before: Tool, after: Tool, impact: ToolImpact): FigureLines[] {
  const headline = new Set(after.facts.headline?.numbers ?? []);
  const shown = impact.numbers
    .filter(({ path }) => !/[[*]/.test(path))
    .sort((a, b) => Number(headline.has(b.path)) - Number(headline.has(a.path)) || b.changed - a.changed)
    .slice(0, RESULTS);
  return shown.flatMap(({ path, example }) => {
    const plots = numericInputs(after).flatMap((name) =>
      plotOver(name, path, example.input as Input, before, after),
    );
    return plots
      .sort((a, b) => b.worth - a.worth)
      .slice(0, INPUTS)
      .map(({ figure }) => figure);
  });
}

function numericInputs({ inputSchema }: Tool): string[] {
  return Object.entries(propertiesOf(inputSchema)).flatMap(([name, { type }]) =>
    type === "number" || type === "integer" ? [name] : [],
  );
}

/** Returns a plot and its interest: the distance between the lines, and their range. */
function plotOver(
  name: string,
  path: string,
  base: Input,
  before: Tool,
  after: Tool,
): { figure: FigureLines; worth: number }[] {
  const across = valuesOf(fieldAt(after.inputSchema, name).schema, base[name]);
  const line = (tool: Tool): FigurePoint[] =>
    across.map((x) => {
      const outcome = tool.run(inputFor({ ...base, [name]: x }, undefined, tool));
      const y = outcome.ok ? valueAt(outcome.result, path.split(".")) : null;
      return [x, typeof y === "number" ? y : null];
    });
  const [old, now] = [line(before), line(after)];
  const pairs = old.flatMap(([, y], at) => {
    const other = now[at]?.[1] ?? null;
    return y === null || other === null ? [] : [[y, other] as const];
  });
  if (pairs.length < 3) return [];
  const size = Math.max(...pairs.flat().map(Math.abs)) || 1;
  const spread = (values: readonly number[]) => (Math.max(...values) - Math.min(...values)) / size;
  const apart = Math.max(...pairs.map(([a, b]) => Math.abs(a - b))) / size;
  const moves = spread(pairs.map(([, b]) => b));
  if (moves < 1e-6) return [];
  const given = base[name];
  const figure = sweepFigure(fieldAt(after.inputSchema, name), fieldAt(after.outputSchema, path), {
    lines: [
      { label: "before", points: old },
      { label: "after", points: now },
    ],
    marks: typeof given === "number" ? [{ label: "the example", x: given }] : [],
  });
  return [{ figure, worth: apart * 2 + Math.min(1, moves) }];
}

function valuesOf(schema: Input, now: unknown): number[] {
  const bound = (key: string) => (typeof schema[key] === "number" ? (schema[key] as number) : undefined);
  const low = bound("minimum") ?? bound("exclusiveMinimum") ?? Number.NEGATIVE_INFINITY;
  const high = bound("maximum") ?? bound("exclusiveMaximum") ?? Number.POSITIVE_INFINITY;
  const usual = typeof now === "number" ? now : bound("assumed");
  if (usual === undefined || usual === 0) return [];
  const [from, to] = [usual / FACTOR, usual * FACTOR].sort((a, b) => a - b) as [number, number];
  const [first, last] = [Math.max(low, from), Math.min(high, to)];
  const step = (last - first) / (POINTS - 1);
  const values = Array.from({ length: POINTS }, (_, at) => Number((first + at * step).toPrecision(6)));
  return schema.type === "integer" ? [...new Set(values.map(Math.round))] : values;
}
