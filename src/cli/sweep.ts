// `plumbline sweep`: computes one tool over a range of one or two inputs, as a table or figure.

import type { FigureLines, FigurePoint } from "../engine/language/figures.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { ticksOf } from "../pages/figures/measure.js";
import { sweepFigure } from "../pages/figures/sweep-figure.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { cellReader } from "../tables/cell-reader.js";
import { type FieldSchema, fieldsOf } from "../tables/fields.js";
import { pointsOf, type Swept, sweeping } from "../tables/sweep.js";
import { chosenColumns, sweepFields } from "../tables/sweep-columns.js";
import { axesOf, MOST_POINTS } from "../tables/sweep-points.js";
import { fieldAt } from "../wording/field-words.js";
import { manyOf, refusalLines } from "../wording/wording.js";
import { columns as aligned } from "./columns.js";
import { fromOptions } from "./inputs.js";
import { namedTool } from "./tools.js";

/** Maximum points of a range without a step. */
const POINTS = 40;
const NUMBER = String.raw`(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`;
const RANGE = new RegExp(String.raw`^${NUMBER}\.\.${NUMBER}(?:\.\.${NUMBER})?$`, "i");

export async function sweep(args: Arguments): Promise<number> {
  const named = await namedTool(args.atMost(1));
  if (named === undefined) return 1;
  const { tool } = named;
  const problems: InputProblem[] = [];
  const vary = variedIn(tool, args);
  if (Object.keys(vary).length === 0)
    throw new Usage("Give one or two inputs a range such as 4..12, 4..12..0.5 or a list such as 4,6,8.");
  const axes = axesOf(vary, tool.facts.inputs, problems);
  const columns = chosenColumns(args.text("columns")?.split(","), sweepFields(tool), problems);
  if (problems.length > 0) throw new Usage(problems.map(({ message }) => message).join(" "));
  const fixed = args.inputs.filter((name) => !Object.hasOwn(vary, name));
  const input = withExample(tool, fromOptions(tool, args, fixed), vary);
  const { point, done } = sweeping(tool, { input, axes, columns });
  for (let at = 0; at < pointsOf({ axes }); at++) point(at);
  const swept = done();
  if (swept.refusals === swept.points) {
    for (const line of refusalLines(swept.refused[0]?.errors ?? [])) process.stderr.write(`${line}\n`);
    return 1;
  }
  const picture = args.text("svg");
  if (picture !== undefined) await writePicture(picture, figureOf(tool, swept));
  process.stdout.write(args.flag("json") ? `${JSON.stringify(swept, null, 2)}\n` : tableOf(swept));
  if (swept.refusals > 0) {
    const [first] = swept.refused;
    const why = refusalLines(first?.errors ?? []).join(" ");
    process.stderr.write(
      `${manyOf(swept.refusals, "point")} of ${swept.points} refused, the first: ${why}\n`,
    );
  }
  return 0;
}

/** Fills missing required inputs from the tool's first example, and prints them to standard error. */
function withExample(
  tool: RuntimeTool,
  given: Readonly<Record<string, unknown>>,
  vary: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const [example] = tool.facts.examples;
  const missing = fieldsOf(tool)
    .filter(({ required, name }) => required && !(name in given) && !(name in vary))
    .flatMap(({ name }): [string, unknown][] => {
      const value = example?.input[name];
      return value === undefined ? [] : [[name, value]];
    });
  if (missing.length > 0) {
    const told = missing.map(
      ([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    process.stderr.write(`Not given, so as in the example "${example?.title}": ${told.join(", ")}.\n`);
  }
  return { ...given, ...Object.fromEntries(missing) };
}

/** Returns the inputs with a range or list, in the service's format. */
function variedIn(tool: RuntimeTool, args: Arguments): Record<string, unknown> {
  const vary: Record<string, unknown> = {};
  for (const { name, inner, schema } of fieldsOf(tool)) {
    const text = args.text(name);
    if (text === undefined || inner !== undefined) continue;
    const range = RANGE.exec(text);
    if (range !== null && isNumber(schema)) {
      const [from = 0, to = 0, step] = range
        .slice(1)
        .map((part) => (part === undefined ? part : Number(part)));
      const points = args.whole("points", 2, MOST_POINTS);
      if (step !== undefined) vary[name] = { from, to, step };
      else if (points !== undefined) vary[name] = { from, to, points };
      else if (schema.type === "integer") vary[name] = { from, to, step: from > to ? -1 : 1 };
      else vary[name] = roundValues(from, to);
    } else if (text.includes(",") && schema.type !== "array" && schema.type !== "object")
      vary[name] = text.split(",").map((each) => cellReader(schema)(each.trim()));
  }
  return vary;
}

function isNumber({ type }: FieldSchema): boolean {
  return type === "number" || type === "integer";
}

/** Returns both ends and the round numbers between them. */
function roundValues(from: number, to: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const between = ticksOf(low, high, POINTS).filter((value) => value > low && value < high);
  return [from, ...(from > to ? between.reverse() : between), ...(from === to ? [] : [to])];
}

function tableOf({ inputs, columns, points }: Swept): string {
  const all = { ...inputs, ...columns };
  const rows = Array.from({ length: points }, (_, at) =>
    Object.values(all).map((values) => String(values[at] ?? "")),
  );
  return aligned([Object.keys(all), ...rows]);
}

/** Returns a figure of the first numeric column over the first input, with a line for each value of the second. */
function figureOf(tool: RuntimeTool, swept: Swept): FigureLines {
  const [[over, across] = ["", []], second] = Object.entries(swept.inputs);
  if (!across.every((x) => typeof x === "number"))
    throw new Usage(
      `A picture needs a numeric first input, and ${over} is not numeric. Put the numeric range first.`,
    );
  const found = Object.entries(swept.columns).find(([, values]) =>
    values.some((value) => typeof value === "number"),
  );
  if (found === undefined) throw new Usage("None of these results is a number; name others with --columns.");
  const [path, values] = found;
  const result = fieldAt(tool.outputSchema, path);
  const groups = new Map<string, FigurePoint[]>();
  values.forEach((value, at) => {
    const label =
      second === undefined
        ? result.title
        : `${fieldAt(tool.inputSchema, second[0]).title} ${String(second[1][at])}`;
    const points = groups.get(label) ?? [];
    points.push([Number(across[at]), typeof value === "number" ? value : null]);
    groups.set(label, points);
  });
  const lines = [...groups].map(([label, points]) => ({ label, points }));
  return sweepFigure(fieldAt(tool.inputSchema, over), result, { lines });
}

async function writePicture(file: string, figure: FigureLines): Promise<void> {
  const [{ figureSvg }, { styleOf }] = await Promise.all([
    import("../pages/figures/figure.js"),
    import("../pages/styles.js"),
  ]);
  writeNamed(file, `${figureSvg(figure, { style: styleOf("figures.css") }).text}\n`);
  process.stderr.write(`Written: ${file}\n`);
}
