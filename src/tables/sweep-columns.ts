// The result fields that a sweep can show: every single value of the result, by its dotted path, name or title.

import { foldedWord } from "../engine/language/words.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { fieldAt } from "../wording/field-words.js";
import { noSuch } from "../wording/wording.js";
import { columnsIn } from "./columns.js";

export const MOST_COLUMNS = 40;
/** Names listed in a refusal; `allowed` has all of them. */
const MOST_NAMED = 60;
/** Columns of a tool without a headline. */
const FIRST_COLUMNS = 3;

export interface SweepFields {
  /** Dotted paths of the single values of a result. */
  readonly paths: readonly string[];
  /** The columns if none are requested: the headline's verdict and numbers, else the first fields. */
  readonly usual: readonly string[];
  /** Paths by folded title and last name; undefined if several fields share it. */
  readonly byWords: ReadonlyMap<string, string | undefined>;
}

export function sweepFields({ outputSchema, facts }: RuntimeTool): SweepFields {
  const paths = columnsIn(outputSchema).flatMap(({ path, kind }) => (kind === "list" ? [] : [path]));
  const { numbers = [], verdict } = facts.headline ?? {};
  const headline = [...numbers, ...(verdict === undefined ? [] : [verdict])].filter((path) =>
    paths.includes(path),
  );
  const byWords = new Map<string, string | undefined>();
  for (const path of paths)
    for (const words of new Set(
      [fieldAt(outputSchema, path).title, path.split(".").at(-1) ?? path].map(foldedWord),
    ))
      byWords.set(words, byWords.has(words) ? undefined : path);
  return { paths, usual: headline.length === 0 ? paths.slice(0, FIRST_COLUMNS) : headline, byWords };
}

export function chosenColumns(
  given: unknown,
  { paths, usual, byWords }: SweepFields,
  problems: InputProblem[],
): readonly string[] {
  if (given === undefined) return usual;
  const named = `Its fields: ${paths.slice(0, MOST_NAMED).join(", ")}${paths.length > MOST_NAMED ? " ..." : ""}.`;
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_COLUMNS) {
    const message = `columns must list 1 to ${MOST_COLUMNS} result fields. ${named}`;
    problems.push({ pointer: "/columns", message, allowed: paths });
    return [];
  }
  const chosen = given.map(String).map((column, at) => {
    const path = paths.includes(column) ? column : byWords.get(foldedWord(column));
    if (path !== undefined) return path;
    const { message } = noSuch("single result field", column, paths);
    problems.push({ pointer: `/columns/${at}`, message: `${message} ${named}`, allowed: paths });
    return column;
  });
  return [...new Set(chosen)];
}
