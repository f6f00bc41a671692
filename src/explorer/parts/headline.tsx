// The headline: verdict with its tone, flags, sentences, numbers, and utilisations as bars.

import type { Result } from "../../engine/run/tool.js";
import { answersOf, governingFirst, type LeafValue } from "../../pages/sheet/headline.js";
import { exactNumber, valueText } from "../../pages/show.js";
import { fieldWords } from "../../wording/field-words.js";
import { valuesAt } from "../headline-values.js";
import { inPlainWords } from "../plain-text.js";
import type { OpenTool } from "../tool-data.js";
import { piecesOf, shown, toneOf } from "../words.js";
import { Checklist } from "./checklist.js";

/** Bars end at this utilisation; the number shows larger ones. */
const WIDEST = 1.5;

export function Headline({ open, result }: { open: OpenTool; result: Result }) {
  const { headline } = open.entry;
  const { verdict, tones, numbers = [], bars = [] } = headline ?? {};
  const answers =
    headline === undefined ? [] : answersOf({ result }, { headline, outputSchema: open.outputSchema });
  const words = verdict === undefined ? [] : valuesAt(open, result, verdict).slice(0, 1);
  const found = numbers.flatMap((path) => valuesAt(open, result, path));
  const known = found.filter(({ value }) => value !== null);
  const used = governingFirst(
    bars.flatMap((path) => valuesAt(open, result, path)),
    headline,
  );
  const tone = words[0] === undefined ? "none" : toneOf(tones, words[0].value);
  return (
    <section class={`headline card tone-${tone}`} aria-label="Answer">
      <div class="verdict" aria-live="polite">
        {words.map(({ name, value, schema }) => (
          <p key={name} class="answer">
            <span class="label">{fieldWords(schema, name).title}</span>
            <b>
              <span class="dot" aria-hidden="true" />
              {value === null ? "Unknown" : sentence(shown(value, schema))}
            </b>
          </p>
        ))}
        {answers.map((text) => (
          <p key={text} class="sentence">
            {inPlainWords(text)}
          </p>
        ))}
        <dl class={words.length === 0 ? "numbers first" : "numbers"}>
          {known.map((each, at) => (
            <div key={`${each.name}${at}`}>
              <dt>{fieldWords(each.schema, each.name).title}</dt>
              <dd>
                <Amount {...each} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Flags result={result} />
      <Checklist open={open} result={result} />
      {used.length > 0 && (
        <ul class="bars">
          {used.map((each, at) => (
            <Bar key={`${each.name}${at}`} {...each} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The unit stays on the line of its number. */
function Amount({ value, schema }: LeafValue) {
  const [amount, unit] = piecesOf(value, schema);
  return (
    <>
      {amount}
      {unit !== "" && <span class="unit">{`\u00a0${unit}`}</span>}
    </>
  );
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

function Bar({ name, value, schema, row }: LeafValue) {
  const part = Math.max(0, Math.min(Number(value), WIDEST)) / WIDEST;
  return (
    <li class={Number(value) > 1 ? "tone-bad" : "tone-good"}>
      <span class="label">{row === "" ? fieldWords(schema, name).title : row}</span>
      <svg viewBox="0 0 150 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="room" width="150" height="10" />
        <rect class="used" width={(150 * part).toFixed(2)} height="10" />
        <path class="limit" d="M100 0V10" />
      </svg>
      <span class="number">{valueText(value, exactNumber)}</span>
    </li>
  );
}

/** Shows warnings as sentences. Codes are for programs. */
function Flags({ result }: { result: Result }) {
  const codes = Array.isArray(result.flags) ? result.flags.map(String) : [];
  const sentences = Array.isArray(result.warnings) ? result.warnings.map(String) : [];
  if (sentences.length === 0) return null;
  return (
    <div class="flags">
      <h2>Flags</h2>
      <ul>
        {sentences.map((each, at) => (
          <li key={each} title={codes[at]}>
            {inPlainWords(each)}
          </li>
        ))}
      </ul>
    </div>
  );
}
