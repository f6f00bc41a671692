// Why: a summary sentence, then the steps that decided a result, with rules, table rows and clauses.

import { html } from "../../pages/html.js";
import { References } from "../../pages/sheet/references.js";
import { whyOf } from "../../pages/sheet/why.js";
import { workOf } from "../../pages/sheet/work.js";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";
import { capital } from "../../wording/plain-names.js";
import { manyOf } from "../../wording/wording.js";
import { address, definitionPlace } from "../address.js";
import { WithExplanation } from "../parts/explained.js";
import { Shadow } from "../parts/shadow.js";
import { setMark } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { withUnit } from "../words.js";
import type { WorkerExplanation } from "../worker/messages.js";
import { contextOf } from "./sheet.js";

export function Why({ open }: { open: OpenTool }) {
  return <WithExplanation>{(explained) => <Reasons open={open} explained={explained} />}</WithExplanation>;
}

function Reasons({ open, explained }: { open: OpenTool; explained: WorkerExplanation }) {
  const { explanation } = explained;
  const fields = Object.keys(explanation.results).map((path) => path.split(/[.[]/)[0] ?? path);
  const results = [...new Set(fields)].filter((name) => propertiesOf(open.outputSchema)[name] !== undefined);
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  const asked = results.find((name) => name === address.value.marks.why);
  // Initially explains the verdict or first number, which may be a field of a result.
  const path = asked ?? verdict ?? numbers[0] ?? results[0] ?? "";
  const chosen = path.split(".")[0] ?? "";
  const context = contextOf(open, explained);
  const at = {
    work: workOf(explanation, context, "steps"),
    references: new References(),
    options: { place: definitionPlace },
  };
  const { sentence, body, lines } = whyOf(explanation, context, path, at);
  const value = (explanation.result as Readonly<Record<string, unknown>>)[chosen];
  const page = html`<p class="why-sentence">${sentence}</p>${lines > 0 && html`<p class="soft">${manyOf(lines, "step")}, from the result back to your inputs. Open one to see how.</p>`}${body}`;
  return (
    <>
      <div class="card choose">
        <div class="field">
          <label for="why-of">Why this result</label>
          <select id="why-of" value={chosen} onChange={(event) => setMark("why", event.currentTarget.value)}>
            {results.map((name) => (
              <option key={name} value={name}>
                {fieldWords(propertiesOf(open.outputSchema)[name], name).title}
              </option>
            ))}
          </select>
        </div>
        {(value === null || typeof value !== "object") && (
          <p class="is">
            <b>
              {value === null ? "Unknown" : capital(withUnit(value, propertiesOf(open.outputSchema)[chosen]))}
            </b>
          </p>
        )}
      </div>
      <div class="card paper">
        <Shadow html={page.text} label="Steps" />
      </div>
    </>
  );
}
