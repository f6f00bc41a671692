// The headline as data: verdict with tone, sentences, numbers and utilisations.

import type { Explanation } from "../../engine/explain/explanation.js";
import { type Headline, IN_BRACES, type Tone } from "../../engine/language/headline.js";
import { isRecord } from "../../json/objects.js";
import { fieldWords } from "../../wording/field-words.js";
import { capital } from "../../wording/plain-names.js";
import { exactNumber, quantityText, spokenNumber, valueText } from "../show.js";
import { type SheetContext, schemaOf, worded } from "./context.js";

/** A single value of the result. */
export interface LeafValue {
  readonly name: string;
  readonly value: unknown;
  readonly schema: unknown;
  /** The title of its row. */
  readonly row: string;
}

/** Returns the values at a path; one for each row of a list. */
export function leavesAt(value: unknown, schema: unknown, path: readonly string[], row = ""): LeafValue[] {
  const [name, ...rest] = path;
  if (Array.isArray(value))
    return value.flatMap((item) => leavesAt(item, schema, path, rowName(item, schema)));
  if (name === undefined || !isRecord(value)) return [];
  const inner = schemaOf(schema, name);
  const found = value[name] ?? null;
  return rest.length === 0 ? [{ name, value: found, schema: inner, row }] : leavesAt(found, inner, rest, row);
}

/** Returns the headline values at a path, with the currency of the case. */
export function headlineLeaves(
  result: unknown,
  { headline, outputSchema }: Pick<SheetContext, "headline" | "outputSchema">,
  path: string,
): LeafValue[] {
  const leaves = leavesAt(result, outputSchema, path.split("."));
  const unit = currencyOf(result, headline);
  return leaves.map((leaf) =>
    typeof unit === "string" && typeof leaf.value === "number" && unitOf(leaf.schema) === undefined
      ? { ...leaf, schema: { ...(isRecord(leaf.schema) ? leaf.schema : {}), unit } }
      : leaf,
  );
}

/** Returns the currency, if the case determines it. */
export function currencyOf(result: unknown, { currency }: Headline = {}): unknown {
  return currency === undefined || !isRecord(result) ? undefined : result[currency];
}

/** Writes rates and conversions in the currency of the case. */
export function perUnit(unit: string, currency: string): string {
  return unit.replace(/^1(?=\/)/, currency);
}

/** The first text of a row is its title. */
function rowName(item: unknown, schema: unknown): string {
  const [first] = isRecord(item) ? Object.entries(item).filter(([, cell]) => typeof cell === "string") : [];
  return first === undefined ? "" : String(worded(first[1], schemaOf(schema, first[0])));
}

export function fieldTitle({ name, schema }: { readonly name: string; readonly schema: unknown }): string {
  return fieldWords(schema, name).title;
}

/** Returns the row's title within a list, else the field's. */
export function rowTitle(leaf: LeafValue): string {
  return leaf.row === "" ? fieldTitle(leaf) : leaf.row;
}

export function unitOf(schema: unknown): string | undefined {
  return fieldWords(schema, "").unit;
}

export interface Verdict {
  readonly title: string;
  readonly words: string;
  readonly tone: Tone;
}

export function verdictOf(
  explanation: Pick<Explanation, "result">,
  context: SheetContext,
): Verdict | undefined {
  const { headline } = context;
  if (headline?.verdict === undefined) return undefined;
  const [leaf] = leavesAt(explanation.result, context.outputSchema, headline.verdict.split("."));
  if (leaf === undefined) return undefined;
  const { value, schema } = leaf;
  return {
    title: fieldTitle(leaf),
    words: value === null ? "Unknown" : capital(String(worded(value, schema))),
    tone: headline.tones?.[String(value)] ?? "unknown",
  };
}

/** Returns the sentences, except those with unknown values. */
export function answersOf(explanation: Pick<Explanation, "result">, context: SheetContext): string[] {
  return (context.headline?.answers ?? []).flatMap((text) => {
    let isKnown = true;
    const sentence = text.replace(IN_BRACES, (_, path: string, format: string | undefined) => {
      const [leaf] = headlineLeaves(explanation.result, context, path);
      const said = leaf === undefined ? "" : saidOf(leaf, format !== undefined);
      isKnown &&= said !== "";
      return said;
    });
    // An inserted sentence brings its own full stop.
    return isKnown ? [sentence.replace(/\.{2,}$/, ".")] : [];
  });
}

/** An excess so small that three digits would hide it. */
export function isByAHair(share: number): boolean {
  return share > 1 && share < 1.005;
}

function saidOf({ value, schema, name }: LeafValue, isShare: boolean): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "";
  if (typeof value !== "number") {
    const words = worded(value, schema);
    return Array.isArray(words)
      ? words.map(String).join(/[.!?]$/.test(String(words[0])) ? " " : ", ")
      : valueText(words);
  }
  return isShare
    ? `${isByAHair(value) ? exactNumber(Number((100 * value).toFixed(1))) : spokenNumber(100 * value)}\u202F%`
    : quantityText(value, fieldWords(schema, name).unit, spokenNumber);
}

/** Returns the numbers that apply. */
export function numbersOf(explanation: Pick<Explanation, "result">, context: SheetContext): LeafValue[] {
  return (context.headline?.numbers ?? [])
    .flatMap((path) => headlineLeaves(explanation.result, context, path))
    .filter(({ value }) => value !== null);
}

/** Returns the utilisations; null if they do not apply. */
export function barsOf(explanation: Pick<Explanation, "result">, context: SheetContext): LeafValue[] {
  return (context.headline?.bars ?? []).flatMap((path) =>
    leavesAt(explanation.result, context.outputSchema, path.split(".")),
  );
}

/**
 * Returns utilisations, largest first. Omits one that is also a headline number if another bar is as long, since it
 * is usually their maximum.
 */
export function governingFirst(
  bars: readonly LeafValue[],
  { numbers = [] }: Headline = {},
): readonly LeafValue[] {
  const known = bars
    .filter(({ value }) => typeof value === "number")
    .sort((a, b) => Number(b.value) - Number(a.value));
  const isShown = (bar: LeafValue) =>
    numbers.includes(bar.name) && known.some((other) => other !== bar && other.value === bar.value);
  return known.filter((bar) => !isShown(bar));
}
