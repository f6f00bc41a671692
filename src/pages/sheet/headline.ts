// The head of a calculation sheet as data: the verdict with its tone, the sentences and numbers that answer the
// question, utilisations.

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
  /** The words of the row that it stands in. */
  readonly row: string;
}

/** What stands at a path of the result; one for each row where it leads through a list. */
export function leavesAt(value: unknown, schema: unknown, path: readonly string[], row = ""): LeafValue[] {
  const [name, ...rest] = path;
  if (Array.isArray(value))
    return value.flatMap((item) => leavesAt(item, schema, path, rowName(item, schema)));
  if (name === undefined || !isRecord(value)) return [];
  const inner = schemaOf(schema, name);
  const found = value[name] ?? null;
  return rest.length === 0 ? [{ name, value: found, schema: inner, row }] : leavesAt(found, inner, rest, row);
}

/** What a headline shows at a path; an amount whose currency depends on the case has it from the result that says so. */
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

/** The currency of the amounts of a headline, where the case decides it. */
export function currencyOf(result: unknown, { currency }: Headline = {}): unknown {
  return currency === undefined || !isRecord(result) ? undefined : result[currency];
}

/** An amount per something, or what turns another currency into that of the case. */
export function perUnit(unit: string, currency: string): string {
  return unit.replace(/^1(?=\/)/, currency);
}

/** A row is known by its first text. */
function rowName(item: unknown, schema: unknown): string {
  const [first] = isRecord(item) ? Object.entries(item).filter(([, cell]) => typeof cell === "string") : [];
  return first === undefined ? "" : String(worded(first[1], schemaOf(schema, first[0])));
}

/** What a field is called; its name in words where it has no title. */
export function fieldTitle({ name, schema }: { readonly name: string; readonly schema: unknown }): string {
  return fieldWords(schema, name).title;
}

/** Of a list the row, else the field. */
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

/** The sentences that answer the question; one that speaks of what is not known is left out. */
export function answersOf(explanation: Pick<Explanation, "result">, context: SheetContext): string[] {
  return (context.headline?.answers ?? []).flatMap((text) => {
    let isKnown = true;
    const sentence = text.replace(IN_BRACES, (_, path: string, format: string | undefined) => {
      const [leaf] = headlineLeaves(explanation.result, context, path);
      const said = leaf === undefined ? "" : saidOf(leaf, format !== undefined);
      isKnown &&= said !== "";
      return said;
    });
    // A value that is a sentence brings its own full stop.
    return isKnown ? [sentence.replace(/\.{2,}$/, ".")] : [];
  });
}

/** More than is allowed by so little that three figures would hide it. */
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

/** The numbers that answer the question; those that do not apply are left out. */
export function numbersOf(explanation: Pick<Explanation, "result">, context: SheetContext): LeafValue[] {
  return (context.headline?.numbers ?? [])
    .flatMap((path) => headlineLeaves(explanation.result, context, path))
    .filter(({ value }) => value !== null);
}

/** Utilisations; null for one that is no part of this case. */
export function barsOf(explanation: Pick<Explanation, "result">, context: SheetContext): LeafValue[] {
  return (context.headline?.bars ?? []).flatMap((path) =>
    leavesAt(explanation.result, context.outputSchema, path.split(".")),
  );
}

/**
 * Utilisations of this case, the largest first: it governs. One that is a number of the headline as well is the largest of
 * the others as a rule, and stands above them already: it is left out where another bar is as long.
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
