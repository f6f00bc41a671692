// All results outside of the headline, in groups: folded, searchable, without results that do not apply.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
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
import { piecesOf, shown } from "../words.js";

const COMMON: ReadonlySet<string> = new Set([...COMMON_FIELDS, "tier"]);
/** Characters. Longer texts get a separate line. */
const LONG = 36;
/** Single results that are open initially. */
const OPEN = 8;

interface Field {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly schema: unknown;
}

/** A record or list of the result. The group of single results has no title. */
interface Group {
  readonly title: string;
  readonly about: string;
  readonly fields: readonly Field[];
}

export function Results({ open, result }: { open: OpenTool; result: Result }) {
  const [asked, ask] = useState("");
  const { verdict, answers = [], numbers = [] } = open.entry.headline ?? {};
  const told = new Set([verdict, ...answers.flatMap(pathsInAnswer), ...numbers]);
  const all = Object.entries(result)
    .filter(([name, value]) => !COMMON.has(name) && !told.has(name) && !isNoReason(name, value))
    .map(([name, value]) => ({ path: name, name, value, schema: schemaOf(open.outputSchema, name) }));
  const known = all.filter(({ value }) => value !== null);
  const single = known.filter(({ value }) => isSingle(value));
  const groups: Group[] = [
    { title: "", about: "", fields: single.slice(0, OPEN) },
    { title: `${manyOf(single.length - OPEN, "more value")}`, about: "", fields: single.slice(OPEN) },
    ...known.filter(({ value }) => !isSingle(value)).map(groupOf),
  ].filter(({ fields }) => fields.length > 0);
  const missing = [...all, ...groups.flatMap(({ fields }) => fields)].filter(({ value }) => value === null);
  const found = groups.map((group) => ({
    ...group,
    fields: group.fields.filter((each) => fits(each, group, asked)),
  }));
  const count = found.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <section class="card" id="results">
      <h2>All results</h2>
      <input
        type="search"
        class="find"
        placeholder="Find a result"
        aria-label="Find a result"
        value={asked}
        onInput={(event) => ask(event.currentTarget.value)}
      />
      {asked !== "" && count === 0 && <p class="note">No result mentions “{asked}”.</p>}
      {found
        .filter(({ fields }) => fields.length > 0)
        .map((group) => (
          <Fold key={group.title} group={group} isOpen={asked !== ""} />
        ))}
      {missing.length > 0 && asked === "" && (
        <details class="folded">
          <summary>{manyOf(missing.length, "result")} do not apply or are unknown</summary>
          <p class="note">{missing.map(({ name, schema }) => fieldWords(schema, name).title).join(", ")}.</p>
        </details>
      )}
    </section>
  );
}

function isSingle(value: unknown): boolean {
  return isSimple(value);
}

function groupOf({ name, value, schema }: Field): Group {
  const { title, description } = fieldWords(schema, name);
  if (!isRecord(value)) return { title, about: "", fields: [{ path: name, name, value, schema }] };
  return { title, about: description, fields: leaves(value, schema, name) };
}

/** Returns the values of a record, including nested ones. */
function leaves(record: Readonly<Record<string, unknown>>, schema: unknown, around: string): Field[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const field = { path: `${around}.${name}`, name, value, schema: schemaOf(schema, name) };
    return isRecord(value) && Object.keys(value).length > 0
      ? leaves(value, field.schema, field.path).map((inner) => ({ ...inner, schema: within(field, inner) }))
      : [field];
  });
}

/** The title of a nested value includes the title of its record. */
function within(outer: Field, { name, schema }: Field): unknown {
  const title = `${fieldWords(outer.schema, outer.name).title}: ${fieldWords(schema, name).title}`;
  return { ...(isRecord(schema) ? schema : {}), title };
}

function fits({ name, value, schema }: Field, { title }: Group, asked: string): boolean {
  if (value === null) return false;
  const { title: own, description } = fieldWords(schema, name);
  return `${title} ${own} ${description}`.toLowerCase().includes(asked.trim().toLowerCase());
}

function Fold({ group, isOpen }: { group: Group; isOpen: boolean }) {
  const rows = (
    <dl class="results">
      {group.fields.map((field) => (
        <Row key={field.path} {...field} />
      ))}
    </dl>
  );
  if (group.title === "") return rows;
  return (
    <details class="folded" open={isOpen}>
      <summary>{group.title}</summary>
      {group.about !== "" && <p class="note">{inPlainWords(group.about)}</p>}
      {rows}
    </details>
  );
}

function Row({ name, value, schema }: Field) {
  const about = inPlainWords(fieldWords(schema, "").description);
  const row = (inside: ComponentChildren, kind = "") => (
    <div class={`result ${kind}`}>
      <dt>
        {fieldWords(schema, name).title}
        {about !== "" && <span class="about">{about}</span>}
      </dt>
      <dd>{inside}</dd>
    </div>
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
  const [text, unit] = Array.isArray(value) ? ["none", ""] : piecesOf(value, schema);
  if (text.length > LONG) return row(inPlainWords(shown(value, schema)), "wide");
  return row(
    <>
      <b>{text}</b>
      {unit !== "" && <span class="unit">{`\u00a0${unit}`}</span>}
    </>,
  );
}
