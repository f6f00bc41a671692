// Compares the result for each choice of an input.

import type { RuntimeTool } from "../../engine/run/tool.js";
import { fieldAt, fieldWords, propertiesOf } from "../../wording/field-words.js";
import { pathTitle } from "../columns.js";
import { type FormInput, pickTitle, sameValue } from "../inputs.js";
import { presentOf, valueAt } from "../sweep.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf, withUnit } from "../words.js";

interface ChoicesProps {
  readonly open: OpenTool;
  readonly tool: RuntimeTool;
  readonly column: string;
  readonly over: string;
  readonly choices: readonly unknown[];
  readonly given: FormInput;
}

export function Choices({ open, tool, column, over, choices, given }: ChoicesProps) {
  const field = propertiesOf(open.inputSchema)[over] ?? {};
  const schema = fieldAt(open.outputSchema, column).schema;
  const { verdict, tones } = open.entry.headline ?? {};
  const title = pathTitle(open.outputSchema, column);
  const now = presentOf(tool, given, over);
  return (
    <section class="card">
      <h2>
        {title} by {fieldWords(field, over).title}
      </h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{fieldWords(field, over).title}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {choices.map((each) => {
              const value = valueAt(tool, { ...given, [over]: each }, column);
              return (
                <tr key={String(each)} class={sameValue(each, now) ? "now" : ""}>
                  <th scope="row">
                    {pickTitle(field, each)}
                    {sameValue(each, now) && <span class="note"> now</span>}
                  </th>
                  <td>
                    {value === undefined ? (
                      <span class="note">Refused</span>
                    ) : column === verdict ? (
                      <span class={`tone tone-${toneOf(tones, value)}`}>
                        <span class="dot" aria-hidden="true" />
                        {withUnit(value, schema)}
                      </span>
                    ) : (
                      withUnit(value, schema)
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
