// What if: a result over one or two inputs, with the present point and every change of the verdict.

import type { RuntimeTool } from "../../engine/run/tool.js";
import { fieldAt, fieldWords, propertiesOf } from "../../wording/field-words.js";
import { address } from "../address.js";
import { columnsOf, pathTitle } from "../columns.js";
import { choicesOf, type FormInput, textOf } from "../inputs.js";
import { axisOf, Grid } from "../parts/grid.js";
import { Notice } from "../parts/notice.js";
import { Choices } from "../parts/outcomes.js";
import { Lines, type SweptResult, Words } from "../parts/swept.js";
import { input, setMark } from "../state.js";
import { isNumber, mattersMost, pointsOf, presentOf, rangeOf, type SweepRange, variable } from "../sweep.js";
import type { OpenTool } from "../tool-data.js";

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
  const { verdict, numbers = [] } = entry.headline ?? {};
  const over =
    names.find((name) => name === wanted) ??
    firstOf(local, names, given, [...(verdict === undefined ? [] : [verdict]), ...numbers.slice(0, 1)]);
  const by = names.find((name) => name === second && name !== over);
  const column = columns.find((each) => each === show) ?? verdict ?? numbers[0] ?? columns[0];
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
          label="Second input (optional)"
          value={by ?? ""}
          options={[
            ["", "none"],
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

/** Initial choices by tool, kept so that the chart does not change while the user types. */
const chosen = new Map<string, string>();

/** Returns the given number with the most influence, else the first variable input. */
function firstOf(
  tool: RuntimeTool,
  names: readonly string[],
  given: FormInput,
  results: readonly string[],
): string | undefined {
  const fields = propertiesOf(tool.inputSchema);
  const numbers = names.filter((name) => isNumber(fields[name]));
  const known = chosen.get(tool.facts.name);
  if (known !== undefined && (known in given || numbers.every((name) => !(name in given)))) return known;
  const asked = numbers.filter((name) => name in given);
  const found = asked.length === 0 ? (numbers[0] ?? names[0]) : mattersMost(tool, given, asked, results);
  if (found !== undefined) chosen.set(tool.facts.name, found);
  return found;
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

/** Returns the range in the address if it belongs to this input, else the default. */
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

/** Shows the chosen column and its counterpart, so that the verdict is always visible. */
function Shown({ open, tool, given, over, by, column }: ShownProps) {
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  if (by !== undefined) {
    const axis = (name: string) => axisOf(tool, given, name, rangeNow(tool, given, name));
    return <Grid open={open} tool={tool} given={given} column={column} across={axis(over)} down={axis(by)} />;
  }
  const words = choicesOf(field);
  if (words !== undefined)
    return <Choices open={open} tool={tool} column={column} over={over} choices={words} given={given} />;
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  const isLine = (path: string) => isNumber(fieldAt(open.outputSchema, path).schema);
  const number = isLine(column) ? column : numbers.find(isLine);
  const word = isLine(column) ? verdict : column;
  const present = presentOf(tool, given, over);
  const points = pointsOf(rangeNow(tool, given, over), field, given[over]);
  const swept: SweptResult = { open, tool, given, over, points, present };
  // The verdict is part of the chart.
  const inPicture = word !== undefined && number !== undefined;
  return (
    <>
      {word !== undefined && <Words {...swept} column={word} strip={!inPicture} />}
      {number !== undefined && <Lines {...swept} column={number} word={inPicture ? word : undefined} />}
    </>
  );
}
