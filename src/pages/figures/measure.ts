// How much room texts and numbers of a figure take. Widths are estimates, on the safe side: SVG is written before any
// browser has seen it.
import { exactNumber, numberText, quantityText } from "../show.js";

/** Size of the plain text of a figure, in its own units; a figure of 640 is forty such sizes wide. */
export const SIZE = 14;
export const LINE = 18;
/** Bold text is as wide as plain text of this size. */
export const BOLD = SIZE * 1.12;
/** Below this width labels stand above what they name instead of beside it. */
export const NARROW = 480;

/** By the size of the text, for the widest of the usual fonts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!\u202F]/, 0.31],
  [/[ ftr()[\]-]/, 0.4],
  [/[mwMW%@\u2212]/, 0.93],
  [/[A-Z&]/, 0.72],
];

export function widthOf(text: string, size = SIZE): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 0.62;
  return width * size;
}

/** Lines of a text that fit a width; a word that is longer is broken. */
export function wrapped(text: string, width: number, size = SIZE): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((each) => broken(each, width, size))) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${word}`, size) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function broken(word: string, width: number, size: number): string[] {
  if (widthOf(word, size) <= width || word.length < 4) return [word];
  let end = word.length - 2;
  while (end > 2 && widthOf(`${word.slice(0, end)}-`, size) > width) end--;
  return [`${word.slice(0, end)}-`, ...broken(word.slice(end), width, size)];
}

/** A number of a figure: as it was rounded, else with the four digits that one can see. */
export function seen(value: number | null): string {
  if (value === null) return "n/a";
  const exact = exactNumber(value);
  return exact.replace(/\D/g, "").length <= 7 ? exact : numberText(Number(value.toPrecision(5)));
}

export function withUnit(value: number | null, unit: string | undefined): string {
  // Amounts of money are left to the rule for them: no pence behind thousands.
  const isMoney = /^[A-Z]{3}$/.test(unit ?? "");
  return value === null ? seen(value) : quantityText(value, unit, isMoney ? undefined : seen);
}

/** Round numbers at equal steps around a range, about as many as asked for. */
export function ticksOf(low: number, high: number, many: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / many));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= span / many) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Great numbers in millions, so that an axis stays slim. */
export function scaled(values: readonly number[]): { readonly by: number; readonly word: string } {
  const most = Math.max(...values.map(Math.abs));
  if (most >= 1e9) return { by: 1e9, word: "billion" };
  return most >= 1e6 ? { by: 1e6, word: "million" } : { by: 1, word: "" };
}
