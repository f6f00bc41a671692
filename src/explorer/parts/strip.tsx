// The answer as a strip at the foot of small screens, where the full answer is below the form.

import { fieldWords } from "../../wording/field-words.js";
import { capital } from "../../wording/plain-names.js";
import { manyOf } from "../../wording/wording.js";
import { headlineValues } from "../headline-values.js";
import { answer } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { toneOf, withUnit } from "../words.js";
import { isMissing } from "./refused.js";

export function Strip({ open }: { open: OpenTool }) {
  const outcome = answer.value?.outcome;
  const show = () => document.getElementById("answer")?.scrollIntoView({ behavior: "smooth" });
  if (outcome === undefined || !outcome.ok) {
    const problems = outcome?.problems ?? [];
    const isToGo = problems.length > 0 && problems.every(isMissing);
    return (
      <button type="button" class="strip" onClick={show}>
        {outcome === undefined
          ? "Loading…"
          : isToGo
            ? `${manyOf(problems.length, "field")} to go`
            : "Please correct the inputs"}
      </button>
    );
  }
  const { verdict, tones } = open.entry.headline ?? {};
  const [first, second] = headlineValues(open, outcome.result);
  const tone = verdict === undefined ? "none" : toneOf(tones, first?.value);
  return (
    <button type="button" class={`strip tone-${tone}`} onClick={show}>
      <span class="dot" aria-hidden="true" />
      {first !== undefined && (
        <b>{first.value === null ? "Unknown" : capital(withUnit(first.value, first.schema))}</b>
      )}
      {second !== undefined && second.value !== null && (
        <>
          <span>{fieldWords(second.schema, second.name).title}</span>
          <b>{withUnit(second.value, second.schema)}</b>
        </>
      )}
    </button>
  );
}
