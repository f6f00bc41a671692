// Mistakes of meaning in definitions: edits that stay readable but change the meaning, or are incomplete.
import { longDate } from "../../../src/engine/language/printed.js";
import { inRow, instead, isRow, type Kind, misspelt, ROW, within, without } from "./edits.js";

const GOLDEN = /^golden\/\w+\/[\w-]+\.yaml$/;
const PROMISES = /promises\.yaml$/;
const EXAMPLES = /^(?:tools|legacy)\/.*examples\.yaml$/;
const WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A name in the braces of a text, not the first key of a map. */
const isInText = (line: string, at: number) =>
  !/(?:[:,[-] |^)$/.test(line.slice(0, at)) || /"[^"]*$/.test(line.slice(0, at));

function constantOf(name: string, file: readonly string[]): string | undefined {
  const at = file.findIndex((line) => new RegExp(`^\\s+${name}:`).test(line));
  return at < 0
    ? undefined
    : /constant: "?(\d+(?:\.\d+)?|\d{4}-\d\d-\d\d)"?(?:[,}]|\s{2}|$)/.exec(
        file.slice(at, at + 3).join(" "),
      )?.[1];
}

/** Replaces the braces of a constant by its number, as when a printed sentence is copied. */
function numberForBraces(written: (number: string) => string | undefined): Kind["edit"] {
  return (match, [line = ""], _, file) => {
    const number = constantOf(match[1] ?? "", file);
    const put = number === undefined ? undefined : written(number);
    return put === undefined || !isInText(line, match.index) ? undefined : [line.replace(match[0], put)];
  };
}

const dated = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export const MEANINGS: readonly Kind[] = [
  within(
    "unit: a difference for a temperature",
    /\bunit: (degC|K)(?=[,}\s]|$)/,
    instead((unit) => (unit === "K" ? "degC" : "K")),
  ),
  within(
    "unit: another currency or scale in a name's formula",
    /^ {2}\w+_(?:gbp|eur|kw|kwh|m2|mm): .*?\b([a-z]\w+_(?:gbp|eur|kw|kwh|m2|mm)) [*/]/,
    instead((name) => `${name} * 1000`),
  ),
  within(
    "unit: a temperature for a difference",
    /\* (\(\w+_temp_c - [\w.]+_temp_c\))/,
    instead((difference) => /\w+/.exec(difference)?.[0] ?? difference),
  ),
  within(
    "prose: a day in place of the edition",
    /(\{(?:long_date\()?edition\)?\})/,
    instead(() => "1 November 2026"),
  ),
  within(
    "text: another way to print",
    /\{\w+(:,?\d)\}/,
    instead(() => ":.2f"),
  ),
  {
    name: "prose: a number in place of its braces",
    line: /\{([a-z]\w+)(?::[^{}]*)?\}/,
    edit: numberForBraces((number) => number),
  },
  {
    name: "prose: a day in place of its braces",
    line: /\{long_date\(([a-z]\w+)\)\}/,
    edit: numberForBraces((day) => longDate(day)),
  },
  {
    name: "prose: a number with commas in place of its braces",
    line: /\{([a-z]\w+)(?::[^{}]*)?\}/,
    edit: numberForBraces((number) =>
      Number(number) >= 1000 ? Number(number).toLocaleString("en-GB") : undefined,
    ),
  },
  {
    name: "prose: a number word in place of its braces",
    line: /\{(?:in_words\()?([a-z]\w+)(?:\)|:[^{}]*)?\}/,
    edit: numberForBraces((number) => WORDS[Number(number) - 2]),
  },
  within(
    "choice: two new ones",
    /choices: [[{].*([\]}])$/,
    instead((end) => `, brand_new, quite_new${end}`),
    { section: "inputs" },
  ),
  within(
    "choice: a new one with a title",
    /choices: \{.*(\})$/,
    instead(() => ", brand_new: Brand new}"),
    { section: "inputs" },
  ),
  within("choice: one deleted", /choices: [[{].*(, \w{4,}(?:: [^,{}[\]]+)?)[\]}]$/, instead(without), {
    section: "inputs",
  }),
  within("table: a misspelt word of a row", /^\s+- \{\w+: ([a-z][a-z_]{4,}), /, inRow(instead(misspelt))),
  within(
    "table: a limit that its class contradicts",
    /^\s+- \{.*?: [A-Za-z]+_?(\d{2})\w*,.*?: \1(?=[,}])/,
    ([whole, number = ""], line) =>
      line.replace(whole, whole.slice(0, -number.length) + String(Number(number) + 10)),
  ),
  within(
    "table: a class that leaves a gap to the row before",
    /^\s+- \{.*"(\d{2})_\d{2,3}"/,
    instead((number) => String(Number(number) + 5)),
  ),
  within(
    "table: a number ten times as large",
    /^\s+- \{[^{}]*\w+: (\d*[1-9](?:\.\d+)?)[,}]/,
    inRow(instead((number) => String(Number(number) * 10))),
  ),
  {
    name: "table: its last row deleted",
    line: ROW,
    takes: 2,
    edit: (_, [one = "", other = ""]) => (isRow(one) && !/^\s+- /.test(other) ? [other] : undefined),
  },
  {
    name: "rule: two rules swapped",
    line: /^\s+- \{when: (\w+ [<>]=?) .* give: .*\}$/,
    takes: 2,
    edit: ([, test = ""], [one = "", other = ""]) =>
      other.includes(`{when: ${test} `) ? [other, one] : undefined,
  },
  within("rule: a flag that does not exist", /has\(flags, "(\w{4,})"\)/, instead(misspelt)),
  within(
    "rule: and for or",
    /when: .* (or) /,
    instead(() => "and"),
    { files: /^(?:tools|legacy|parts)\/(?!.*promises\.yaml$)/ },
  ),
  within("rule: a lost not", /when: .*?\b(not )\w/, instead(without), {
    files: /^(?:tools|legacy|parts)\/(?!.*promises\.yaml$)/,
  }),
  within(
    "constant: another digit",
    /\{constant: (\d+(?:\.\d+)?)\b/,
    instead((number) => number.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10))),
  ),
  within(
    "date: a gap between two rows",
    /until: (\d{4}-\d\d-\d\d)/,
    instead((day) => dated(day, -40)),
  ),
  within(
    "date: of a day that is in no month",
    /\b\d{4}-\d\d-(\d\d)\b/,
    instead(() => "32"),
  ),
  within("bounds: the smallest left out", /(at_least: [\d.e+-]+, )/, instead(without)),
  within("text: a brace that is not closed", /\{[a-z]\w{4,}(?::[^{}]*)?(\})/, (match, line) => {
    const end = match.index + match[0].length;
    return isInText(line, match.index) ? line.slice(0, end - 1) + line.slice(end) : undefined;
  }),
  {
    name: "words: a title deleted",
    line: /^ {4}title: /,
    files: /^tools\/\w+\.yaml$/,
    section: "results",
    edit: () => [],
  },
  within("parts: a misspelt part", /^parts: \[(\w{5,})/, instead(misspelt)),
  within("parts: one left out", /^parts: \[(?:\w+, )*?(\w+, )/, instead(without)),
  { name: "yaml: a key twice", line: /^ {4}\w+: \S/, edit: (_, [line = ""]) => [line, line] },
  within("yaml: a lost dash", /^\s+(- )\w+: /, instead(without)),
  {
    name: "cite: a line left out",
    line: /^\s+cite: [a-z]/,
    edit: () => [],
  },
  within("source: a misspelt id", /^([a-z]\w{6,}):$/, instead(misspelt), { files: /^sources\.yaml$/ }),
  within("source: a misspelt kind of evidence", /^ {2}evidence: (\w+)$/, instead(misspelt), {
    files: /^sources\.yaml$/,
  }),
  within(
    "figure: a range outside the bounds",
    /^\s+to: (\d+(?:\.\d+)?)$/,
    instead((number) => String(Number(number) * 1000)),
    { files: /figures\.yaml$/ },
  ),
  within(
    "promise: the other way round",
    /^\s+never: \{?\w+: (less|more|better|worse)\b/,
    instead((way) => ({ less: "more", more: "less", better: "worse", worse: "better" })[way] ?? way),
    { files: PROMISES },
  ),
  within("promise: a word that does not exist", /^\s+when: .*"([a-z_]{4,})"/, instead(misspelt), {
    files: PROMISES,
  }),
  within("example: a word that is no choice", /\{\w+: ([a-z_]{5,})[,}]/, instead(misspelt), {
    files: EXAMPLES,
  }),
  within(
    "example: a number out of bounds",
    /\w+: (\d+)[,}]/,
    instead(() => "-99999999"),
    { files: EXAMPLES },
  ),
  within("golden: a misspelt input", /input: \{(\w{5,}): /, instead(misspelt), { files: GOLDEN }),
  within(
    "golden: another number expected",
    /^ {6}\w+: (\d+(?:\.\d+)?)$/,
    instead((number) => number.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10))),
    { files: GOLDEN, casePart: "expect" },
  ),
  within("golden: a misspelt result", /^ {6}([a-z]\w{5,}): \d/, instead(misspelt), {
    files: GOLDEN,
    casePart: "expect",
  }),
];
