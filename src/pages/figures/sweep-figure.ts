// The figure of a sweep: a result over an input, with one line for each state or second value.
import type { FigureLines } from "../../engine/language/figures.js";
import type { FieldWords } from "../../wording/field-words.js";

type Axis = Pick<FieldWords, "title" | "unit">;

export function sweepFigure(
  input: Axis,
  result: Axis,
  { kind = "lines", lines, marks = [], now, zones }: Partial<FigureLines> & Pick<FigureLines, "lines">,
): FigureLines {
  return {
    kind,
    title: byTitle(result.title, input.title),
    x_title: input.title,
    ...(input.unit === undefined ? {} : { x_unit: input.unit }),
    y_title: result.title,
    ...(result.unit === undefined ? {} : { y_unit: result.unit }),
    lines,
    marks,
    levels: [],
    ...(now === undefined ? {} : { now }),
    ...(zones === undefined ? {} : { zones }),
  };
}

/**
 * Builds a title such as "Rating by cooling load". Lowers the second title's first letter, unless it is an
 * abbreviation.
 */
export function byTitle(result: string, input: string): string {
  const isWord = /^[A-Z][a-z ]/.test(input);
  return `${result} by ${isWord ? input.charAt(0).toLowerCase() + input.slice(1) : input}`;
}
