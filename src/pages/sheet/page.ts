// A calculation sheet: one explanation as one HTML page that needs nothing from outside, for screen and A4.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../engine/language/once.js";
import type { Explanation } from "../../engine/reference/explain.js";
import type { Tool } from "../../engine/tool.js";
import { REFERENCE_FOLDER } from "../../folder.js";
import { inlineStyles } from "../katex-styles.js";
import type { SheetContext } from "./context.js";
import { sheetDocument } from "./document.js";
import type { SheetOptions } from "./options.js";

/** Styles and scripts of the pages. */
export const PAGES_FOLDER = join(REFERENCE_FOLDER, "../pages");

/** Styles or scripts of the pages, by their files, one after the other. */
export function styleOf(...names: readonly string[]): string {
  return names.map((name) => readFileSync(join(PAGES_FOLDER, name), "utf8")).join("\n");
}

const sheetStyle = once(() => styleOf("tokens.css", "sheet.css"));
const figureStyle = once(() => styleOf("figures.css"));

/** The page of an explanation. With the context of its tool it also says what inputs and results mean. */
export function explanationPage(
  explanation: Explanation,
  context: SheetContext = {},
  options: SheetOptions = {},
): string {
  const drawn = explanation.figures.length === 0 ? "" : figureStyle();
  const styles = (body: string) => [inlineStyles(body), sheetStyle(), drawn].join("\n");
  return sheetDocument(explanation, context, styles, options);
}

/** What the page can take from the tool that was explained. */
export function contextOf(tool: Tool): SheetContext {
  return {
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    sources: tool.surroundings.sources,
    words: tool.plan.def.words,
    results: tool.plan.def.results,
    calculations: tool.plan.def.calculations,
    ...(tool.facts.headline === undefined ? {} : { headline: tool.facts.headline }),
  };
}
