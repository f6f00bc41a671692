// Estimates the size of texts and numbers in figures. Estimates are generous, because SVG is written without a
// browser.
import { exactNumber, numberText, quantityText } from "../show.js";

/** Font size in SVG units; a figure is 640 units wide. */
export const SIZE = 14;
export const LINE = 18;
/** Bold text is as wide as plain text of this size. */
export const BOLD = SIZE * 1.12;
/** Narrower figures place labels above instead of next to their subject. */
export const NARROW = 480;

/** In em, for the widest of the usual fonts. */
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

/** Wraps a text; breaks words that are too long. */
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

/** Formats a number exactly if it is short, else with five digits. */
export function seen(value: number | null): string {
  if (value === null) return "n/a";
  const exact = exactNumber(value);
  return exact.replace(/\D/g, "").length <= 7 ? exact : numberText(Number(value.toPrecision(5)));
}

export function withUnit(value: number | null, unit: string | undefined): string {
  // Amounts of money follow their own rounding rule.
  const isMoney = /^[A-Z]{3}$/.test(unit ?? "");
  return value === null ? seen(value) : quantityText(value, unit, isMoney ? undefined : seen);
}

/** Returns round numbers at equal steps around a range; `many` is approximate. */
export function ticksOf(low: number, high: number, many: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / many));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= span / many) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Scales large numbers to millions or billions, so that an axis stays narrow. */
export function scaled(values: readonly number[]): { readonly by: number; readonly word: string } {
  const most = Math.max(...values.map(Math.abs));
  if (most >= 1e9) return { by: 1e9, word: "billion" };
  return most >= 1e6 ? { by: 1e6, word: "million" } : { by: 1, word: "" };
}
