// Replaces code words in figures by titles from the tool's schemas.
import type { FigureData } from "../language/figures.js";
import { choiceTitle, isCodeWord } from "../language/words.js";

type Schema = Readonly<Record<string, unknown>>;
export type WordTitles = ReadonlyMap<string, string>;

/** Returns titles by word: unambiguous choices, then fields of that name, results before inputs. */
export function titlesIn(schemas: readonly Schema[]): WordTitles {
  const words = new Map<string, string | undefined>();
  const fields = new Map<string, string>();
  const visit = (schema: unknown): void => {
    if (schema === null || typeof schema !== "object") return;
    const { choices, properties, items, additionalProperties, anyOf } = schema as Schema;
    for (const [word, choice] of Object.entries(choices ?? {})) {
      const title = choiceTitle(choice);
      words.set(word, words.has(word) && words.get(word) !== title ? undefined : title);
    }
    for (const [name, inner] of Object.entries(properties ?? {})) {
      const title = choiceTitle(inner);
      if (title !== undefined && !fields.has(name)) fields.set(name, title);
      visit(inner);
    }
    visit(items);
    visit(additionalProperties);
    for (const each of Array.isArray(anyOf) ? anyOf : []) visit(each);
  };
  for (const schema of schemas) visit(schema);
  for (const [word, title] of words) if (title !== undefined) fields.set(word, title);
  return fields;
}

export function worded(figure: FigureData, titles: WordTitles): FigureData {
  const say = (label: string) => titles.get(label) ?? plain(label);
  const named = <T extends { readonly label: string }>(list: readonly T[]): readonly T[] =>
    list.map((each) => ({ ...each, label: say(each.label) }));
  switch (figure.kind) {
    case "parts":
    case "bars":
      return { ...figure, items: named(figure.items) };
    case "bands":
      return {
        ...figure,
        bands: named(figure.bands),
        places: figure.places.map((place) => ({
          ...place,
          value: typeof place.value === "string" ? say(place.value) : place.value,
          band: place.band === null ? null : say(place.band),
        })),
      };
    case "sketch":
      return figure;
    default:
      return { ...figure, lines: named(figure.lines) };
  }
}

/** Capitalises a label without a title. */
function plain(label: string): string {
  const text = isCodeWord(label) ? label.replaceAll("_", " ") : label;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
