// Determines which KaTeX fonts a page needs.

/** Signs in KaTeX's output that require a font. */
const SIGNS: readonly (readonly [font: string, sign: RegExp])[] = [
  ["KaTeX_Main-Regular", /class="katex"/],
  ["KaTeX_Math-Italic", /class="[^"]*\bmathnormal\b/],
  ["KaTeX_AMS-Regular", /class="[^"]*\bamsrm\b/],
  ["KaTeX_Size1-Regular", /class="[^"]*(\bdelimsizing size1\b|\bdelim-size1\b|\bsmall-op\b)/],
  ["KaTeX_Size2-Regular", /class="[^"]*(\bdelimsizing size2\b|\blarge-op\b)/],
  ["KaTeX_Size3-Regular", /class="[^"]*\bdelimsizing size3\b/],
  ["KaTeX_Size4-Regular", /class="[^"]*(\bdelimsizing size4\b|\bdelim-size4\b)/],
];

export const FONTS: readonly string[] = SIGNS.map(([name]) => name);

export function fontsOf(page: string): string[] {
  return SIGNS.filter(([, sign]) => sign.test(page)).map(([name]) => name);
}
