// The words that an input may be, as things that are named: where its choices list them, where it assumes one, and where
// examples send one. Formulas name them beside the input.
import { type Location, locationOf, positionsOf } from "../engine/language/locations.js";
import { isYamlMap, type Yaml, type YamlMap } from "../engine/read/yaml.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import type { NamedThing } from "../lint/names.js";

export class ChoiceWords {
  private readonly words = new Map<string, NamedThing>();

  constructor(private readonly plan: ToolPlan) {
    for (const [name, raw] of this.inputs()) {
      for (const [word, location, title] of choicesIn(raw))
        this.words.set(`${name} ${word}`, {
          kind: "choice",
          name: word,
          location,
          of: name,
          title,
          type: `a choice of ${name}`,
        });
    }
  }

  /** A word that an input may be; undefined where its choices come from a table or are no words. */
  of(input: string, word: string): NamedThing | undefined {
    return this.words.get(`${input} ${word}`);
  }

  /** Outside of formulas. */
  *places(): Generator<readonly [NamedThing, Location]> {
    for (const thing of this.words.values()) yield [thing, thing.location];
    for (const [name, raw] of this.inputs()) yield* this.valueAt(name, raw, "assumed");
    for (const { input } of this.plan.def.examples)
      for (const name of Object.keys(input)) yield* this.valueAt(name, input as YamlMap, name);
  }

  private *valueAt(input: string, holder: YamlMap, key: string): Generator<readonly [NamedThing, Location]> {
    const value = holder[key];
    if (Array.isArray(value)) for (const at of value.keys()) yield* this.item(input, value, at);
    const thing = typeof value === "string" ? this.of(input, value) : undefined;
    if (thing !== undefined) yield [thing, locationOf(holder, key)];
  }

  private *item(input: string, list: Yaml[], at: number): Generator<readonly [NamedThing, Location]> {
    const thing = this.of(input, String(list[at]));
    if (thing !== undefined) yield [thing, locationOf(list, at)];
  }

  private inputs(): [string, YamlMap][] {
    const { inputs } = this.plan.def.holder as YamlMap;
    return Object.entries(isYamlMap(inputs) ? inputs : {}).flatMap(([name, raw]) =>
      isYamlMap(raw) ? [[name, raw] as [string, YamlMap]] : [],
    );
  }
}

/** The words that an input lists, each with its place and title. */
export function* choicesIn(input: YamlMap): Generator<[string, Location, string | undefined]> {
  const { choices } = isYamlMap(input.items) ? input.items : input;
  if (Array.isArray(choices)) {
    for (const [at, word] of choices.entries())
      if (typeof word === "string") yield [word, locationOf(choices, at), undefined];
  } else if (isYamlMap(choices)) {
    const known = positionsOf(choices);
    for (const [word, start] of known?.keys ?? []) {
      const said = choices[word];
      if (known !== undefined) yield [word, known.at(start), typeof said === "string" ? said : undefined];
    }
  }
}
