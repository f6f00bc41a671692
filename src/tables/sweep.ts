// One tool over a range of one or two inputs: chosen result fields as columns, point by point.
import type { RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { pathReader } from "./columns.js";
import type { Axis } from "./sweep-points.js";

export interface Sweep {
  /** The inputs that stay fixed. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly axes: readonly Axis[];
  readonly columns: readonly string[];
}

export interface Swept {
  readonly tool: string;
  readonly points: number;
  readonly shape: readonly number[];
  readonly inputs: Readonly<Record<string, readonly unknown[]>>;
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  readonly refusals: number;
  readonly refused: readonly { readonly point: number; readonly errors: readonly InputProblem[] }[];
}

/** Refused points with reasons in an answer. */
const SHOWN_REFUSALS = 20;

export function pointsOf({ axes }: Pick<Sweep, "axes">): number {
  return axes.reduce((product, axis) => product * axis.values.length, 1);
}

/** Computes the points in the requested order; `done` returns all of them. */
export function sweeping(
  tool: RuntimeTool,
  { input, axes, columns }: Sweep,
): { readonly point: (at: number) => void; readonly done: () => Swept } {
  const varied = axes.map(() => [] as unknown[]);
  const found = columns.map((column) => ({ read: pathReader(column), values: [] as unknown[] }));
  const refused: { point: number; errors: readonly InputProblem[] }[] = [];
  let refusals = 0;
  return {
    point: (point) => {
      const values = valuesAt(axes, point);
      const outcome = tool.run({
        ...input,
        ...Object.fromEntries(axes.map(({ name }, i) => [name, values[i]])),
      });
      values.forEach((value, i) => {
        varied[i]?.push(value);
      });
      for (const { read, values: all } of found) all.push(outcome.ok ? (read(outcome.result) ?? null) : null);
      if (outcome.ok) return;
      refusals++;
      if (refused.length < SHOWN_REFUSALS) refused.push({ point, errors: outcome.problems });
    },
    done: () => ({
      tool: tool.name,
      points: pointsOf({ axes }),
      shape: axes.map((axis) => axis.values.length),
      inputs: Object.fromEntries(axes.map(({ name }, i) => [name, varied[i] ?? []])),
      columns: Object.fromEntries(columns.map((column, i) => [column, found[i]?.values ?? []])),
      refusals,
      refused,
    }),
  };
}

/** The values of one point; the last axis runs fastest. */
function valuesAt(axes: readonly Axis[], point: number): unknown[] {
  let rest = point;
  return [...axes]
    .reverse()
    .map(({ values }) => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return value;
    })
    .reverse();
}
