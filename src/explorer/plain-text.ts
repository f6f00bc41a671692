// Replaces names of tools and inputs in texts by their titles.
import { readerText } from "../pages/sheet/reader-text.js";
import { catalogue, tool } from "./state.js";

export function inPlainWords(text: string): string {
  const tools = catalogue.value?.tools ?? [];
  const named = text.replace(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, (code) => {
    const found = tools.find(({ name }) => name === code);
    return found === undefined ? code : `“${found.title}”`;
  });
  return tool.value === undefined ? named : readerText(named, tool.value);
}
