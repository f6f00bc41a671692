// Replaces names and code words in sentences by their titles.
import type { Explanation } from "../../engine/explain/explanation.js";
import { isRecord } from "../../json/objects.js";
import { unitText } from "../show.js";
import { isGreek, nameTex, symbolText } from "../tex-names.js";
import { resultOf, type SheetContext, schemaOf, worded } from "./context.js";

/** Words with an underscore or a digit, which cannot be English words. */
const CODE = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]+\d+\b/g;

/** Returns the texts of a result list, such as warnings. */
export function readerTexts(
  explanation: Pick<Explanation, "result">,
  name: string,
  context: SheetContext,
): readonly string[] {
  const texts = resultOf(explanation)[name];
  return Array.isArray(texts) ? texts.map((text) => readerText(String(text), context)) : [];
}

export function readerText(text: string, context: SheetContext): string {
  return text.replace(CODE, (code, at: number) => {
    if (/^[mck]?m[2-4]$/.test(code)) return unitText(code);
    const schema = schemaOf(context.inputSchema, code) ?? schemaOf(context.outputSchema, code);
    const title = isRecord(schema) && typeof schema.title === "string" ? schema.title : undefined;
    if (title !== undefined) return `“${title}”`;
    // A Greek letter with an index, such as psi_0.
    if (isGreek(code)) return symbolText(nameTex(code));
    return wordOf(code, context, text.slice(0, at)) ?? code;
  });
}

/** Returns the title of a word from the choices of inputs; on ambiguity, of the input named last. */
function wordOf(code: string, context: SheetContext, before: string): string | undefined {
  const properties = isRecord(context.inputSchema?.properties) ? context.inputSchema.properties : {};
  const titles = Object.entries(properties).flatMap(([name, schema]) => {
    const title = worded(code, schema);
    return title === code || typeof title !== "string" ? [] : [{ name, title }];
  });
  const near = titles.find(({ name }) => before.includes(name)) ?? titles[0];
  // A version such as v3 is left unchanged.
  const known = code.includes("_") ? "choice" : "titled";
  return near?.title ?? context.words?.[known](code, { name: "" })?.title;
}
