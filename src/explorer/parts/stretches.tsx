// A word over a range of an input: coloured stretches, the present point, and each change as a sentence.

import { byTitle } from "../../pages/figures/sweep-figure.js";
import { fieldAt, fieldWords, type JsonSchema } from "../../wording/field-words.js";
import { pathTitle } from "../columns.js";
import type { Stretch } from "../sweep.js";
import type { OpenTool } from "../tool-data.js";
import { shown, toneOf, withUnit } from "../words.js";

interface StretchesProps {
  readonly open: OpenTool;
  readonly stretches: readonly Stretch[];
  readonly field: JsonSchema;
  readonly name: string;
  readonly column: string;
  readonly present: unknown;
  /** Whether to draw the strip, unless a figure includes it. */
  readonly strip: boolean;
}

export function Stretches({ open, stretches, field, name, column, present, strip }: StretchesProps) {
  const low = stretches[0]?.from ?? 0;
  const high = stretches.at(-1)?.to ?? 1;
  const schema = fieldAt(open.outputSchema, column).schema;
  const isVerdict = column === open.entry.headline?.verdict;
  const place = (x: number) => `${(((x - low) / (high - low)) * 100).toFixed(3)}%`;
  const word = (each: unknown) => (each === undefined ? "Refused" : shown(each, schema));
  const here = typeof present === "number" && present >= low && present <= high ? present : undefined;
  const tone = (each: unknown, at: number) =>
    isVerdict && each !== undefined ? `tone-${toneOf(open.entry.headline?.tones, each)}` : `plain-${at % 2}`;
  return (
    <section class="card stretches">
      <h2>{byTitle(pathTitle(open.outputSchema, column), fieldWords(field, name).title)}</h2>
      {strip && (
        <div class="strip-of" aria-hidden="true">
          {stretches.map((each, at) => (
            <span
              key={each.from}
              class={each.word === undefined ? "refusal" : tone(each.word, at)}
              style={{ left: place(each.from), width: place(low + each.to - each.from) }}
            >
              {word(each.word)}
            </span>
          ))}
          {here !== undefined && <i style={{ left: place(here) }} />}
        </div>
      )}
      <ul class="said">
        {sentences(stretches, word, (x) => withUnit(Number(x.toPrecision(4)), field)).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p class="note">
        From {withUnit(low, field)} to {withUnit(high, field)}
        {here === undefined ? "." : `; now ${withUnit(here, field)}.`}
      </p>
    </section>
  );
}

function sentences(
  stretches: readonly Stretch[],
  word: (each: unknown) => string,
  at: (x: number) => string,
): string[] {
  const [first, ...rest] = stretches;
  if (first === undefined) return [];
  if (rest.length === 0) return [`${word(first.word)} over the whole range.`];
  return [
    `${word(first.word)} up to ${at(first.to)}.`,
    ...rest.map((each, index) =>
      index === rest.length - 1
        ? `${word(each.word)} above ${at(each.from)}.`
        : `${word(each.word)} from ${at(each.from)} to ${at(each.to)}.`,
    ),
  ];
}
