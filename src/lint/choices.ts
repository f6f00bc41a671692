// A choice of an input that nothing of its tool names, where the tool names each of the others: rules that speak of the
// others swallow it in what holds otherwise.
import type { Check } from "../engine/checks/check.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef } from "../engine/language/model.js";
import { wordsOf } from "../engine/language/types.js";

export const CHOICE: Check = {
  code: "choice",
  refuses: "the only choice of an input that no rule, table or text of the tool names",
  example:
    "Nothing tells the choice medium of kind from the others. (let a rule, table or text name it, or delete it)",
};

/** Of two choices one is what the other is not. */
const FEWEST = 3;
const counts = new WeakMap<DefinitionFile, ReadonlyMap<string, number>>();

export function checkChoices(def: ToolDef, files: ReadonlyMap<string, DefinitionFile>, report: Report): void {
  const own = def.files.flatMap((path) => files.get(path) ?? []);
  const count = (word: string) => own.reduce((sum, file) => sum + (wordsIn(file).get(word) ?? 0), 0);
  const main = files.get(def.file);
  for (const { name, type, location } of def.inputs.values()) {
    const one = type.kind === "list" ? type.item : type;
    const words = one.kind === "text" || one.kind === "scale" ? [...(wordsOf(one) ?? [])] : [];
    if (words.length < FEWEST || location.file !== def.file || main === undefined) continue;
    const alone = words.filter((word) => /^\w+$/.test(word) && count(word) === 1);
    const [word] = alone;
    const line = word === undefined ? undefined : choicesLine(main.text, location.line, word);
    // What several choices share is meant to be shared.
    if (alone.length !== 1 || line === undefined) continue;
    report.error(
      CHOICE.code,
      { ...location, line },
      `Nothing tells the choice ${word} of ${name} from the others.`,
      "let a rule, table or text name it, or delete it",
    );
  }
}

/** The line under an input that lists the word among its choices. */
function choicesLine(text: string, from: number, word: string): number | undefined {
  const lines = text.split("\n");
  const listed = new RegExp(`choices: \\[.*\\b${word}\\b`);
  const end = lines.findIndex((line, at) => at >= from && /^ {0,2}\S/.test(line));
  const at = lines.findIndex((line, index) => index >= from - 1 && listed.test(line));
  return at < 0 || (end >= 0 && at >= end && at >= from) ? undefined : at + 1;
}

/** How often each word stands in a file, outside comments. */
function wordsIn(file: DefinitionFile): ReadonlyMap<string, number> {
  const known = counts.get(file);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  for (const line of file.text.split("\n"))
    for (const [word] of line.replace(/(?:^|\s)#.*$/, "").matchAll(/\w+/g))
      found.set(word, (found.get(word) ?? 0) + 1);
  counts.set(file, found);
  return found;
}
