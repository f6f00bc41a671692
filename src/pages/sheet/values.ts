// Renders values of any shape: single values in a line, records as pairs, lists of records as tables.
import { isRecord } from "../../json/objects.js";
import { type Html, html, joined } from "../html.js";
import { gapBefore, numberText, quantityPieces, type ShowNumber, unitText, valueText } from "../show.js";
import { type SheetContext, schemaOf, worded } from "./context.js";
import { fieldTitle, unitOf } from "./headline.js";
import { readerText } from "./reader-text.js";

/** More columns do not fit a page; the list is then shown as pairs. */
const COLUMNS = 6;

/** Renders a value with its unit, or with its currency sign in front. */
export function quantity(
  value: unknown,
  unit: string | undefined,
  number: ShowNumber = numberText,
  isStrong = false,
): Html {
  const [amount, rest] =
    typeof value === "number" ? quantityPieces(value, unit, number) : [valueText(value, number), ""];
  return html`${isStrong ? html`<b>${amount}</b>` : amount}${rest !== "" && html`${gapBefore(rest)}<span class="unit">${rest}</span>`}`;
}

/** Whether a text is an explanation's placeholder for a record or list, such as "(12 entries)". */
export function standsFor(value: unknown): boolean {
  return typeof value === "string" && /^\(.*\)$/s.test(value);
}

export function isSimple(value: unknown): boolean {
  return value === null || typeof value !== "object" || (Array.isArray(value) && value.length === 0);
}

/** Whether a value fits at the end of a line. */
export function isBrief(value: unknown): boolean {
  return isSimple(value) && valueText(value).length <= 28;
}

/** How to show a value: number format, schema and context. */
export interface ShownAs {
  readonly number?: ShowNumber;
  readonly schema?: unknown;
  readonly context?: SheetContext;
  /** Titles of fields without a schema. */
  readonly called?: (name: string) => string;
}

export function block(value: unknown, shown: ShownAs): Html {
  const { number = numberText, schema } = shown;
  if (isRecord(value)) return pairs(value, shown);
  if (!Array.isArray(value)) return html`<p class="text">${valueText(worded(value, schema), number)}</p>`;
  if (value.every(isRecord)) return records(value, shown);
  if (value.every((item) => typeof item === "number"))
    return html`<p class="text">${valueText(value, number)}</p>`;
  const words = worded(value, schema) as readonly unknown[];
  return html`<ul class="items">${words.map((item) => html`<li>${isRecord(item) ? pairs(item, { ...shown, schema: undefined }) : sentence(item, shown)}</li>`)}</ul>`;
}

/** Renders a text of the tool with titles of inputs. */
function sentence(value: unknown, { number = numberText, context }: ShownAs): string {
  return typeof value === "string" && context !== undefined
    ? readerText(value, context)
    : valueText(value, number);
}

export function pairs(record: Readonly<Record<string, unknown>>, shown: ShownAs): Html {
  return html`<span class="pairs">${joined(
    Object.entries(record).map(([name, field]) => {
      const schema = schemaOf(shown.schema, name);
      return html`<span class="pair"><span class="of">${titleIn(shown, name, schema)}</span> ${inline(field, { ...shown, schema })}</span>`;
    }),
    " ",
  )}</span>`;
}

function titleIn({ called }: ShownAs, name: string, schema: unknown): string {
  return schema === undefined && called !== undefined ? called(name) : fieldTitle({ name, schema });
}

function inline(value: unknown, shown: ShownAs): Html {
  const { number = numberText, schema } = shown;
  if (Array.isArray(value))
    return value.length === 0
      ? html`none`
      : joined(
          value.map((item) =>
            inline(item, { ...shown, schema: isRecord(schema) ? schema.items : undefined }),
          ),
          ", ",
        );
  return isRecord(value)
    ? html`(${pairs(value, shown)})`
    : quantity(worded(value, schema), unitOf(schema), number);
}

function records(list: readonly Readonly<Record<string, unknown>>[], shown: ShownAs): Html {
  const names = [...new Set(list.flatMap((item) => Object.keys(item)))];
  const wide =
    names.length > COLUMNS || list.some((item) => Object.values(item).some((cell) => !isSimple(cell)));
  if (wide) return html`<ol class="items">${list.map((item) => html`<li>${pairs(item, shown)}</li>`)}</ol>`;
  return html`<div class="scroll"><table class="list"><thead><tr>${names.map((name) => {
    const schema = schemaOf(shown.schema, name);
    const unit = unitText(unitOf(schema));
    const isNumber = list.every((item) => item[name] === null || typeof item[name] === "number");
    return html`<th scope="col"${isNumber && html` class="number"`}>${titleIn(shown, name, schema)}${unit !== "" && html` <span class="unit">${unit}</span>`}</th>`;
  })}</tr></thead><tbody>${list.map(
    (item) => html`<tr>${names.map((name) => cell(item, name, shown))}</tr>`,
  )}</tbody></table></div>`;
}

function cell(
  item: Readonly<Record<string, unknown>>,
  name: string,
  { number = numberText, schema, context }: ShownAs,
): Html {
  const value = worded(item[name], schemaOf(schema, name));
  return html`<td${typeof value === "number" && html` class="number"`}>${name in item ? sentence(value, { number, ...(context === undefined ? {} : { context }) }) : ""}</td>`;
}
