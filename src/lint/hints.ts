// What mends a finding, where the same holds for all of its kind and whoever found it did not say.
import type { Finding } from "../engine/language/findings.js";

const HINTS: readonly { readonly check: string; readonly message: RegExp; readonly hint: string }[] = [
  {
    check: "units",
    message: /^The formula /,
    hint: "only like units are added, compared or given: correct the formula, or the unit",
  },
  { check: "input", message: /, which is assumed for /, hint: "assume what a caller may send" },
  { check: "example", message: /^The tool refuses /, hint: "mend the input" },
  {
    check: "word",
    message: / is not a word of the scale /,
    hint: "add it to the scale, or choose of its words",
  },
  { check: "yaml", message: /Missing closing .quote/, hint: "close the text with the quote that opens it" },
  {
    check: "yaml",
    message: /Missing , or : between flow /,
    hint: "put a comma between the two, or quotes around the whole",
  },
  { check: "result", message: / has neither a title /, hint: "add title:" },
  {
    check: "text",
    message: / never closed\.$/,
    hint: "close it behind the name or formula, or write it without",
  },
  {
    check: "structure",
    message: / must be a text .*, not a list\.$/,
    hint: "brackets make a list: quote a formula that has them",
  },
];

/** A word that a message to callers proposes, and the one that it is for. */
const PROPOSED = /"([^"]*)"[^"]* Did you mean (\S+)\?$/;

export function withHint(finding: Finding): Finding {
  const { check, message, hint } = finding;
  if (hint !== undefined) return finding;
  const [, said, meant] = PROPOSED.exec(message) ?? [];
  if (said !== undefined && meant !== undefined)
    return { ...finding, hint: `did you mean ${meant}?`, typo: { said, meant } };
  const known = HINTS.find((each) => each.check === check && each.message.test(message));
  return known === undefined ? finding : { ...finding, hint: known.hint };
}
