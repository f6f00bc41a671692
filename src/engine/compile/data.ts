// Tables and lists as JavaScript text, so that a compiled tool is one text. Rows are literals: their cells have fixed places,
// and short texts are the very objects that names in code are, which are compared without a look at their letters.

/** The text of a value; what has a name in `named` is written by its name. */
export function dataCode(value: unknown, named: ReadonlyMap<unknown, string> = new Map()): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const name = named.get(value);
  if (name !== undefined) return name;
  const inner = (each: unknown): string => dataCode(each, named);
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  if (value instanceof Map)
    return `new Map([${[...value].map(([key, item]) => `[${inner(key)}, ${inner(item)}]`).join(",\n")}])`;
  if (value instanceof RegExp) return `new RegExp(${JSON.stringify(value.source)}, "${value.flags}")`;
  return `{ ${Object.entries(value)
    .map(([key, field]) => `${fieldName(key)}: ${inner(field)}`)
    .join(", ")} }`;
}

/** A literal that names the prototype would set it. */
function fieldName(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}

/** A word or number in the midst of an expression. */
export function literal(value: unknown): string {
  return typeof value === "number" && (value < 0 || Object.is(value, -0))
    ? `(${value})`
    : JSON.stringify(value);
}
