// Names in the sentences of a sheet: what they are called, and what they were worth where the sentence stands.
import type { ExplainedStep } from "../../engine/reference/explain.js";
import { lastOf } from "../formulas.js";
import { type Html, html } from "../html.js";
import type { Names } from "../sentences.js";
import { numberText, valueText } from "../show.js";
import type { Naming } from "./naming.js";
import type { Place, Scope, Trail } from "./trail.js";
import { isSimple, standsFor } from "./values.js";

/** Longer texts would drown the sentence that they stand in. */
const LONGEST = 40;

export class Known implements Names {
  private readonly place: Place;

  constructor(
    private readonly naming: Naming,
    private readonly trail: Trail,
    step: ExplainedStep,
    scope: Scope,
    /** Whether values stand behind their names. */
    private readonly withValues = true,
  ) {
    this.place = { step, scope };
  }

  show(path: string): Html {
    const value = this.trail.worth(path, this.place);
    const worth =
      this.withValues &&
      value !== undefined &&
      typeof value !== "boolean" &&
      isSimple(value) &&
      !standsFor(value);
    const text = worth ? valueText(this.naming.word(value, lastOf(path)), numberText) : "";
    const words = html`<i class="term">${this.naming.words(path, this.place)}</i>`;
    return text === "" || text.length > LONGEST ? words : html`${words} <span class="known">(${text})</span>`;
  }

  word(text: string, path: string): string {
    return String(this.naming.word(text, lastOf(path)));
  }

  yesNo(path: string, yes: boolean): Html | undefined {
    return this.naming.isInput(path)
      ? html`<i class="term">${this.naming.words(path, this.place)}</i> is ${yes ? "yes" : "no"}`
      : undefined;
  }
}
