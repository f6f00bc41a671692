// Maps that no file contains, as values are written: what requirements and verdicts become.
import { Position } from "../language/locations.js";
import { isMarked } from "./formulas.js";
import { positionOf, recordPosition, type Yaml, type YamlMap } from "./yaml.js";

/** Returns the map with the position of the one that it is made from: its keys are found where the other has them. */
export function made(map: YamlMap, from: YamlMap): YamlMap {
  const { start, at, keys, values, inner } = positionOf(from);
  const own = Object.keys(map).map((key) => [key, keys.get(key) ?? start] as const);
  recordPosition(map, new Position(start, at, new Map(own), values, inner));
  return map;
}

export type Rung = readonly [when: string, give: Yaml, because?: string];

/** Returns a value with the outcome of the first matching rule. */
export function ladder(rules: readonly Rung[], otherwise: Yaml, from: YamlMap): Yaml {
  if (rules.length > 0)
    return made(
      {
        decide: rules.map(([when, give, because]) =>
          made({ when, give, ...(because === undefined ? {} : { because }) }, from),
        ),
        otherwise,
      },
      from,
    );
  if (isMarked(otherwise)) return unmarked(otherwise);
  if (typeof otherwise === "string" && otherwise.includes("{")) return made({ text: otherwise }, from);
  return made({ formula: Array.isArray(otherwise) ? otherwise : JSON.stringify(otherwise) }, from);
}

/** Returns a formula without the mark that it may have. */
export function unmarked(raw: Yaml): Yaml {
  return isMarked(raw) ? String(raw).slice(1).trim() : raw;
}

export function isOneOf(name: string, words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length === 1 ? `${name} == ${quoted[0]}` : `one_of(${name}, ${quoted.join(", ")})`;
}
