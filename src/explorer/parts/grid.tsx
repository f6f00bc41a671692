// A result over two inputs: a table with an axis for each, and the present case.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { ticksOf } from "../../pages/figures/measure.js";
import { byTitle } from "../../pages/figures/sweep-figure.js";
import { fieldAt, fieldWords, propertiesOf } from "../../wording/field-words.js";
import { pathTitle } from "../columns.js";
import { choicesOf, type FormInput, sameValue, typesOf } from "../inputs.js";
import { presentOf, type SweepRange, valueAt } from "../sweep.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf, withUnit } from "../words.js";

export interface GridAxis {
  readonly name: string;
  readonly title: string;
  readonly present: unknown;
  readonly values: readonly { readonly value: unknown; readonly title: string }[];
}

/** Values of one axis, if it is a number. */
const TICKS = 6;
const MOST_VALUES = 12;

/** Returns the values of an axis: choices, or round numbers of the range and the present one. */
export function axisOf(tool: RuntimeTool, given: FormInput, name: string, range: SweepRange): GridAxis {
  const schema = propertiesOf(tool.inputSchema)[name] ?? {};
  const present = presentOf(tool, given, name);
  const isWhole = typesOf(schema).includes("integer");
  const ticks = ticksOf(range.from, range.to, TICKS).filter((each) => each >= range.from && each <= range.to);
  const numbers = typeof present === "number" ? [...ticks, present] : ticks;
  const sorted = [...new Set(numbers.map((each) => (isWhole ? Math.round(each) : each)))].sort(
    (a, b) => a - b,
  );
  const values = (choicesOf(schema) ?? sorted).slice(0, MOST_VALUES);
  return {
    ...{ name, present, title: fieldWords(schema, name).title },
    values: values.map((value) => ({ value, title: withUnit(value, schema) })),
  };
}

interface Props {
  readonly open: OpenTool;
  readonly tool: RuntimeTool;
  readonly given: FormInput;
  readonly column: string;
  readonly across: GridAxis;
  readonly down: GridAxis;
}

export function Grid({ open, tool, given, column, across, down }: Props) {
  const { verdict, tones } = open.entry.headline ?? {};
  const schema = fieldAt(open.outputSchema, column).schema;
  const cell = (input: FormInput) => {
    const value = valueAt(tool, input, column);
    const tone = verdict === undefined ? "none" : toneOf(tones, valueAt(tool, input, verdict));
    return { tone, text: value === undefined ? "Refused" : withUnit(value, schema) };
  };
  return (
    <section class="card grid">
      <h2>{byTitle(pathTitle(open.outputSchema, column), `${across.title} and ${down.title}`)}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Result over two inputs">
        <table>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {down.title} ↓
              </th>
              <th scope="colgroup" colSpan={across.values.length}>
                {across.title} →
              </th>
            </tr>
            <tr>
              {across.values.map(({ value, title }) => (
                <th key={title} scope="col" class={sameValue(value, across.present) ? "now" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {down.values.map((row) => (
              <tr key={row.title}>
                <th scope="row" class={sameValue(row.value, down.present) ? "now" : ""}>
                  {row.title}
                </th>
                {across.values.map((each) => {
                  const { tone, text } = cell({
                    ...given,
                    [across.name]: each.value,
                    [down.name]: row.value,
                  });
                  const isNow = sameValue(each.value, across.present) && sameValue(row.value, down.present);
                  return (
                    <td
                      key={each.title}
                      class={`tone-${tone}`}
                      {...(isNow ? { "aria-current": "true" } : {})}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">The framed cell is the present case.</p>
    </section>
  );
}
