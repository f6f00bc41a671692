// Slips of the hand in definitions: edits that make something unreadable, missing or inconsistent.
import { inRow, instead, isRow, type Kind, misspelt, ROW, within, without } from "./edits.js";

const SCALES: Readonly<Record<string, string>> = {
  ...{ kW: "MW", m2: "mm2", kWh: "MWh", mm: "m", m: "mm", kN: "N", GBP: "EUR", EUR: "GBP" },
  ...{ "%": "1", kg: "t", tCO2e: "kgCO2e", W: "kW" },
};
const PRODUCT = /[a-z_]+_(?:kw|m2|mm|kn|gbp|eur|kwh)( \* )[a-z_]+/;
const FIGURES = /figures\.yaml$/;
const PROMISES = /promises\.yaml$/;

export const SLIPS: readonly Kind[] = [
  within(
    "unit: another scale",
    /\bunit: (kW|m2|kWh|mm|m|kN|GBP|EUR|%|kg|tCO2e|W)(?=[,}\s]|$)/,
    instead((unit) => SCALES[unit] ?? unit),
  ),
  within("unit: a lost factor of 1000", /( [*/] 1000)\b/, instead(without)),
  within(
    "unit: a factor upside down",
    /( \/ )1000\b/,
    instead(() => " * "),
  ),
  within("unit: a lost 100 of per cent", /\b(100 \* )/, instead(without)),
  within("unit: a lost / 100 beside 1", /\b1 [+-] [\w.]+_pct( \/ 100)\b/, instead(without)),
  within("unit: a lost 12 of years", /add_months\(\w+, (12 \* )\w+_years\)/, instead(without)),
  within(
    "unit: another power of ten",
    /[*/] (1000)\b/,
    instead(() => "100"),
    { section: "values" },
  ),
  within(
    "unit: + for *",
    PRODUCT,
    instead(() => " + "),
  ),
  within(
    "unit: / for *",
    PRODUCT,
    instead(() => " / "),
  ),
  within(
    "formula: a misspelt name",
    /^\s+[a-z_0-9]+: (?:= )?(?:\w+\()?([a-z]\w{5,}_\w+) [-+*/<>]/,
    instead(misspelt),
  ),
  within(
    "formula: a misspelt function",
    /\b(round|max|min|sum|count|given|has|ceil|floor|one_of|starts_with|interpolate)\(/,
    instead(misspelt),
  ),
  within("formula: a lost parenthesis", /: [^{}"]*\(.*(\)) [-+*/]/, instead(without)),
  within(
    "formula: = for ==",
    /( == )/,
    instead(() => " = "),
  ),
  within(
    "formula: a lost operator",
    /[a-z_]+_[a-z]+( [*/] )[a-z_]+/,
    instead(() => " "),
  ),
  within("formula: a lost quote", /== (")\w+"/, (match, line) => {
    const at = match.index + 3;
    return line.slice(0, at) + line.slice(at + 1);
  }),
  within(
    "formula: an argument left out",
    /\bif\(([^,()]+), ([^,()]+), ([^,()]+)\)/,
    ([whole, test, yes], line) => line.replace(whole, `if(${test}, ${yes})`),
  ),
  within(
    "formula: the lists of interpolate() swapped",
    /interpolate\((\w[\w.]*), (\w[\w.]*), (\w[\w.]*)\)/,
    ([whole, x, xs, ys], line) => line.replace(whole, `interpolate(${x}, ${ys}, ${xs})`),
  ),
  within("rule: a misspelt word", /(?:==|!=) "([a-z_]{4,})"/, instead(misspelt)),
  { name: "rule: otherwise deleted", line: /^\s+otherwise: /, edit: () => [] },
  within(
    "rule: a condition that contradicts itself",
    /when: ([a-z_]+) (>|<) (\d+)(?=[,}]|$)/,
    ([whole, name, sign, limit], line) =>
      line.replace(whole, `${whole} and ${name} ${sign === ">" ? "<" : ">"} ${limit}`),
  ),
  within(
    "rule: a comparison turned round",
    /- \{when: \w+ (<=|>=) [\w.]+, give/,
    instead((sign) => (sign === "<=" ? ">=" : "<=")),
  ),
  {
    name: "rule: pasted twice",
    line: /^\s+- \{when: .*\}$/,
    edit: (_, [line = ""]) => [line, line],
  },
  within(
    "choice: a new one",
    /choices: \[.*(\])$/,
    instead(() => ", brand_new]"),
    { section: "inputs" },
  ),
  within("choice: misspelt", /choices: \[(\w{4,})(?:, \w+)+\]/, instead(misspelt)),
  {
    name: "table: a row pasted twice",
    line: ROW,
    edit: (_, [line = ""]) => (isRow(line) ? [line, line] : undefined),
  },
  {
    name: "table: a row deleted",
    line: ROW,
    takes: 3,
    edit: (_, lines) => (lines.every(isRow) ? [lines[0] ?? "", lines[2] ?? ""] : undefined),
  },
  within(
    "table: a number as a text",
    /^\s+- \{[^{}]*\w+: (\d+(?:\.\d+)?), .*\}/,
    inRow(instead((number) => `"${number}"`)),
  ),
  within("table: a misspelt column", /^\s+- \{\w+: [^{},]+, (\w{4,}): .*\}/, inRow(instead(misspelt))),
  within("table: a cell left out", /^\s+- \{\w+: [^{},]+, (\w{3,}: [^{},]+, ).*\}/, inRow(instead(without))),
  within(
    "table: a lost decimal point",
    /^\s+- \{[^{}]*\w+: (\d+\.\d+)[,}]/,
    inRow(instead((number) => number.replace(".", ""))),
  ),
  {
    name: "table: two rows swapped",
    line: /^\s+- \{\w+: -?[\d.]+, [^{}]+\}$/,
    takes: 2,
    edit: (_, [one = "", other = ""]) => (isRow(one) && isRow(other) ? [other, one] : undefined),
  },
  within(
    "table: another kind of band end",
    /^\s+keys: \{.*\b\w+: (at_most|below|at_least|above)\b/,
    instead(
      (kind) => ({ at_most: "below", below: "at_most", at_least: "above", above: "at_least" })[kind] ?? kind,
    ),
  ),
  within(
    "date: month and day turned round",
    /\b\d{4}-(\d\d-(?:1[3-9]|2\d|3[01]))\b/,
    instead((day) => day.split("-").reverse().join("-")),
  ),
  within("date: until before from", /from: (\d{4})-\d\d-\d\d, until: (\d{4})/, ([whole, from = ""], line) =>
    line.replace(whole, whole.replace(/\d{4}$/, String(Number(from) - 2))),
  ),
  within(
    "date: from one day late",
    /from: \d{4}-\d\d-(01)\b/,
    instead(() => "02"),
  ),
  within("cite: a misspelt source", /cite: ([a-z]\w{5,}) /, instead(misspelt)),
  within(
    "cite: left out",
    /\{constant: (?!(?:0|1|2|0\.5)[,}])[\d.]+(?:, unit: [^,]+)?(, cite: [^{},]+)\}/,
    instead(without),
  ),
  within("yaml: a lost comma", /\{\w+: [^{},"']+(,) \w+: /, instead(without)),
  within(
    "yaml: two commas",
    /\{\w+: [^{},"']+(,) \w+: /,
    instead(() => ",,"),
  ),
  within("yaml: a lost colon", /^\s{4,}\w+(:) \w[^{}:]*$/, instead(without)),
  within("yaml: a lost brace at the beginning", /^\s+- (\{)\w+: [^{}]+, \w+: [^{}]+\}$/, instead(without)),
  within(
    "yaml: a number with a comma",
    /\{constant: (\d\d{3}|\d\.\d)(?=[,}])/,
    instead((number) =>
      number.includes(".") ? number.replace(".", ",") : `${number[0]},${number.slice(1)}`,
    ),
  ),
  within("yaml: a lost brace", /(?::|-) \{.*(\})$/, instead(without)),
  within("yaml: a lost bracket", /\[.*(\])/, instead(without)),
  within("yaml: a lost space after a colon", /^\s+\w+:( )\w/, instead(without)),
  within("yaml: one space too many", /^\s{4,}\w+: [^{}]*[^{},]$/, (_, line) => ` ${line}`),
  within("yaml: one space too few", /^\s{4,}\w+: [^{}]*[^{},]$/, (_, line) => line.slice(1)),
  within("yaml: a tab", /^\s{4,}\w+: [^{}]*[^{},]$/, (_, line) => `\t${line.trimStart()}`),
  within(
    "yaml: a colon in a text without quotes",
    /(?:say|description|because): ("?[A-Z]\w+ [^":#]{20,}"?)$/,
    instead((text) => text.replaceAll('"', "").replace(" ", ": ")),
  ),
  within(
    "yaml: a # that cuts a text",
    /(?:say|description|because): ([A-Z]\w+ [^":#{}]{20,})$/,
    instead((text) => text.replace(" ", " #")),
  ),
  within("yaml: a lost quote at the end", /^\s+(?:- )?(?:\w+: )?"[^"]{8,}(")$/, instead(without)),
  within(
    "yaml: brackets without quotes within braces",
    /\{(?:when|formula|value): ("[^"']*\[[^"']*")/,
    instead((formula) => formula.slice(1, -1)),
  ),
  within(
    "key: misspelt",
    /^\s+(title|description|formula|assumed|at_least|at_most|optional|decide|otherwise|because|constant|unit|round|cite|when|always|keys|rows|say|give): /,
    instead(misspelt),
  ),
  within(
    "key: as other languages call it",
    /\b(at_least|at_most): -?[\d.]+/,
    instead((key) => (key === "at_least" ? "min" : "max")),
    { section: "inputs" },
  ),
  within(
    "bounds: turned round",
    /at_least: ([\d.]+), at_most: ([\d.]+)(?=[,}\s]|$)/,
    ([whole, low, high], line) =>
      Number(low) === Number(high) ? undefined : line.replace(whole, `at_least: ${high}, at_most: ${low}`),
  ),
  within("bounds: the largest left out", /(, at_most: [\d.e+]+)/, instead(without)),
  within(
    "bounds: an assumed value outside",
    /assumed: (\d+(?:\.\d+)?)(?=[,}\s]|$)/,
    instead(() => "-7777"),
  ),
  within(
    "result: a misspelt name",
    /^ {2}([a-z]\w{5,}): \{.*(?:round|description|title)/,
    ([, name = ""], line, random) => line.replace(name, misspelt(name, random)),
    { files: /^(?:tools|legacy)\/\w+\.yaml$/, section: "results" },
  ),
  within("text: a misspelt name in braces", /\{([a-z]\w{4,})(?::[^{}]*)?\}/, (match, line, random) =>
    /[:-] \{$/.test(line.slice(0, match.index + 1))
      ? undefined
      : line.replace(`{${match[1]}`, `{${misspelt(match[1] ?? "", random)}`),
  ),
  within(
    "prose: another number in a sentence",
    /(?:say|- "|- [A-Z]).*?\b(\d{2,4}) (?:GBP|EUR|kW|m2|percent|%|mm)/,
    (match, line) => line.replace(new RegExp(`\\b${match[1]}\\b`), String(Number(match[1]) + 7)),
  ),
  within(
    "figure: a misspelt name",
    /(?:x|y|of|value|from|series|bars|limit): ([a-z]\w{5,})\b/,
    instead(misspelt),
    {
      files: FIGURES,
    },
  ),
  {
    name: "figure: a range that runs backwards",
    line: /^\s+from: ./,
    takes: 2,
    files: FIGURES,
    edit: (_, [from = "", to = ""]) =>
      to.trimStart().startsWith("to: ")
        ? [to.replace("to: ", "from: "), from.replace("from: ", "to: ")]
        : undefined,
  },
  within(
    "promise: a misspelt name",
    /(?:always|when|never|raise|lower): .*?([a-z]\w+_\w{3,})/,
    ([, name = ""], line, random) => line.replace(name, misspelt(name, random)),
    { files: PROMISES },
  ),
  within(
    "promise: a condition that contradicts itself",
    /^\s+when: ([a-z_]+) == ("\w+"|true)$/,
    ([whole, name], line) => line.replace(whole, `${whole} and ${name} != ${whole.split(" == ")[1]}`),
    { files: PROMISES },
  ),
  within(
    "example: a misspelt input",
    /\{(\w{5,}): /,
    ([, name = ""], line, random) => line.replace(name, misspelt(name, random)),
    { files: /^(?:tools|legacy)\/.*examples\.yaml$/ },
  ),
];
