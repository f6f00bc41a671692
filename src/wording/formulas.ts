// Cells that a spreadsheet would run as formulas. A quote before one makes it the text that it is, as spreadsheets themselves
// mark a text; numbers are none of them.

/** In their wide forms too, which spreadsheets of East Asia read alike. */
const BEGINS = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(\d[\d.,]*|[.,]\d+)(e[+-]?\d+)?\s?%?$/i;
const QUOTED = /^'[=+\-@\t\r\n＝＋－＠]/;

/** A text as a spreadsheet may have it. */
export function guarded(text: string): string {
  return BEGINS.test(text) && text.length > 1 && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text that was guarded. */
export function unguarded(text: string): string {
  return QUOTED.test(text) ? text.slice(1) : text;
}
