// Writes tables and lists as JavaScript literals. Rows have fixed layouts, and short strings are interned, so that V8
// compares pointers.

/** Writes a value; values in `named` are written by name. */
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

/** A literal key `__proto__` would set the prototype. */
function fieldName(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}

/** Writes a word or number within an expression. */
export function literal(value: unknown): string {
  return typeof value === "number" && (value < 0 || Object.is(value, -0))
    ? `(${value})`
    : JSON.stringify(value);
}
