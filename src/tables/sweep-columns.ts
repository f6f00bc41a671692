// The result fields that a sweep can show: every single value of the result, by its dotted path.

import type { InputProblem } from "../engine/run/validate.js";
import { isRecord } from "../json/objects.js";
import { noSuch } from "../wording/wording.js";

export const MOST_COLUMNS = 40;

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Dotted paths of the single values of a result. */
export function columnsOf(schema: Schema, path = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    // The caller's plan is not the tool's to compute.
    if (path === "" && name === "tier") return [];
    const own = path === "" ? name : `${path}.${name}`;
    if (inner.properties !== undefined) return columnsOf(inner, own);
    const types = [inner.type ?? []].flat();
    return types.some((type) => ["number", "integer", "string", "boolean"].includes(type)) ? [own] : [];
  });
}

export function chosenColumns(given: unknown, known: readonly string[], problems: InputProblem[]): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_COLUMNS) {
    problems.push({
      pointer: "/columns",
      message: `columns must list 1 to ${MOST_COLUMNS} result fields.`,
      allowed: known,
    });
    return [];
  }
  given.forEach((column: unknown, at) => {
    if (typeof column === "string" && known.includes(column)) return;
    const { message } = noSuch("single result field", String(column), known);
    problems.push({ pointer: `/columns/${at}`, message, allowed: known });
  });
  return given.map(String);
}

export function cell(result: unknown, column: string): unknown {
  const found = column
    .split(".")
    .reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), result);
  return found ?? null;
}
