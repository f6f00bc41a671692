// What if: a result over one input, or over two, with the present point marked and every change of the verdict named.

import type { FigurePoint } from "../../engine/language/figures.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { sweepFigure } from "../../pages/figures/sweep-figure.js";
import { exactNumber } from "../../pages/show.js";
import { fieldAt, fieldWords, type JsonSchema, propertiesOf } from "../../wording/field-words.js";
import { address } from "../address.js";
import { columnsOf, pathTitle, type Series } from "../columns.js";
import { choicesOf, type FormInput, pickTitle, textOf, typesOf } from "../inputs.js";
import { FigureCard } from "../parts/figures.js";
import { Notice } from "../parts/notice.js";
import { Choices } from "../parts/outcomes.js";
import { Stretches } from "../parts/stretches.js";
import { input, setMark } from "../state.js";
import {
  isNumber,
  pointsOf,
  presentOf,
  rangeOf,
  type SweepRange,
  stretchesOf,
  valueAt,
  variable,
} from "../sweep.js";
import type { OpenTool } from "../tool-data.js";
import { unitOf } from "../words.js";

/** Lines that one picture holds. */
const MOST_LINES = 5;

export function WhatIf({ open }: { open: OpenTool }) {
  const { local, inputSchema, outputSchema, entry } = open;
  if (local === undefined)
    return (
      <Notice tone="unknown">Sweeps are computed in this page; open it without ?server to see them.</Notice>
    );
  const given = input.value;
  const fields = propertiesOf(inputSchema);
  const names = variable(inputSchema);
  const columns = columnsOf(outputSchema);
  const { over: wanted, by: second, show } = address.value.marks;
  const over = names.find((name) => name === wanted) ?? firstOf(names, fields, given);
  const by = names.find((name) => name === second && name !== over);
  const column =
    columns.find((each) => each === show) ??
    entry.headline?.verdict ??
    entry.headline?.numbers?.[0] ??
    columns[0];
  if (over === undefined || column === undefined)
    return <Notice tone="unknown">This tool has no input that could be varied.</Notice>;
  return (
    <div class="what-if">
      <div class="card choose">
        <Pick
          id="over"
          label="Vary"
          value={over}
          options={names.map((name) => [name, fieldWords(fields[name], name).title])}
        />
        <Pick
          id="by"
          label="and, in separate lines,"
          value={by ?? ""}
          options={[
            ["", "nothing else"],
            ...names
              .filter((name) => name !== over)
              .map((name) => [name, fieldWords(fields[name], name).title] as const),
          ]}
        />
        <Pick
          id="show"
          label="Show"
          value={column}
          options={columns.map((path) => [path, pathTitle(outputSchema, path)])}
        />
        {isNumber(fields[over]) && <Ends tool={local} given={given} over={over} />}
      </div>
      <Shown open={open} tool={local} given={given} over={over} by={by} column={column} />
    </div>
  );
}

/** The first input that was given and is a number. */
function firstOf(
  names: readonly string[],
  fields: Readonly<Record<string, JsonSchema>>,
  given: FormInput,
): string | undefined {
  return (
    names.find((name) => isNumber(fields[name]) && name in given) ??
    names.find((name) => isNumber(fields[name])) ??
    names[0]
  );
}

function Pick({
  id,
  label,
  value,
  options,
}: {
  id: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
}) {
  return (
    <div class="field">
      <label for={`pick-${id}`}>{label}</label>
      <select id={`pick-${id}`} value={value} onChange={(event) => setMark(id, event.currentTarget.value)}>
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A range of one's own stands in the address with the input that it is for. */
function rangeNow(tool: RuntimeTool, given: FormInput, over: string): SweepRange {
  const schema = propertiesOf(tool.inputSchema)[over] ?? {};
  const [name, from, to] = (address.value.marks.range ?? "").split("~");
  const own = { from: Number(from), to: Number(to) };
  return name === over && own.from < own.to ? own : rangeOf(schema, presentOf(tool, given, over));
}

function Ends({ tool, given, over }: { tool: RuntimeTool; given: FormInput; over: string }) {
  const { from, to } = rangeNow(tool, given, over);
  const set = (next: SweepRange) =>
    setMark("range", next.from < next.to ? `${over}~${next.from}~${next.to}` : "");
  const end = (label: string, value: number, change: (x: number) => SweepRange) => (
    <div class="field end">
      <label for={`range-${label}`}>{label}</label>
      <input
        id={`range-${label}`}
        inputMode="decimal"
        value={textOf(value)}
        onChange={(event) => set(change(Number(event.currentTarget.value)))}
      />
    </div>
  );
  return (
    <>
      {end("From", from, (x) => ({ from: x, to }))}
      {end("To", to, (x) => ({ from, to: x }))}
    </>
  );
}

interface ShownProps {
  readonly open: OpenTool;
  readonly tool: RuntimeTool;
  readonly given: FormInput;
  readonly over: string;
  readonly by: string | undefined;
  readonly column: string;
}

/** The word that was chosen with the number that goes with it, or the other way round: the verdict is always there. */
function Shown({ open, tool, given, over, by, column }: ShownProps) {
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  const series = seriesOf(tool, given, by);
  const words = choicesOf(field);
  if (words !== undefined)
    return <Choices open={open} tool={tool} column={column} over={over} choices={words} series={series} />;
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  const isLine = (path: string) => isNumber(fieldAt(open.outputSchema, path).schema);
  const number = isLine(column) ? column : numbers.find(isLine);
  const word = isLine(column) ? verdict : column;
  const present = presentOf(tool, given, over);
  const points = pointsOf(rangeNow(tool, given, over), field, given[over]);
  const swept: Swept = { open, tool, given, over, series, points, present };
  return (
    <>
      {word !== undefined && <Words {...swept} column={word} />}
      {number !== undefined && <Lines {...swept} column={number} />}
    </>
  );
}

interface Swept {
  readonly open: OpenTool;
  readonly tool: RuntimeTool;
  readonly given: FormInput;
  readonly over: string;
  readonly series: readonly Series[];
  readonly points: readonly number[];
  readonly present: unknown;
}

function Words({ open, tool, over, series, points, present, column }: Swept & { column: string }) {
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  const isWhole = typesOf(field).includes("integer");
  const rows = series.map(({ label, input: other }) => ({
    label,
    stretches: stretchesOf(points, (x) => valueAt(tool, { ...other, [over]: x }, column), isWhole),
  }));
  return <Stretches open={open} rows={rows} field={field} name={over} column={column} present={present} />;
}

function Lines({ open, tool, given, over, series, points, present, column }: Swept & { column: string }) {
  const { unit } = fieldAt(open.outputSchema, column);
  const title = pathTitle(open.outputSchema, column);
  const lines = series.map(({ label, input: other }) => ({
    label: label === "" ? title : label,
    points: points.map((x): FigurePoint => [x, numberOr(valueAt(tool, { ...other, [over]: x }, column))]),
  }));
  if (lines.every((line) => line.points.every(([, y]) => y === null)))
    return <Notice tone="unknown">There is no number to draw over this range.</Notice>;
  const figure = sweepFigure(
    fieldAt(open.inputSchema, over),
    { title, unit },
    {
      kind: series.length > 1 ? "lines" : "sweep",
      lines,
      now: typeof present === "number" ? [present, numberOr(valueAt(tool, given, column))] : null,
    },
  );
  return <FigureCard figure={figure} name={`${open.entry.name}-${over}`} />;
}

function numberOr(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** One line, or one for each of a few values of a second input. */
function seriesOf(tool: RuntimeTool, given: FormInput, by: string | undefined): Series[] {
  if (by === undefined) return [{ label: "", input: given }];
  const schema = propertiesOf(tool.inputSchema)[by] ?? {};
  const choices = choicesOf(schema);
  if (choices !== undefined)
    return choices
      .slice(0, MOST_LINES)
      .map((each) => ({ label: pickTitle(schema, each), input: { ...given, [by]: each } }));
  const present = presentOf(tool, given, by);
  const { from, to } = rangeOf(schema, present);
  const isWhole = typesOf(schema).includes("integer");
  const values = [0, 1, 2, 3].map((at) => Number((from + ((to - from) * at) / 3).toPrecision(3)));
  const all = [...values, ...(typeof present === "number" ? [present] : [])].map((x) =>
    isWhole ? Math.round(x) : x,
  );
  return [...new Set(all)]
    .sort((a, b) => a - b)
    .slice(0, MOST_LINES)
    .map((value) => ({
      label: `${exactNumber(value)}${unitOf(schema) === "" ? "" : `\u202f${unitOf(schema)}`}`,
      input: { ...given, [by]: value },
    }));
}
