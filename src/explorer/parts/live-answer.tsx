// The live example on the first page: one answer that follows one input, with its figure.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fieldWords, propertiesOf } from "../../wording/field-words.js";
import { openTool } from "../open-tool.js";
import type { CatalogueEntry, OpenTool } from "../tool-data.js";
import { linkTo } from "../tool-link.js";
import { withUnit } from "../words.js";
import { FigureCard } from "./figures.js";
import { Headline } from "./headline.js";

export interface LiveAnswerProps {
  readonly entry: CatalogueEntry;
  /** The variable input and its range. */
  readonly vary: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Index of the shown figure. */
  readonly figure: number;
}

export function LiveAnswer({ entry, vary, from, to, step, figure }: LiveAnswerProps) {
  const opened = useSignal<OpenTool | undefined>(undefined);
  const example = entry.examples[0]?.input ?? {};
  const value = useSignal(Number(example[vary]));
  useEffect(() => {
    // If it cannot load, the page works without it.
    openTool(entry).then(
      (tool) => {
        opened.value = tool.local === undefined ? undefined : tool;
      },
      () => undefined,
    );
  }, [entry]);
  const open = opened.value;
  const input = { ...example, [vary]: value.value };
  const outcome = open?.local?.run(input);
  if (open === undefined || outcome?.ok !== true) return null;
  const schema = propertiesOf(open.inputSchema)[vary];
  const drawn = open.local?.figures(input)[figure];
  return (
    <section class="card" aria-label={`Live example: ${entry.title}`}>
      <h2>{entry.title}</h2>
      <Headline open={open} result={outcome.result} />
      <label>
        <span>
          {fieldWords(schema, vary).title} <b>{withUnit(value.value, schema)}</b>
        </span>
        <input
          type="range"
          min={from}
          max={to}
          step={step}
          value={value.value}
          onInput={(event) => {
            value.value = Number(event.currentTarget.value);
          }}
        />
      </label>
      {drawn !== undefined && <FigureCard figure={drawn} name={entry.name} />}
      <p>
        <a href={linkTo(entry, input)}>Open this case</a>
      </p>
    </section>
  );
}
