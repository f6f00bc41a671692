// Schemas for readers that know nothing but descriptions, as models and generators do: the choices of a field in words.
import { isRecord } from "../../json/objects.js";

/** The same schema with every list of choices, and where an input applies, in the description of its field. */
export function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described);
  if (!isRecord(schema)) return schema;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema)) {
    if (key === "properties" && isRecord(inner))
      // Names of properties are the tool's own, even one called choices.
      out[key] = Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, described(each)]));
    else if (["enum", "default", "const", "examples", "choices"].includes(key)) out[key] = inner;
    else out[key] = described(inner);
  }
  const more = [schema["x-applies"], isRecord(schema.choices) ? choicesText(schema.choices) : undefined];
  if (more.every((part) => part === undefined)) return out;
  const parts = [schema.description, ...more].filter((part) => typeof part === "string");
  return { ...out, description: parts.join(" ") };
}

function choicesText(choices: Readonly<Record<string, unknown>>): string {
  const each = Object.entries(choices).map(([word, choice]) => {
    if (!isRecord(choice)) return `${word} (${String(choice)})`;
    return `${word} (${String(choice.title)}: ${String(choice.description)})`;
  });
  return `Choices: ${each.join(", ")}.`;
}

/** Without the keys that only our own pages read. */
export function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, inner]) =>
      !(key === "choices" && isRecord(inner)) && !(key === "symbol" && typeof inner === "string"),
  );
  return Object.fromEntries(
    kept.map(([key, inner]) => [
      key,
      key === "properties" && isRecord(inner)
        ? Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, withoutChoices(each)]))
        : withoutChoices(inner),
    ]),
  );
}
