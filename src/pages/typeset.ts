// Formulas typeset by KaTeX, on a server and in a browser.
import katex from "katex";
import type { Expr } from "../engine/language/formula.js";
import { casesOf } from "./formulas.js";
import { type Html, html, trusted } from "./html.js";
import { type Symbols, texOf, widthOf } from "./tex.js";

/** Formulas recur in a page and between pages. */
const KEPT = 2_000;
const known = new Map<string, Html>();

/** An expression in one line that may break at its operators. */
export function typeset(expr: Expr, symbols?: Symbols): Html {
  return typesetTex(texOf(expr, symbols));
}

export function typesetTex(tex: string): Html {
  const before = known.get(tex);
  if (before !== undefined) return before;
  const made = render(tex);
  if (known.size >= KEPT) known.clear();
  known.set(tex, made);
  return made;
}

/** A symbol on its own, where there is one. */
export function typesetSymbol(symbol: string | undefined): Html | undefined {
  return symbol === undefined ? undefined : typesetTex(`\\displaystyle ${symbol}`);
}

function render(tex: string): Html {
  try {
    const typeset = katex.renderToString(tex, {
      displayMode: false,
      output: "htmlAndMathml",
      throwOnError: true,
      // Words of a caller may hold any character; one that no font has is no reason to fail.
      strict: "ignore",
      // Links within the page, to the step that a number comes from, and nothing else.
      trust: ({ command, ...to }) => command === "\\href" && "url" in to && to.url.startsWith("#"),
      maxExpand: 1000,
    });
    // What is drawn is hidden from screen readers, who read the MathML: the keyboard does not stop in it.
    return trusted(typeset.replaceAll('<a href="#', '<a tabindex="-1" href="#'));
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    return html`<code class="not-typeset">${tex}</code>`;
  }
}

/** Value and condition of a case stand beside each other where both fit, in em. */
const WIDEST_CASES = 26;
/** A condition may break, down to about this width. */
const NARROWEST_TEST = 12;

/** A whole formula. A choice at its top is a list of cases, each of which may take several lines. */
export function typesetFormula(expr: Expr, symbols?: Symbols): Html {
  const cases = casesOf(expr);
  if (cases.length === 1) return typeset(expr, symbols);
  const rows = cases.map(({ value, test }) => {
    const when = test === undefined ? html`<i>otherwise</i>` : html`<i>if</i> ${typeset(test, symbols)}`;
    return html`<span class="case"><span>${typeset(value, symbols)}</span><span>${when}</span></span>`;
  });
  const values = Math.max(...cases.map(({ value }) => widthOf(value, symbols)));
  const tests = Math.max(...cases.map(({ test }) => (test === undefined ? 0 : widthOf(test, symbols))));
  const layout = values + Math.min(tests, NARROWEST_TEST) > WIDEST_CASES ? "cases stacked" : "cases";
  return html`<span class="${layout}">${rows}</span>`;
}
