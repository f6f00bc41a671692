// Writes formulas of a sheet: typeset by KaTeX for pages, as text for terminals.
import type { Expr } from "../../engine/language/formula.js";
import { type Html, html } from "../html.js";
import { phrase } from "../sentences.js";
import { quantityText, unitText } from "../show.js";
import type { Symbols } from "../tex.js";
import { symbolText } from "../tex-names.js";
import { typeset, typesetFormula, typesetSymbol } from "../typeset.js";
import { quantityTex, shortNumber } from "./numbers.js";

export interface Typesetter {
  line(expr: Expr, symbols: Symbols): Html;
  /** Renders a formula with each case on its own line. */
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

/** Prefix of literal text among TeX symbols. */
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
