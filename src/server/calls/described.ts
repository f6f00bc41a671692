// Schemas of tools in the forms that readers other than our own pages want: for those that know nothing but descriptions, as
// models and generators do, the choices of a field in words.
import { isRecord } from "../../json/objects.js";

type Schema = Readonly<Record<string, unknown>>;

/** Keys whose values are no schemas. */
const VALUES: ReadonlySet<string> = new Set(["enum", "default", "const", "examples", "choices", "assumed"]);

/** The same schema as `form` makes it, each schema within it first. */
export function mapSchema(schema: unknown, form: (schema: Schema) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((each) => mapSchema(each, form));
  if (!isRecord(schema)) return schema;
  const mapped = Object.entries(schema).map(([key, inner]) => {
    if (VALUES.has(key)) return [key, inner];
    if (key !== "properties" || !isRecord(inner)) return [key, mapSchema(inner, form)];
    // Names of properties are the tool's own, even one called choices.
    return [
      key,
      Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, mapSchema(each, form)])),
    ];
  });
  return form(Object.fromEntries(mapped) as Schema);
}

/** The same schema with every list of choices, and where an input applies, in the description of its field. */
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

/** Without the keys that only our own pages read. */
export function withoutChoices(schema: unknown): unknown {
  const isOurs = (key: string, inner: unknown) =>
    (key === "choices" && isRecord(inner)) || (key === "symbol" && typeof inner === "string");
  return mapSchema(schema, (each) =>
    Object.fromEntries(Object.entries(each).filter(([key, inner]) => !isOurs(key, inner))),
  );
}
