// Typesets formulas with KaTeX, on servers and in browsers.
import katex from "katex";
import type { Expr } from "../engine/language/formula.js";
import { casesOf } from "./formulas.js";
import { type Html, html, trusted } from "./html.js";
import { type Symbols, texOf, widthOf } from "./tex.js";

/** Cached formulas, which recur within and between pages. */
const KEPT = 2_000;
const known = new Map<string, Html>();

/** Typesets an expression on one line that can break at operators. */
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

export function typesetSymbol(symbol: string | undefined): Html | undefined {
  return symbol === undefined ? undefined : typesetTex(`\\displaystyle ${symbol}`);
}

function render(tex: string): Html {
  try {
    const typeset = katex.renderToString(tex, {
      displayMode: false,
      output: "htmlAndMathml",
      throwOnError: true,
      // Texts of callers may contain characters that no font has.
      strict: "ignore",
      // Allows only links within the page.
      trust: ({ command, ...to }) => command === "\\href" && "url" in to && to.url.startsWith("#"),
      maxExpand: 1000,
    });
    // Screen readers read the MathML and skip the drawing, so its links are no tab stops.
    return trusted(typeset.replaceAll('<a href="#', '<a tabindex="-1" href="#'));
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    return html`<code class="not-typeset">${tex}</code>`;
  }
}

/** Width in em up to which value and condition of a case share a line. */
const WIDEST_CASES = 26;
/** Minimum width of a condition, in em. */
const NARROWEST_TEST = 12;

/** Typesets a complete formula. A choice becomes a list of cases. */
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
