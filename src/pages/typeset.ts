// Formulas typeset by KaTeX, and the styles and fonts that its output needs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import katex from "katex";
import { type Expr, FormulaError, parseFormula } from "../engine/language/formula.js";
import { type Html, html, joined, trusted } from "./html.js";
import { type Symbols, texOf, widthOf } from "./tex.js";

/** The folder of KaTeX's styles and fonts. */
export const KATEX_FOLDER = dirname(createRequire(import.meta.url).resolve("katex"));

/** Formulas recur in a page and between pages. */
const KEPT = 2_000;
const known = new Map<string, Html>();

/** An expression in one line that may break at its operators. */
export function typeset(expr: Expr, symbols?: Symbols): Html {
  const tex = texOf(expr, symbols);
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

let styles: { rules: string; fonts: readonly { name: string; face: string }[] } | undefined;

function katexStyles(): NonNullable<typeof styles> {
  if (styles !== undefined) return styles;
  const all = readFileSync(join(KATEX_FOLDER, "katex.min.css"), "utf8");
  const fonts = [...all.matchAll(/@font-face\{[^}]*?url\(fonts\/([\w-]+)\.woff2\)[^}]*\}/g)].map(
    ([face, name = ""]) => ({ name, face }),
  );
  styles = { rules: all.replace(/@font-face\{[^}]*\}/g, ""), fonts };
  return styles;
}

/** What in KaTeX's output asks for which font; the main one is always there. */
const FONTS: readonly (readonly [font: string, sign: RegExp])[] = [
  ["KaTeX_Main-Regular", /class="katex"/],
  ["KaTeX_Math-Italic", /class="[^"]*\bmathnormal\b/],
  ["KaTeX_AMS-Regular", /class="[^"]*\bamsrm\b/],
  ["KaTeX_Size1-Regular", /class="[^"]*(\bdelimsizing size1\b|\bdelim-size1\b|\bsmall-op\b)/],
  ["KaTeX_Size2-Regular", /class="[^"]*(\bdelimsizing size2\b|\blarge-op\b)/],
  ["KaTeX_Size3-Regular", /class="[^"]*\bdelimsizing size3\b/],
  ["KaTeX_Size4-Regular", /class="[^"]*(\bdelimsizing size4\b|\bdelim-size4\b)/],
];

/** Styles for a page that stands alone: its fonts inside, only those that its formulas use. */
export function inlineStyles(page: string): string {
  const { rules, fonts } = katexStyles();
  const faces = FONTS.filter(([, sign]) => sign.test(page)).map(([name]) => {
    const face = fonts.find((font) => font.name === name)?.face;
    if (face === undefined) throw new Error(`KaTeX has no font ${name}`);
    const data = readFileSync(join(KATEX_FOLDER, "fonts", `${name}.woff2`)).toString("base64");
    return face.replace(/src:[^}]*/, `src:url(data:font/woff2;base64,${data}) format("woff2")`);
  });
  return faces.length === 0 ? "" : faces.join("") + rules;
}

/** Styles for a site: fonts beside them, woff2 alone. */
export function siteStyles(): { css: string; fonts: ReadonlyMap<string, Buffer> } {
  const { rules, fonts } = katexStyles();
  const names = FONTS.map(([name]) => name);
  const faces = fonts.flatMap(({ name, face }) =>
    names.includes(name) ? [face.replace(/src:[^}]*/, `src:url(fonts/${name}.woff2) format("woff2")`)] : [],
  );
  return {
    css: faces.join("") + rules,
    fonts: new Map(
      names.map((name) => [`${name}.woff2`, readFileSync(join(KATEX_FOLDER, "fonts", `${name}.woff2`))]),
    ),
  };
}
