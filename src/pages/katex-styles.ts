// Loads KaTeX's styles and fonts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { FONTS, fontsOf } from "./katex-fonts.js";

const KATEX_FOLDER = dirname(createRequire(import.meta.url).resolve("katex"));

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

/** Returns styles for a self-contained page, with only the fonts that its formulas use. */
export function inlineStyles(page: string): string {
  const { rules, fonts } = katexStyles();
  const faces = fontsOf(page).map((name) => {
    const face = fonts.find((font) => font.name === name)?.face;
    if (face === undefined) throw new Error(`KaTeX has no font ${name}`);
    const data = readFileSync(join(KATEX_FOLDER, "fonts", `${name}.woff2`)).toString("base64");
    return face.replace(/src:[^}]*/, `src:url(data:font/woff2;base64,${data}) format("woff2")`);
  });
  return faces.length === 0 ? "" : faces.join("") + rules;
}

/** Returns styles for a site, with its fonts as separate woff2 files. */
export function siteStyles(): { css: string; fonts: ReadonlyMap<string, Buffer> } {
  const { rules, fonts } = katexStyles();
  const faces = fonts.flatMap(({ name, face }) =>
    FONTS.includes(name) ? [face.replace(/src:[^}]*/, `src:url(fonts/${name}.woff2) format("woff2")`)] : [],
  );
  return {
    css: faces.join("") + rules,
    fonts: new Map(
      FONTS.map((name) => [`${name}.woff2`, readFileSync(join(KATEX_FOLDER, "fonts", `${name}.woff2`))]),
    ),
  };
}
