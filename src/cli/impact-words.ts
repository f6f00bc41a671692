// What the results of a change are called for people: titles, words and numbers by the schemas of the tool.
import { choiceTitle } from "../engine/language/words.js";
import { isRecord } from "../json/objects.js";
import { exactText, numberText, unitText } from "../pages/show.js";

export type Schema = Readonly<Record<string, unknown>>;

/** The schema of a result or input by its path; [] stands for any entry of a list, * for any key of a map. */
export function schemaAt(schema: Schema, path: string): Schema {
  let at: unknown = schema;
  for (const name of path.replaceAll("[]", ".[]").split(".")) {
    if (!isRecord(at)) return {};
    if (name === "[]") at = at.items;
    else if (name === "*") at = at.additionalProperties;
    else at = isRecord(at.properties) ? at.properties[name] : undefined;
  }
  return isRecord(at) ? at : {};
}

/** Titles from the outermost in; a name without a title stands as words. */
export function titleAt(schema: Schema, path: string): string {
  const names = path.split(".");
  const titles = names.map((name, at) => {
    const { title } = schemaAt(
      schema,
      names
        .slice(0, at + 1)
        .join(".")
        .replace(/\[\]$/, ""),
    );
    return typeof title === "string" ? title : name.replaceAll("_", " ").replace("[]", "");
  });
  return titles.join(", ");
}

export function wordAt(schema: Schema, path: string, value: unknown): string {
  if (value === undefined || value === null) return "not given";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const { choices } = schemaAt(schema, path);
  return choiceTitle(isRecord(choices) ? choices[String(value)] : undefined) ?? exactText(value);
}

export function unitAt(schema: Schema, path: string): string {
  const { unit } = schemaAt(schema, path);
  return typeof unit === "string" ? unitText(unit) : "";
}

/** A number of a result; a list by how long it is. */
export function amount(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} entries`;
  return typeof value === "number"
    ? exactText(value)
    : value === null || value === undefined
      ? "none"
      : String(value);
}

export function changeWords(before: unknown, after: unknown): string {
  if (typeof before !== "number" || typeof after !== "number") return "";
  const step = after - before;
  const sign = step > 0 ? "+" : "";
  const share =
    before === 0 ? "" : `, ${sign}${numberText(Number(((100 * step) / Math.abs(before)).toPrecision(3)))} %`;
  return `${sign}${numberText(Number(step.toPrecision(4)))}${share}`;
}
