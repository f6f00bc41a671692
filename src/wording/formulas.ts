// Escapes cells that a spreadsheet would run as formulas, with a leading quote as spreadsheets do. Numbers are not
// escaped.

/** Includes full-width forms, which some spreadsheets also accept. */
const BEGINS = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(\d[\d.,]*|[.,]\d+)(e[+-]?\d+)?\s?%?$/i;
const QUOTED = /^'[=+\-@\t\r\n＝＋－＠]/;

export function guarded(text: string): string {
  return BEGINS.test(text) && text.length > 1 && !NUMBER.test(text) ? `'${text}` : text;
}

/** Reverses `guarded`. */
export function unguarded(text: string): string {
  return QUOTED.test(text) ? text.slice(1) : text;
}
