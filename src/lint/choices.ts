// A choice of an input that nothing of its tool names: rules that speak of the others swallow it in what holds otherwise.
// Choices that are meant to be alike are named by a promise that changes one for another and keeps the results.
import type { Check } from "../engine/checks/check.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Report } from "../engine/language/findings.js";
import { locationOf } from "../engine/language/locations.js";
import type { Memory } from "../engine/language/memory.js";
import type { ToolDef } from "../engine/language/model.js";
import { wordsOf } from "../engine/language/types.js";
import { wordsIn } from "./words-alone.js";

export const CHOICE: Check = {
  code: "choice",
  refuses:
    "a choice of an input that nothing of its tool names but sentences: no rule, table, promise, example or braces of a text",
  example:
    "Nothing tells the choice medium of kind from the others. (let a rule, table, promise or braces of a text name it, or delete it)",
};

/** Files that give choices their titles. */
const SHOWING = /\/words\.yaml$/;

/** Of two choices one is what the other is not. */
const FEWEST = 3;

export function checkChoices(
  def: ToolDef,
  files: ReadonlyMap<string, DefinitionFile>,
  memory: Memory,
  report: Report,
): void {
  const own = def.files.flatMap((path) => (SHOWING.test(path) ? [] : (files.get(path) ?? [])));
  const counts = own.map(({ path, text }) =>
    memory.step(path, "word counts", [text], report, () => wordsIn(text)),
  );
  const count = (word: string) => counts.reduce((sum, words) => sum + (words.get(word) ?? 0), 0);
  for (const { name, type, location } of def.inputs.values()) {
    const one = type.kind === "list" ? type.item : type;
    const words = one.kind === "text" || one.kind === "scale" ? [...(wordsOf(one) ?? [])] : [];
    if (words.length < FEWEST || location.file.startsWith("parts/")) continue;
    if (type.kind === "list" && isRunOver(name, own)) continue;
    const alone = words.filter((each) => /^\w+$/.test(each) && count(each) === 1);
    const lines = alone.length === 0 ? [] : (files.get(location.file)?.text.split("\n") ?? []);
    for (const word of alone) {
      const at = lines.findIndex(
        (line, index) => index >= location.line - 1 && new RegExp(`\\b${word}\\b`).test(line),
      );
      // A choice that comes from a row of a table is told from the others by it.
      if (at < 0) continue;
      report.error(
        CHOICE.code,
        { ...location, line: at + 1 },
        `Nothing tells the choice ${word} of ${name} from the others.`,
        "let a rule, table, promise or braces of a text name it, or delete it",
      );
    }
  }
}

/** Whether a rule runs over the choices that were made, and says each of them. */
function isRunOver(name: string, own: readonly DefinitionFile[]): boolean {
  const loop = new RegExp(`each: \\{\\w+: ${name}\\}`);
  return own.some(({ text }) => loop.test(text));
}

/** With one choice there is nothing to choose: the others were lost. */
export function checkOnlyChoice(def: ToolDef, report: Report): void {
  for (const { name, type } of def.inputs.values())
    if (type.kind === "text" && type.set?.size === 1)
      report.error(
        CHOICE.code,
        locationOf(
          (def.holder as { inputs?: Record<string, object> }).inputs?.[name] ?? def.holder,
          "choices",
        ),
        `The input ${name} has one choice only.`,
        "add the others, or delete the input",
      );
}
