// The head of a calculation sheet: the verdict with its tone, the numbers that answer the question, utilisations as bars.
import type { Tone } from "../../engine/language/headline.js";
import type { Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../objects.js";
import { type Html, html } from "../html.js";
import { exactNumber, unitText, valueText } from "../show.js";
import { type SheetContext, schemaOf, titleOf, worded } from "./context.js";

export function headlineOf(explanation: Pick<Explanation, "result">, context: SheetContext): Html {
  const { headline } = context;
  if (headline === undefined) return html``;
  const at = (path: string) => leavesAt(explanation.result, context.outputSchema, path.split("."), "");
  const verdict = headline.verdict === undefined ? [] : at(headline.verdict);
  const numbers = (headline.numbers ?? []).flatMap(at).filter(({ value }) => value !== null);
  const bars = (headline.bars ?? []).flatMap(at).filter(({ value }) => typeof value === "number");
  return html`<section id="headline" class="headline">${verdict.map(({ value, schema, name }) => {
    const tone: Tone = headline.tones?.[String(value)] ?? "unknown";
    return html`<p class="answer tone-${tone}"><span class="label">${titleOf(schema, name)}</span> <b>${value === null ? "unknown" : valueText(worded(value, schema))}</b></p>`;
  })}<dl class="numbers">${numbers.map(
    ({ value, schema, name }) =>
      html`<div><dt>${titleOf(schema, name)}</dt><dd>${valueText(value, exactNumber)} <span class="unit">${unitText(unitOf(schema))}</span></dd></div>`,
  )}</dl>${bars.length > 0 && html`<ul class="bars">${bars.map(bar)}</ul>`}</section>`;
}

export interface LeafValue {
  readonly name: string;
  readonly value: unknown;
  readonly schema: unknown;
  /** The words of the row that it stands in. */
  readonly row: string;
}

/** What stands at a path of the result; one for each row where it leads through a list. */
export function leavesAt(value: unknown, schema: unknown, path: readonly string[], row: string): LeafValue[] {
  const [name, ...rest] = path;
  if (Array.isArray(value))
    return value.flatMap((item) => leavesAt(item, schema, path, rowName(item, schema)));
  if (name === undefined || !isRecord(value)) return [];
  const inner = schemaOf(schema, name);
  const found = value[name] ?? null;
  return rest.length === 0 ? [{ name, value: found, schema: inner, row }] : leavesAt(found, inner, rest, row);
}

/** A row is known by its first text. */
function rowName(item: unknown, schema: unknown): string {
  const [first] = isRecord(item) ? Object.entries(item).filter(([, cell]) => typeof cell === "string") : [];
  return first === undefined ? "" : String(worded(first[1], schemaOf(schema, first[0])));
}

export function unitOf(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema.unit === "string" ? schema.unit : undefined;
}

/** Bars end at half as much again as is allowed: what is beyond is shown by its number. */
const WIDEST = 1.5;

function bar({ name, value, schema, row }: LeafValue): Html {
  const part = Math.max(0, Math.min(Number(value), WIDEST)) / WIDEST;
  const tone = Number(value) > 1 ? "bad" : "good";
  return html`<li class="tone-${tone}"><span class="label">${row === "" ? titleOf(schema, name) : row}</span><svg viewBox="0 0 150 10" preserveAspectRatio="none" aria-hidden="true"><rect class="room" width="150" height="10"/><rect class="used" width="${(150 * part).toFixed(2)}" height="10"/><path class="limit" d="M100 0V10"/></svg><span class="number">${valueText(value, exactNumber)}</span></li>`;
}
