// Rewrites schemas for readers that use descriptions only, such as models and generators: the choices of a field
// become words.
import { isRecord } from "../../json/objects.js";

type Schema = Readonly<Record<string, unknown>>;

/** Keys with values that are not schemas. */
const VALUES: ReadonlySet<string> = new Set(["enum", "default", "const", "examples", "choices", "assumed"]);

/** Applies `form` to a schema, innermost schemas first. */
export function mapSchema(schema: unknown, form: (schema: Schema) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((each) => mapSchema(each, form));
  if (!isRecord(schema)) return schema;
  const mapped = Object.entries(schema).map(([key, inner]) => {
    if (VALUES.has(key)) return [key, inner];
    if (key !== "properties" || !isRecord(inner)) return [key, mapSchema(inner, form)];
    // Property names are arbitrary; a property may be called `choices`.
    return [
      key,
      Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, mapSchema(each, form)])),
    ];
  });
  return form(Object.fromEntries(mapped) as Schema);
}

/** Adds choices and conditions of use to the description of each field. */
export function described(schema: unknown): unknown {
  return mapSchema(schema, (each) => {
    const choices = isRecord(each.choices) ? choicesText(each.choices) : undefined;
    if (each["x-applies"] === undefined && choices === undefined) return each;
    const parts = [each.description, each["x-applies"], choices].filter((part) => typeof part === "string");
    return { ...each, description: parts.join(" ") };
  });
}

function choicesText(choices: Schema): string {
  const each = Object.entries(choices).map(([word, choice]) => {
    if (!isRecord(choice)) return `${word} (${String(choice)})`;
    return `${word} (${String(choice.title)}: ${String(choice.description)})`;
  });
  return `Choices: ${each.join(", ")}.`;
}

/** Removes the keys that only this project's pages read. */
export function withoutChoices(schema: unknown): unknown {
  const isOurs = (key: string, inner: unknown) =>
    (key === "choices" && isRecord(inner)) || (key === "symbol" && typeof inner === "string");
  return mapSchema(schema, (each) =>
    Object.fromEntries(Object.entries(each).filter(([key, inner]) => !isOurs(key, inner))),
  );
}
