// Words, examples, figures and promises of a long tool, moved to files beside it.
import { isMap, parseDocument } from "yaml";
import { SECTIONS, sectionFile } from "../../engine/language/files.js";
import { pairsOf, range } from "./edits.js";

/** Lines from which on a tool is easier to read without them. */
const LONG = 400;

/** The text of a tool without its sections, and theirs by path; a short tool keeps its own. */
export function sectionsBeside(path: string, text: string): Map<string, string> {
  const found = new Map<string, string>();
  if (text.split("\n").length <= LONG) return found;
  const { contents } = parseDocument(text);
  if (!isMap(contents)) return found;
  const schema = path.startsWith("legacy/") || path.startsWith("tools/") ? "../../schema" : "schema";
  const starts = pairsOf(contents).map(({ key }) => withCommentsAbove(text, range(key)[0]));
  let left = "";
  let at = 0;
  pairsOf(contents).forEach(({ key }, nth) => {
    const section = SECTIONS.find((each) => each === key.value);
    if (section === undefined) return;
    const [from, to] = [starts[nth] ?? 0, starts[nth + 1] ?? text.length];
    left += text.slice(at, from);
    at = to;
    const head = `# yaml-language-server: $schema=${schema}/section.schema.json\n`;
    found.set(sectionFile(path, section), `${head}${text.slice(from, to).trimEnd()}\n`);
  });
  if (found.size > 0) found.set(path, `${(left + text.slice(at)).trimEnd()}\n`);
  return found;
}

/** Where a key begins, with the lines of comment right above it. */
function withCommentsAbove(text: string, start: number): number {
  let at = start;
  for (;;) {
    const before = text.lastIndexOf("\n", at - 2) + 1;
    if (at === 0 || !text.slice(before, at).startsWith("#")) return at;
    at = before;
  }
}
