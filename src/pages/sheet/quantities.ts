// The tables of inputs and of results on a calculation sheet: name, value, unit and meaning.

import { COMMON_FIELDS } from "../../engine/language/common-fields.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import type { Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../objects.js";
import { type Html, html } from "../html.js";
import { exactNumber, unitText, valueText } from "../show.js";
import { meaningOf, type SheetContext, schemaOf, titleOf, worded } from "./context.js";
import { block, isSimple } from "./values.js";

export function inputTable(explanation: Explanation, context: SheetContext): Html {
  const entries = Object.entries(explanation.inputs);
  if (entries.length === 0) return html`<p class="none">None.</p>`;
  return table(
    entries.map(([name, { value, unit, from }]) =>
      row({ name, value, unit, schema: schemaOf(context.inputSchema, name), depth: 0 }, from === "default"),
    ),
  );
}

export function resultTable(explanation: Explanation, context: SheetContext): Html {
  const shown = new Set<string>([...COMMON_FIELDS, "tier"]);
  const result = isRecord(explanation.result) ? explanation.result : {};
  return table(
    Object.entries(result)
      .filter(([name]) => !shown.has(name))
      .flatMap(([name, value]) => resultRows(name, value, schemaOf(context.outputSchema, name), 0)),
  );
}

/** The disclaimer and the standard that every result names. */
export function closing(explanation: Explanation): Html {
  const result = isRecord(explanation.result) ? explanation.result : {};
  const { standard_reference: standard, disclaimer } = result;
  return html`${typeof standard === "string" && html`<p class="standard"><b>Standard.</b> ${standard}</p>`}${
    typeof disclaimer === "string" && html`<p class="disclaimer">${disclaimer}</p>`
  }`;
}

interface Quantity {
  readonly name: string;
  /** Undefined for the head of a group. */
  readonly value: unknown;
  readonly unit: string | undefined;
  readonly schema: unknown;
  readonly depth: number;
}

function resultRows(name: string, value: unknown, schema: unknown, depth: number): Html[] {
  const unit = isRecord(schema) && typeof schema.unit === "string" ? schema.unit : unitOfName(name);
  if (!isRecord(value) || Object.keys(value).length === 0) return [row({ name, value, unit, schema, depth })];
  return [
    row({ name, value: undefined, unit: undefined, schema, depth }),
    ...Object.entries(value).flatMap(([field, inner]) =>
      resultRows(field, inner, schemaOf(schema, field), depth + 1),
    ),
  ];
}

function table(rows: readonly Html[]): Html {
  return html`<table class="quantities"><thead><tr><th scope="col">Name</th><th scope="col" class="number">Value</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function row({ name, value, unit, schema, depth }: Quantity, isDefault = false): Html {
  const head = html`<th scope="row" class="depth-${Math.min(depth, 4)}">${titleOf(schema, name)}</th>`;
  const about = html`<td class="meaning">${meaningOf(schema)}${isDefault && html` <span class="default">default</span>`}</td>`;
  if (value === undefined) return html`<tr class="group">${head}<td colspan="2"></td>${about}</tr>`;
  const shown = worded(value, schema);
  const text = valueText(shown, exactNumber);
  if (isSimple(value) && text.length <= 32)
    return html`<tr>${head}<td class="number">${text}</td><td class="unit">${typeof value === "number" ? unitText(unit) : ""}</td>${about}</tr>`;
  // A long text or a list takes the whole width below its name.
  return html`<tr class="wide">${head}<td colspan="2"></td>${about}</tr><tr class="below"><td colspan="4">${block(value, { number: exactNumber, schema })}</td></tr>`;
}
