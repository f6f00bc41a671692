// Words of inputs as named things: in choices, defaults, examples and comparisons.
import type { InputPlan } from "../engine/language/inputs.js";
import type { Location, Position } from "../engine/language/locations.js";
import { wordsOf } from "../engine/language/types.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import type { NamedThing } from "../lint/names.js";

export class ChoiceWords {
  private readonly words = new Map<string, NamedThing>();

  constructor(private readonly plan: ToolPlan) {
    for (const [name, input] of plan.inputs)
      for (const [word, location] of choicesOf(input))
        this.words.set(`${name} ${word}`, {
          kind: "choice",
          name: word,
          location,
          of: name,
          title: plan.def.words.inputs.get(name)?.get(word)?.title,
          type: `a choice of ${name}`,
        });
  }

  /** Returns a word of an input; undefined if its choices come from a table or are not words. */
  of(input: string, word: string): NamedThing | undefined {
    return this.words.get(`${input} ${word}`);
  }

  /** Yields locations outside of formulas. */
  *places(): Generator<readonly [NamedThing, Location]> {
    for (const thing of this.words.values()) yield [thing, thing.location];
    for (const { name, at, fallback } of this.plan.inputs.values())
      yield* this.valueAt(name, fallback, at, "assumed");
    for (const { input, at } of this.plan.def.examples)
      for (const [name, value] of Object.entries(input))
        yield* this.valueAt(name, value, at.inner.get("input"), name);
  }

  private *valueAt(
    input: string,
    value: unknown,
    at: Position | undefined,
    key: string | number,
  ): Generator<readonly [NamedThing, Location]> {
    if (Array.isArray(value))
      for (const [index, item] of value.entries())
        yield* this.valueAt(input, item, at?.inner.get(String(key)), index);
    const thing = typeof value === "string" ? this.of(input, value) : undefined;
    if (thing !== undefined && at !== undefined) yield [thing, at.of(key)];
  }
}

/** Yields the words that an input lists, each with its location. */
function* choicesOf({ type, at }: InputPlan): Generator<readonly [string, Location]> {
  const choices = (at.inner.get("items") ?? at).inner.get("choices");
  const words = wordsOf(type.kind === "list" ? type.item : type) ?? [];
  for (const word of words) {
    const location = choices?.named(word);
    if (location !== undefined) yield [word, location];
  }
}
