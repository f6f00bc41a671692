// The summary of a table: rows, verdicts, extremes and errors by kind.

import type { RuntimeTool } from "../engine/run/tool.js";
import { fieldsByName } from "../tables/fields.js";
import { titleAt, verdictsOf } from "../tables/figures.js";
import { ASIDE_TITLES, type Tally } from "../tables/tally.js";
import { meantChoice } from "../tables/unknown-words.js";
import { manyOf } from "../wording/wording.js";
import { columns } from "./columns.js";
import { look } from "./style.js";

interface SetContext {
  readonly resumed: number;
  readonly output: string | undefined;
  readonly page: string | undefined;
}

const MOST_ERRORS = 20;

export function summaryData(tool: RuntimeTool, tally: Tally): object {
  const { rows, refused, broken, verdicts, numbers, errors } = tally;
  return {
    tool: tool.name,
    version: tool.facts.version,
    edition: tool.facts.edition,
    rows,
    computed: rows - refused,
    refused,
    broken_lines: broken,
    set_aside: Object.entries(tally.aside).map(([kind, { count, line }]) => ({
      kind,
      count,
      first_line: line,
    })),
    rows_with_notes: tally.noted,
    unknown_words: Object.entries(tally.unknown).flatMap(([input, words]) =>
      Object.entries(words).map(([word, { count, line }]) => ({ input, word, count, first_line: line })),
    ),
    verdicts,
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([path, { count, sum, min, minLine, max, maxLine }]) => [
        path,
        { count, mean: sum / count, sum, least: min, least_line: minLine, most: max, most_line: maxLine },
      ]),
    ),
    errors: Object.entries(errors).map(([kind, { count, line }]) => ({ kind, count, first_line: line })),
  };
}

export function summaryText(tool: RuntimeTool, tally: Tally, { resumed, output, page }: SetContext): string {
  const { rows, refused, numbers, errors } = tally;
  const share = (count: number) => `${((100 * count) / Math.max(1, rows)).toFixed(1)} %`;
  const lines = [
    `${look("bold", tool.facts.title)}: ${tidy(rows)} ${rows === 1 ? "row" : "rows"}, ${tidy(rows - refused)} computed, ${tidy(refused)} refused`,
  ];
  if (resumed > 0)
    lines.push(`${tidy(resumed)} of them were computed by the run before, which was broken off.`);
  for (const [kind, { count, line }] of Object.entries(tally.aside))
    lines.push(`Set aside: ${manyOf(count, "row")} (${ASIDE_TITLES[kind] ?? kind}), first in line ${line}.`);
  if (tally.noted > 0)
    lines.push(`${manyOf(tally.noted, "row")} with notes: see the column notes of the results.`);
  if (tally.foreign) lines.push("The table is not in UTF-8; it was read as Windows-1252.");
  const most = tidy(rows).length;
  const verdicts = verdictsOf(tool, tally).map(({ title, count }) => [
    `  ${title}`,
    tidy(count).padStart(most),
    share(count).padStart(7),
  ]);
  if (verdicts.length > 0)
    lines.push(
      "",
      look("bold", titleAt(tool, tool.facts.headline?.verdict ?? "")),
      columns(verdicts).trimEnd(),
    );
  const extremes = Object.entries(numbers).map(([path, { count, sum, min, minLine, max, maxLine }]) => [
    `  ${titleAt(tool, path)}`,
    `least ${tidy(min)} (line ${minLine})`,
    `mean ${tidy(sum / count)}`,
    `most ${tidy(max)} (line ${maxLine})`,
  ]);
  if (extremes.length > 0) lines.push("", look("bold", "Numbers"), columns(extremes).trimEnd());
  const kinds = Object.entries(errors).sort(([, a], [, b]) => b.count - a.count);
  if (kinds.length > 0) {
    lines.push("", look("bold", "Errors"));
    for (const [kind, { count, line }] of kinds.slice(0, MOST_ERRORS))
      lines.push(`  ${tidy(count).padStart(most)}  ${kind} (first in line ${line})`);
    if (kinds.length > MOST_ERRORS) lines.push(`  and ${kinds.length - MOST_ERRORS} kinds more`);
  }
  lines.push(...unknownWords(tool, tally));
  const written = [output, page].filter((file) => file !== undefined);
  if (written.length > 0) lines.push("", `Written: ${written.join(", ")}`);
  return `${lines.join("\n")}\n`;
}

/** Words that no choice has, with the option that gives them a meaning. */
function unknownWords(tool: RuntimeTool, { unknown }: Tally): string[] {
  const fields = fieldsByName(tool);
  const lines = Object.entries(unknown).flatMap(([name, words]) => {
    const schema = fields.get(name)?.schema ?? {};
    const found = Object.entries(words).map(([word, { count }]) => ({
      word,
      count,
      choice: meantChoice(schema, word),
    }));
    const pairs = found.map(({ word, choice }) => `${word}:${choice ?? "choice"}`);
    return [
      `  ${schema.title ?? name}: ${found.map(({ word, count }) => `${word} (${tidy(count)})`).join(", ")}`,
      `    --words ${name}="${pairs.join(",")}"`,
    ];
  });
  return lines.length === 0 ? [] : ["", look("bold", "Words that no choice has"), ...lines];
}

/** Formats a number for the terminal; whole numbers keep all digits. */
export function tidy(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-GB");
  return Number(value.toPrecision(6)).toLocaleString("en-GB", { maximumSignificantDigits: 6 });
}
