// How a sheet writes formulas: typeset by KaTeX for a page, in words and signs for a terminal.
import type { Expr } from "../../engine/language/formula.js";
import { type Html, html } from "../html.js";
import { phrase } from "../sentences.js";
import { quantityText, unitText } from "../show.js";
import type { Symbols } from "../tex.js";
import { symbolText } from "../tex-names.js";
import { typeset, typesetFormula, typesetSymbol } from "../typeset.js";
import { quantityTex, shortNumber } from "./numbers.js";

export interface Typesetter {
  /** A formula in one line. */
  line(expr: Expr, symbols: Symbols): Html;
  /** A whole formula; each of its cases may take a line. */
  whole(expr: Expr, symbols: Symbols): Html;
  symbol(tex: string | undefined): Html | undefined;
  /** Returns a value with its unit as `line` and `whole` read it; the base of a power gets brackets around both. */
  quantity(value: number | string, unit: string | undefined, isBase: boolean, href?: string): string;
}

export const TYPESET: Typesetter = {
  line: typeset,
  whole: typesetFormula,
  symbol: typesetSymbol,
  quantity: (value, unit, isBase, href) => {
    const tex = quantityTex(value, unit);
    const linked = href === undefined ? tex : `\\href{${href}}{${tex}}`;
    return isBase && tex.includes("\\mathrm") ? `(${linked})` : linked;
  },
};

/** Begins a quantity among symbols in TeX: its text stays as it is. */
const PLAIN = "\0";

function inWords(expr: Expr, symbols: Symbols): Html {
  const textOf = (name: string, at?: Expr): string => {
    const written = (at?.kind === "call" ? symbols.call?.(name) : symbols.get(name, at)) ?? name;
    return written.startsWith(PLAIN) ? written.slice(PLAIN.length) : symbolText(written);
  };
  return phrase(expr, { show: (name, at) => html`${textOf(name, at)}` });
}

export const WORDS: Typesetter = {
  line: inWords,
  whole: inWords,
  symbol: (tex) => (tex === undefined ? undefined : html`${symbolText(tex)}`),
  quantity: (value, unit, isBase) => {
    if (typeof value === "string") return PLAIN + value;
    const text = quantityText(value, unit, shortNumber);
    return PLAIN + (isBase && unitText(unit, value) !== "" ? `(${text})` : text);
  },
};
