// Inputs and results in full, as columns of name, value and unit, optionally with descriptions.
import type { Explanation } from "../../engine/explain/explanation.js";
import { isRecord } from "../../json/objects.js";
import { fieldWords } from "../../wording/field-words.js";
import { type Html, html } from "../html.js";
import { exactNumber, valueText } from "../show.js";
import { meaningOf, ownResults, type SheetContext, schemaOf, worded } from "./context.js";
import { currencyOf, fieldTitle, perUnit } from "./headline.js";
import { readerText } from "./reader-text.js";
import { block, isSimple, quantity } from "./values.js";

/** A value, or a group heading without one. */
interface Quantity {
  readonly name: string;
  readonly value: unknown;
  readonly unit?: string | undefined;
  readonly schema: unknown;
  readonly depth: number;
  readonly isDefault?: boolean;
}

interface Shape {
  readonly context: SheetContext;
  /** Whether to include descriptions. */
  readonly meanings: boolean;
}

export function inputTable(explanation: Explanation, shape: Shape): Html {
  const rows = Object.entries(explanation.inputs).map(
    ([name, { value, unit, from }]): Quantity => ({
      name,
      value,
      unit,
      schema: schemaOf(shape.context.inputSchema, name),
      depth: 0,
      isDefault: from === "default",
    }),
  );
  return rows.length === 0 ? html`<p class="soft">None.</p>` : table(rows, shape);
}

export function resultTable(explanation: Explanation, shape: Shape): Html {
  const { outputSchema, headline } = shape.context;
  const currency = currencyOf(explanation.result, headline);
  const all = ownResults(explanation)
    .flatMap(([name, value]) => rowsOf(name, value, schemaOf(outputSchema, name), 0, name))
    .map((row) => {
      const unit = row.unit ?? (headline?.numbers?.includes(row.path) ? "1" : undefined);
      return typeof currency === "string" && unit !== undefined
        ? { ...row, unit: unit === "1" ? currency : perUnit(unit, currency) }
        : row;
    });
  const rows = all.filter(({ value }) => value !== null && (shape.meanings || !isSentences(value)));
  const missing = all.filter(({ value }) => value === null).map(fieldTitle);
  return html`${table(rows, shape)}${missing.length > 0 && html`<p class="soft">Unknown or not applicable here: ${missing.join(", ")}.</p>`}`;
}

/** Sentences are shown on the first page instead. */
export function isSentences(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === "string" && item.includes(" "))
  );
}

function rowsOf(
  name: string,
  value: unknown,
  schema: unknown,
  depth: number,
  path: string,
): (Quantity & { readonly path: string })[] {
  const { unit } = fieldWords(schema, name);
  if (!isRecord(value) || Object.keys(value).length === 0)
    return [{ name, value, unit, schema, depth, path }];
  return [
    { name, value: undefined, schema, depth, path },
    ...Object.entries(value).flatMap(([field, inner]) =>
      rowsOf(field, inner, schemaOf(schema, field), depth + 1, `${path}.${field}`),
    ),
  ];
}

/** Short values use columns; lists and long texts follow in full width. */
function table(rows: readonly Quantity[], shape: Shape): Html {
  const { context } = shape;
  const isWide = ({ value, schema }: Quantity) =>
    value !== undefined && !(isSimple(value) && valueText(worded(value, schema), exactNumber).length <= 60);
  return html`<div class="quantities${shape.meanings ? " meanings" : ""}">${rows.filter((row) => !isWide(row)).map((row) => line(row, shape))}</div>${rows
    .filter(isWide)
    .map(
      ({ name, value, schema }) =>
        html`<div class="wide-value"><h3>${fieldTitle({ name, schema })}</h3>${meaning(schema, shape)}${
          typeof value === "string"
            ? html`<p class="text">${readerText(value, context)}</p>`
            : block(value, { number: exactNumber, schema, context })
        }</div>`,
    )}`;
}

function meaning(schema: unknown, { context, meanings }: Shape): Html {
  const text = meanings ? readerText(meaningOf(schema), context) : "";
  return html`${text !== "" && html`<p class="meaning">${text}</p>`}`;
}

function line({ name, value, unit, schema, depth, isDefault }: Quantity, shape: Shape): Html {
  const title = fieldTitle({ name, schema });
  if (value === undefined) return html`<p class="group depth-${depth}">${title}</p>`;
  return html`<div class="quantity depth-${Math.min(depth, 4)}"><span class="of">${title}${isDefault === true && html` <span class="default">default</span>`}</span> <span class="is">${quantity(worded(value, schema), unit, exactNumber, true)}</span>${meaning(schema, shape)}</div>`;
}
