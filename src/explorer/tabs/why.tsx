// Why: from a result backwards, every step that it rests on, typeset with its numbers, with rules, rows and clauses.

import type { ExplainedStep } from "../../engine/reference/explain.js";
import { html, joined } from "../../pages/html.js";
import { References } from "../../pages/sheet/references.js";
import { stepItem } from "../../pages/sheet/steps.js";
import { workOf } from "../../pages/sheet/work.js";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";
import { address } from "../address.js";
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
  const { explanation, roots } = explained;
  const results = Object.keys(roots).filter((name) => propertiesOf(open.outputSchema)[name] !== undefined);
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  const first = (verdict ?? numbers[0] ?? results[0] ?? "").split(".")[0] ?? "";
  const chosen = results.find((name) => name === address.value.marks.why) ?? first;
  const schema = propertiesOf(open.outputSchema)[chosen];
  const steps = behind(explanation.steps, roots[chosen]);
  const references = new References();
  const context = contextOf(open, explained);
  const work = workOf(explanation, context);
  const at = { work, references, scope: work.trail.root };
  const value = (explanation.result as Readonly<Record<string, unknown>>)[chosen];
  const body = html`<ol class="steps">${joined(
    steps.map((step, nth) => stepItem(step, at, String(nth + 1))),
    "",
  )}</ol>${steps.length > 0 && html`<section id="sources"><h2>Sources</h2>${references.list(context.sources)}</section>`}`;
  return (
    <>
      <div class="card choose">
        <div class="field">
          <label for="why-of">Why is</label>
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
            <b>{withUnit(value, schema)}</b>?
          </p>
        )}
      </div>
      <div class="card paper">
        {steps.length === 0 ? (
          <p>It is made of the inputs alone, without a step between.</p>
        ) : (
          <>
            <p class="note">
              From the result backwards: {steps.length === 1 ? "1 step" : `${steps.length} steps`}. Each shows
              its formula, the formula with the numbers put in, the rules that were tried with the truth of
              each condition, and the authority beside it.
            </p>
            <Shadow html={body.text} label="Steps" />
          </>
        )}
      </div>
    </>
  );
}

/** The steps that some names rest on, the last worked out first; all of them where it is not known. */
function behind(
  steps: readonly ExplainedStep[],
  names: readonly string[] | undefined,
): readonly ExplainedStep[] {
  if (names === undefined) return steps.toReversed();
  const byName = new Map(steps.map((step) => [step.name, step]));
  const found = new Set<ExplainedStep>();
  const visit = (name: string): void => {
    const step = byName.get(name.split(/[.[]/)[0] ?? "");
    if (step === undefined || found.has(step)) return;
    found.add(step);
    for (const read of readsOf(step)) visit(read);
  };
  for (const name of names) visit(name);
  return steps.filter((step) => found.has(step)).toReversed();
}

/** What a step read, itself and in the steps and conditions inside it. */
function readsOf(step: ExplainedStep): string[] {
  const inner = (step.steps ?? []).flatMap(readsOf);
  return [...Object.keys(step.inputs ?? {}), ...inner];
}
