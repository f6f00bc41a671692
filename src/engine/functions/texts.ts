// Functions of texts and words.
import { inWords, longDate } from "../language/printed.js";
import { type BuiltinFunction, type FunctionExample, helper, method } from "./builtin.js";
import { toNumber } from "./evaluation.js";
import { SIGNATURES, type Signature } from "./signatures.js";

/** A function of texts. */
function ofTexts(
  usage: string,
  takes: Signature,
  computed: Pick<BuiltinFunction, "evaluate" | "code" | "runtime">,
  example: FunctionExample,
): BuiltinFunction {
  return { usage, args: usage.split(", ").length, takes, unit: "none", ...computed, example };
}

export const TEXT_FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  lower: ofTexts(
    "lower(text)",
    SIGNATURES.text,
    method("toLowerCase", (text: string) => text.toLowerCase()),
    ['lower("Ab")', '"ab"', "small letters"],
  ),
  upper: ofTexts(
    "upper(text)",
    SIGNATURES.text,
    method("toUpperCase", (text: string) => text.toUpperCase()),
    ['upper("Ab")', '"AB"', "capitals"],
  ),
  trim: ofTexts(
    "trim(text)",
    SIGNATURES.text,
    method("trim", (text: string) => text.trim()),
    ['trim("  a b ")', '"a b"', "without outer spaces"],
  ),
  replace: {
    usage: "replace(text, text, text)",
    args: 3,
    takes: SIGNATURES.text,
    unit: "none",
    evaluate: (call) => {
      const pattern = new RegExp(String(call.literal(1)), "gu");
      return (text: string, _: string, by: string) => text.replace(pattern, by);
    },
    code: (call) => (text, _, by) => `${text}.replace(${call.pattern(String(call.literal(1)))}, ${by})`,
    example: [
      'replace("a-b c", "[ -]", "")',
      '"abc"',
      "replaces every match of a regular expression, a literal in quotes",
    ],
  },
  split: ofTexts(
    "split(text, text)",
    SIGNATURES.texts,
    method("split", (text: string, by: string) => text.split(by)),
    ['split("a,b", ",")', '["a", "b"]', "pieces between a separator"],
  ),
  number: ofTexts("number(text)", SIGNATURES.numeral, helper("NUM", toNumber), [
    'number(" 12.5 ")',
    "12.5",
    "the number that a text is, else null",
  ]),
  in_words: ofTexts("in_words(number)", SIGNATURES.words, helper("WORDS", inWords), [
    "in_words(10)",
    '"ten"',
    "a whole number up to twenty as a sentence writes it, any other in digits",
  ]),
  long_date: ofTexts("long_date(date)", SIGNATURES.long_date, helper("LONG", longDate), [
    'long_date("2018-04-01")',
    '"1 April 2018"',
    "a date as a sentence writes it",
  ]),
  steps_above: {
    usage: "steps_above(word, word)",
    args: 2,
    takes: SIGNATURES.steps,
    unit: "none",
    words: "both",
    ranked: true,
    evaluate:
      ({ ranks }) =>
      (one: string, other: string) =>
        (ranks?.[one] ?? 0) - (ranks?.[other] ?? 0),
    code:
      ({ ranks }) =>
      (one, other) =>
        `(${ranks}[${one}] - ${ranks}[${other}])`,
    example: [
      'steps_above(band, "E")',
      "1",
      "how many steps the first word lies above the second on their scale; negative below it",
    ],
  },
  starts_with: ofTexts(
    "starts_with(text, text)",
    SIGNATURES.truth,
    method("startsWith", (text: string, start: string) => text.startsWith(start)),
    ['starts_with("S355", "S")', "true", "whether the first text begins with the second"],
  ),
  ends_with: ofTexts(
    "ends_with(text, text)",
    SIGNATURES.truth,
    method("endsWith", (text: string, end: string) => text.endsWith(end)),
    ['ends_with("S355", "55")', "true", "whether the first text ends with the second"],
  ),
  contains: ofTexts(
    "contains(text, text)",
    SIGNATURES.truth,
    method("includes", (text: string, piece: string) => text.includes(piece)),
    ['contains("S355 J2", "J2")', "true", "whether the first text contains the second"],
  ),
};
