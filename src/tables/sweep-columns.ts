// The result fields that a sweep can show: every single value of the result, by its dotted path.

import type { InputProblem } from "../engine/run/validate.js";
import { noSuch } from "../wording/wording.js";
import { columnsIn } from "./columns.js";
import type { FieldSchema } from "./fields.js";

export const MOST_COLUMNS = 40;

/** Dotted paths of the single values of a result. */
export function columnsOf(schema: FieldSchema): string[] {
  return columnsIn(schema).flatMap(({ path, kind }) => (kind === "list" ? [] : [path]));
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
