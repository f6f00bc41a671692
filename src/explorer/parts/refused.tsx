// Missing and invalid inputs, each with a link to its field.

import type { InputProblem } from "../../engine/run/validate.js";
import { readerText } from "../../pages/sheet/reader-text.js";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";

import { answer, lastGood, tool } from "../state.js";
import { shown, unitOf } from "../words.js";
import { showInput } from "./notes.js";

export function Refused() {
  const outcome = answer.value?.outcome;
  if (outcome === undefined || outcome.ok) return null;
  const fields = propertiesOf(tool.value?.inputSchema);
  const names = Object.keys(fields);
  const place = ({ pointer }: InputProblem) => names.indexOf(pointer.slice(1));
  // In the order of the form.
  const missing = outcome.problems.filter(isMissing).sort((a, b) => place(a) - place(b));
  const wrong = outcome.problems.filter((each) => !missing.includes(each));
  return (
    <section class={`card refused ${wrong.length > 0 ? "wrong" : ""}`} role="status">
      {wrong.length > 0 && (
        <>
          <h2>
            {lastGood.value === undefined
              ? "Please correct these"
              : "Please correct these; the last valid answer is shown below"}
          </h2>
          <ul class="said">
            {wrong.map((each) => (
              <li key={`${each.pointer}${each.message}`}>{refusalText(each)}</li>
            ))}
          </ul>
        </>
      )}
      {missing.length > 0 && (
        <>
          <h2>Still needed</h2>
          <p class="missing">
            {missing.map(({ pointer }) => {
              const name = pointer.split("/")[1] ?? "";
              return (
                <button key={pointer} type="button" onClick={() => showInput(name)}>
                  {fieldWords(fields[name], name).title}
                </button>
              );
            })}
          </p>
        </>
      )}
    </section>
  );
}

/** A missing input is not shown as an error. */
export function isMissing({ pointer, message }: InputProblem): boolean {
  const name = pointer.slice(1);
  return !name.includes("/") && message.startsWith(`${name} is required`);
}

/** Returns the service's message with titles in place of names. */
export function refusalText({ pointer, message, allowed = [] }: InputProblem): string {
  const inputSchema = tool.value?.inputSchema;
  if (inputSchema === undefined) return message;
  const name = pointer.split("/")[1] ?? "";
  const schema = propertiesOf(inputSchema)[name];
  const isNamed = name !== "" && message.startsWith(`${name} `);
  const words = allowed.map((word) => shown(word, schema)).join(", ");
  const unit = unitOf(schema);
  const rest = (isNamed ? message.slice(name.length) : message)
    .replace(allowed.join(", "), () => words)
    // Adds the unit to a bound, and shows dates as people write them.
    .replace(
      /( must be (?:at least|at most|greater than|less than) [-\d.e+]*\d)(?=, not )/,
      `$1 ${unit}`.trimEnd(),
    )
    .replace("such as 2026-11-01", "such as 17/11/2026 or 2026-11-17");
  return (isNamed ? fieldWords(schema, name).title : "") + readerText(rest, { inputSchema });
}
