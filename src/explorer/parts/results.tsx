// All results that the headline does not show, by their titles, with what each means.

import type { ComponentChildren } from "preact";
import { COMMON_FIELDS } from "../../engine/language/common-fields.js";
import { pathsInAnswer } from "../../engine/language/headline.js";
import type { Result } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { isNoReason } from "../../pages/sheet/context.js";
import { block, isSimple } from "../../pages/sheet/values.js";
import { exactNumber } from "../../pages/show.js";
import { fieldWords, schemaOf } from "../../wording/field-words.js";
import { manyOf } from "../../wording/wording.js";
import { inPlainWords } from "../plain-text.js";
import { tool } from "../state.js";
import type { OpenTool } from "../tool-data.js";
import { shown, unitOf } from "../words.js";

const COMMON: ReadonlySet<string> = new Set([...COMMON_FIELDS, "tier"]);
/** A text beyond this takes a line of its own. */
const LONG = 36;

export function Results({ open, result }: { open: OpenTool; result: Result }) {
  const { verdict, answers = [], numbers = [] } = open.entry.headline ?? {};
  const told = new Set([verdict, ...answers.flatMap(pathsInAnswer), ...numbers]);
  const rest = Object.entries(result).filter(
    ([name, value]) => !COMMON.has(name) && !told.has(name) && !isNoReason(name, value),
  );
  const row = ([name, value]: readonly [string, unknown]) => (
    <Row key={name} name={name} value={value} schema={schemaOf(open.outputSchema, name)} depth={0} />
  );
  const none = rest.filter(([, value]) => value === null);
  return (
    <section class="card" id="results">
      <h2>All results</h2>
      <dl class="results">{rest.filter(([, value]) => value !== null).map(row)}</dl>
      {none.length > 0 && (
        <details class="folded">
          <summary>{manyOf(none.length, "result")} not known or not for this case</summary>
          <dl class="results">{none.map(row)}</dl>
        </details>
      )}
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: unknown;
  readonly schema: unknown;
  readonly depth: number;
}

function Row({ name, value, schema, depth }: RowProps) {
  const about = inPlainWords(fieldWords(schema, "").description);
  const row = (inside: ComponentChildren, kind = "") => (
    <div class={`result ${kind} depth-${Math.min(depth, 3)}`}>
      <dt>
        {fieldWords(schema, name).title}
        {about !== "" && <span class="about">{about}</span>}
      </dt>
      <dd>{inside}</dd>
    </div>
  );
  if (isRecord(value) && Object.keys(value).length > 0)
    return (
      <>
        {row(null, "group")}
        {Object.entries(value).map(([field, inner]) => (
          <Row key={field} name={field} value={inner} schema={schemaOf(schema, field)} depth={depth + 1} />
        ))}
      </>
    );
  if (!isSimple(value))
    return row(
      <div
        dangerouslySetInnerHTML={{
          __html: block(value, {
            number: exactNumber,
            schema,
            ...(tool.value === undefined ? {} : { context: tool.value }),
          }).text,
        }}
      />,
      "wide",
    );
  const text = Array.isArray(value) ? "none" : shown(value, schema);
  if (text.length > LONG) return row(inPlainWords(text), "wide");
  return row(
    <>
      <b>{text}</b> <span class="unit">{typeof value === "number" ? unitOf(schema) : ""}</span>
    </>,
  );
}
