// Values of any shape in a sheet: one value in a line, records as pairs, lists of records as tables.
import { isRecord } from "../../objects.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { numberText, type ShowNumber, unitText, valueText } from "../show.js";

/** Beyond this, columns of a list would not fit a page and stand as pairs. */
const COLUMNS = 6;

export function quantity(value: unknown, unit: string | undefined): Html {
  const shown = unitText(unit);
  const plain = shown === "" || typeof value !== "number";
  return plain
    ? html`${valueText(value)}`
    : html`${valueText(value)}\u202F<span class="unit">${shown}</span>`;
}

/** What stands for a whole record or list in an explanation, "(12 entries)", not a text that a caller sent. */
export function standsFor(value: unknown): boolean {
  return typeof value === "string" && /^\(.*\)$/s.test(value);
}

export function isSimple(value: unknown): boolean {
  return value === null || typeof value !== "object" || (Array.isArray(value) && value.length === 0);
}

/** Short enough to stand at the end of a line. */
export function isBrief(value: unknown): boolean {
  return isSimple(value) && valueText(value).length <= 28;
}

export function block(value: unknown, number: ShowNumber = numberText): Html {
  if (isRecord(value)) return pairs(value, number);
  if (!Array.isArray(value)) return html`<p class="text">${valueText(value, number)}</p>`;
  if (value.every(isRecord)) return records(value, number);
  if (value.every((item) => typeof item === "number"))
    return html`<p class="text">${valueText(value, number)}</p>`;
  return html`<ul class="items">${value.map((item) => html`<li>${isRecord(item) ? pairs(item, number) : valueText(item, number)}</li>`)}</ul>`;
}

export function pairs(record: Readonly<Record<string, unknown>>, number: ShowNumber = numberText): Html {
  return html`<span class="pairs">${joined(
    Object.entries(record).map(
      ([name, field]) => html`<span class="pair">${nameHtml(name)} ${inline(field, number)}</span>`,
    ),
    " ",
  )}</span>`;
}

function inline(value: unknown, number: ShowNumber): Html {
  if (Array.isArray(value))
    return value.length === 0
      ? html`none`
      : joined(
          value.map((item) => inline(item, number)),
          ", ",
        );
  return isRecord(value) ? html`(${pairs(value, number)})` : html`${valueText(value, number)}`;
}

function records(list: readonly Readonly<Record<string, unknown>>[], number: ShowNumber): Html {
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const wide =
    names.length > COLUMNS || list.some((item) => Object.values(item).some((cell) => !isSimple(cell)));
  if (wide) return html`<ol class="items">${list.map((item) => html`<li>${pairs(item, number)}</li>`)}</ol>`;
  return html`<div class="scroll"><table class="list"><thead><tr>${names.map(
    (name) => html`<th scope="col">${nameHtml(name)}</th>`,
  )}</tr></thead><tbody>${list.map(
    (item) => html`<tr>${names.map((name) => cell(item[name], name in item, number))}</tr>`,
  )}</tbody></table></div>`;
}

function cell(value: unknown, there: boolean, number: ShowNumber): Html {
  return html`<td${typeof value === "number" && html` class="number"`}>${there ? valueText(value, number) : ""}</td>`;
}
