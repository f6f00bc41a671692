// Why: from a result backwards, every step that it rests on, typeset with its numbers, with rules, rows and clauses.
import type { ExplainedStep, Explanation } from "../../engine/reference/explanation.js";
import { html, joined } from "../../pages/html.js";
import { type Graph, readsOf } from "../../pages/sheet/graph.js";
import { References } from "../../pages/sheet/references.js";
import { noteSteps, stepItem } from "../../pages/sheet/steps.js";
import { workOf } from "../../pages/sheet/work.js";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";
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
  const first = (verdict ?? numbers[0] ?? results[0] ?? "").split(".")[0] ?? "";
  const chosen = results.find((name) => name === address.value.marks.why) ?? first;
  const schema = propertiesOf(open.outputSchema)[chosen];
  const references = new References();
  const context = contextOf(open, explained);
  const work = workOf(explanation, context, "steps");
  const at = { work, references, options: { place: definitionPlace } };
  const steps = behind(work.graph, explanation, chosen);
  noteSteps(steps, work);
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

/** The steps that a result rests on, the last worked out first. */
function behind(graph: Graph, explanation: Explanation, name: string): readonly ExplainedStep[] {
  const found = new Set<string>();
  const visit = (id: string): void => {
    const step = graph.step(id);
    if (step === undefined || found.has(id)) return;
    found.add(id);
    for (const read of readsOf(step)) visit(read);
  };
  const isField = (path: string) =>
    path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
  for (const path of Object.keys(explanation.results)) if (isField(path)) visit(`result:${path}`);
  // A step is shown with those inside it.
  const isBehind = (step: ExplainedStep): boolean => found.has(step.id) || (step.steps ?? []).some(isBehind);
  return explanation.steps.filter(isBehind).toReversed();
}
