// Compares two results leaf by leaf, with meanings from the output schema.
import { isRecord } from "../../json/objects.js";
import type { JsonSchema } from "../../wording/field-words.js";

export interface ResultMove {
  /** Path in the result; [] is any entry of a list, * is any key of a map. */
  readonly path: string;
  /** A verdict is one of a closed set of words, or a boolean; other texts are `text`. */
  readonly kind: "number" | "verdict" | "list" | "text";
  readonly before: unknown;
  readonly after: unknown;
}

export function movesBetween(before: unknown, after: unknown, schemas: readonly JsonSchema[]): ResultMove[] {
  const moves: ResultMove[] = [];
  compare("", before, after, schemas, moves);
  return moves;
}

function compare(
  path: string,
  before: unknown,
  after: unknown,
  schemas: readonly JsonSchema[],
  moves: ResultMove[],
): void {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const texts = [...before, ...after].every((item) => typeof item === "string");
    if (texts || before.length !== after.length) {
      const same = before.length === after.length && before.every((item, at) => item === after[at]);
      if (!same) moves.push({ path, kind: texts ? "text" : "list", before, after });
      return;
    }
    const items = schemas.flatMap(({ items: inner }) => (isRecord(inner) ? [inner] : []));
    before.forEach((item, at) => {
      compare(`${path}[]`, item, after[at], items, moves);
    });
    return;
  }
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const { name, inner } = child(schemas, key);
      compare(path === "" ? name : `${path}.${name}`, before[key], after[key], inner, moves);
    }
    return;
  }
  moves.push({ path, kind: kindOf(before, after, schemas), before, after });
}

function child(schemas: readonly JsonSchema[], key: string): { name: string; inner: JsonSchema[] } {
  const named = schemas.flatMap(({ properties }) => {
    const inner = isRecord(properties) ? properties[key] : undefined;
    return isRecord(inner) ? [inner] : [];
  });
  if (named.length > 0) return { name: key, inner: named };
  const open = schemas.flatMap(({ additionalProperties: inner }) => (isRecord(inner) ? [inner] : []));
  return { name: open.length > 0 ? "*" : key, inner: open };
}

function kindOf(before: unknown, after: unknown, schemas: readonly JsonSchema[]): ResultMove["kind"] {
  if (typeof before === "number" || typeof after === "number") return "number";
  if (typeof before === "boolean" || typeof after === "boolean") return "verdict";
  if (typeof before === "object" && typeof after === "object") return "list";
  return schemas.some((schema) => Array.isArray(schema.enum)) ? "verdict" : "text";
}
