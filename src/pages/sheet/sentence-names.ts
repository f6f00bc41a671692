// Names in sentences of a sheet: their titles and their values in the step.
import type { ExplainedStep } from "../../engine/explain/explanation.js";
import { capital, isMany, lower, oneOf } from "../../wording/plain-names.js";
import { lastOf } from "../formulas.js";
import { type Html, html, trusted } from "../html.js";
import type { Names } from "../sentences.js";
import { exactNumber, quantityText, unitText, valueText } from "../show.js";
import type { Used } from "./graph.js";
import { lineNumber } from "./numbers.js";
import { isSimple, standsFor } from "./values.js";
import type { Work } from "./work.js";

/** Characters. Longer values are omitted. */
const LONGEST = 40;

export class SentenceNames implements Names {
  readonly article = "the";

  constructor(
    private readonly work: Pick<Work, "naming" | "graph" | "links">,
    private readonly step: ExplainedStep,
    /** Whether to show values. */
    private readonly withValues = true,
    /** The formula with inlined functions, if the sentence describes one. */
    private readonly used?: Pick<Used, "leaf">,
  ) {}

  show(path: string): Html {
    const leaf = this.used?.leaf(path) ?? this.work.graph.leaf(this.step, path);
    const { value } = leaf;
    const worth =
      this.withValues &&
      value !== undefined &&
      typeof value !== "boolean" &&
      !Array.isArray(value) &&
      isSimple(value) &&
      !standsFor(value);
    // Lists show their length.
    const many = typeof value === "number" ? 0 : (howMany(value) ?? 0);
    const text = !worth
      ? this.withValues && many > 0
        ? String(many)
        : ""
      : typeof value === "number"
        ? quantityText(value, this.work.naming.unitOf(leaf), lineNumber)
        : valueText(this.work.naming.word(value, lastOf(path)));
    const href = this.work.links.ofLeaf(leaf);
    const words = html`<i class="term">${lower(this.work.naming.words(leaf))}</i>`;
    if (text === "" || text.length > LONGEST) return words;
    return href === undefined
      ? html`${words} <span class="known">(${text})</span>`
      : html`${words} <a class="known" href="${href}">(${text})</a>`;
  }

  unit(path: string): string {
    return this.work.naming.unitOf(this.work.graph.leaf(this.step, path)) ?? "";
  }

  isDay(path: string): boolean {
    return /^\d{4}-\d\d-\d\d$/.test(String(this.work.graph.leaf(this.step, path).value));
  }

  isMany(path: string): boolean {
    return isMany(this.work.naming.words(this.work.graph.leaf(this.step, path)));
  }

  counted(path: string): Html | undefined {
    const leaf = this.work.graph.leaf(this.step, path);
    const words = lower(this.work.naming.words(leaf));
    const many =
      this.withValues && unitText(this.unit(path)) === "" && isMany(words) ? howMany(leaf.value) : undefined;
    if (many === undefined) return undefined;
    const number = many === 0 ? "no" : exactNumber(many);
    const href = many === 0 ? undefined : this.work.links.ofLeaf(leaf);
    return html`there ${many === 1 ? "is" : "are"} ${href === undefined ? number : html`<a class="known" href="${href}">${number}</a>`} <i class="term">${many === 1 ? oneOf(words) : words}</i>`;
  }

  word(text: string, path: string): string {
    return String(this.work.naming.word(text, lastOf(path)));
  }

  yesNo(path: string, yes: boolean): Html | undefined {
    return this.work.naming.isInput(path)
      ? html`<i class="term">${lower(this.work.naming.words(this.work.graph.leaf(this.step, path)))}</i> is ${yes ? "yes" : "no"}`
      : undefined;
  }
}

/** Returns a count: a number, the length of a list, or the length in a placeholder. */
function howMany(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const told = standsFor(value) ? /^\((\d+) (?:entries|values)\)$/.exec(String(value))?.[1] : undefined;
  const many = typeof value === "number" ? value : told === undefined ? undefined : Number(told);
  return many !== undefined && Number.isInteger(many) && many >= 0 ? many : undefined;
}

/** Capitalises the first letter after any tags. */
export function begun({ text }: Html): Html {
  return trusted(
    text.replace(/^((?:<[^>]*>)*)(.)/, (_, tags: string, first: string) => tags + capital(first)),
  );
}
