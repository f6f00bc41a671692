// Formulas typeset by KaTeX, on a server and in a browser.
import katex from "katex";
import { type Expr, FormulaError, parseFormula } from "../engine/language/formula.js";
import { type Html, html, joined, trusted } from "./html.js";
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

function render(tex: string): Html {
  try {
    return trusted(
      katex.renderToString(tex, {
        displayMode: false,
        output: "htmlAndMathml",
        throwOnError: true,
        // Words of a caller may hold any character; one that no font has is no reason to fail.
        strict: "ignore",
        trust: false,
        maxExpand: 1000,
      }),
    );
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
  if (expr.kind !== "call" || expr.name !== "if" || expr.args.length !== 3) return typeset(expr, symbols);
  const rows: Html[] = [];
  const widths = { values: 0, tests: 0 };
  let at: Expr = expr;
  while (at.kind === "call" && at.name === "if" && at.args.length === 3) {
    const [test, yes, no] = at.args as [Expr, Expr, Expr];
    rows.push(
      html`<span class="case"><span>${typeset(yes, symbols)}</span><span><i>if</i> ${typeset(test, symbols)}</span></span>`,
    );
    widths.values = Math.max(widths.values, widthOf(yes, symbols), widthOf(no, symbols));
    widths.tests = Math.max(widths.tests, Math.min(widthOf(test, symbols), NARROWEST_TEST));
    at = no;
  }
  rows.push(
    html`<span class="case"><span>${typeset(at, symbols)}</span><span><i>otherwise</i></span></span>`,
  );
  const layout = widths.values + widths.tests > WIDEST_CASES ? "cases stacked" : "cases";
  return html`<span class="${layout}">${joined(rows, "")}</span>`;
}

/** The formula that a text is; undefined where it is none. */
export function formulaOf(text: string): Expr | undefined {
  try {
    return parseFormula(text).expr;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return undefined;
  }
}
