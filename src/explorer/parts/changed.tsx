// Notices for a newer definition on the service, and for links made with an older definition: shows the old and the
// new answer.

import { fieldWords } from "../../wording/field-words.js";
import { headlineValues } from "../headline-values.js";
import { type FormInput, sameValue } from "../inputs.js";
import { answer, input, made, newer, setInput, takeNewer } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { withUnit } from "../words.js";
import { Notice } from "./notice.js";

export function Changed({ open }: { open: OpenTool }) {
  const before = made.value;
  if (newer.value !== undefined)
    return (
      <Notice tone="care">
        <p>
          The definition of this tool has changed on the service since this page was opened. This answer still
          uses the earlier one.
        </p>
        <button type="button" onClick={takeNewer}>
          Use the new definition
        </button>
      </Notice>
    );
  if (before === undefined) return null;
  const outcome = answer.value?.outcome;
  const now = outcome?.ok === true ? headlineValues(open, outcome.result) : [];
  const pairs = now.map((each, at) => ({ ...each, was: before.was[at] }));
  const moved = pairs.filter(({ value, was }) => was !== undefined && !sameValue(value, was));
  const { version, edition, hash } = open.entry;
  return (
    <Notice tone="care">
      <p>
        The definition has changed since this link was made ({before.hash.slice(0, 12)} then,{" "}
        {hash.slice(0, 12)} now: version {version}, edition {edition}). The earlier version is no longer
        available; the results below use the current one.
      </p>
      {before.was.length > 0 && moved.length === 0 && now.length > 0 && <p>The answer is the same.</p>}
      {moved.length > 0 && (
        <table class="then">
          <thead>
            <tr>
              <th scope="col">Result</th>
              <th scope="col">Then</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {moved.map(({ name, schema, value, was }) => (
              <tr key={name}>
                <th scope="row">{fieldWords(schema, name).title}</th>
                <td>{withUnit(was, schema)}</td>
                <td>{withUnit(value, schema)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button type="button" onClick={() => setInput(input.value as FormInput)}>
        Continue
      </button>
    </Notice>
  );
}
