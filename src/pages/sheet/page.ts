// Renders an explanation as a self-contained HTML page for screen and A4.

import { wholeIdentity } from "../../definitions/identity.js";
import type { Explanation } from "../../engine/explain/explanation.js";
import { once } from "../../engine/language/once.js";
import type { Tool } from "../../engine/tool.js";
import { inlineStyles } from "../katex-styles.js";
import { styleOf } from "../styles.js";
import type { PageContext } from "./context.js";
import { sheetDocument } from "./document.js";
import type { SheetOptions } from "./options.js";
import { treesOf } from "./trees.js";

const sheetStyle = once(() => styleOf("tokens.css", "sheet.css"));
const figureStyle = once(() => styleOf("figures.css"));

export function explanationPage(
  explanation: Explanation,
  context: PageContext,
  options: SheetOptions = {},
): string {
  const drawn = explanation.figures.length === 0 ? "" : figureStyle();
  const styles = (body: string) => [inlineStyles(body), sheetStyle(), drawn].join("\n");
  return sheetDocument(explanation, context, styles, options);
}

/** Returns the context of an explained tool. */
export function contextOf(tool: Tool): PageContext {
  return {
    identity: wholeIdentity(tool),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    sources: tool.context.sources,
    words: tool.plan.def.words,
    results: tool.plan.def.results,
    trees: treesOf(tool.plan.def),
    ...(tool.facts.headline === undefined ? {} : { headline: tool.facts.headline }),
  };
}
