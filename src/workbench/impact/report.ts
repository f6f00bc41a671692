// Writes the report of a comparison: text for the terminal, Markdown for pull requests.

import { plainLine } from "../../engine/language/findings.js";
import { manyOf } from "../../wording/wording.js";
import { appliedWords, summaryOf } from "../promises/report.js";
import type { Flip, NumberMove, Probe, ToolImpact } from "./impact.js";
import type { PromiseImpact } from "./promises.js";

export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly seed: string;
  readonly tools: readonly ToolImpact[];
}

const LONGEST_INPUT = 400;

export function textReport(report: ImpactReport): string {
  const lines = [headline(report), ""];
  for (const impact of moving(report)) {
    lines.push(title(impact));
    if (impact.status !== "added" && impact.status !== "removed") lines.push(`  ${shareWords(impact)}`);
    for (const found of impact.findings) lines.push(`  finding: ${found}`);
    if (impact.promises !== undefined) {
      lines.push(`  ${promiseWords(impact.promises)}`);
      lines.push(...eachPromise(impact.promises).map((each) => `    ${each}`));
    }
    const width = Math.max(0, ...impact.numbers.map(({ path }) => path.length));
    if (impact.numbers.length > 0) lines.push("  numbers: changed, largest change, where");
    for (const move of impact.numbers)
      lines.push(
        `    ${move.path.padEnd(width)}  ${String(move.changed).padStart(5)}  ${change(move)}  ${move.example.name}`,
      );
    if (impact.verdicts.length > 0) lines.push("  verdicts that flipped");
    for (const flip of impact.verdicts)
      lines.push(
        `    ${flip.path}: ${flipped(flip)}, ${times(flip.count)}`,
        `      ${exampleOf(flip.example)}`,
      );
    for (const [words, met] of acceptance(impact))
      lines.push(`  ${words}, ${times(met.count)}`, `      ${exampleOf(met.example)}`);
    if (impact.texts.length > 0) lines.push(`  texts: ${texts(impact)}`);
    for (const [mark, sentence] of sentences(impact)) lines.push(`    ${mark} ${sentence}`);
    lines.push("");
  }
  lines.push(conclusion(report), "");
  return lines.join("\n");
}

export function markdownReport(report: ImpactReport): string {
  const lines = [`## ${headline(report)}`, ""];
  for (const impact of moving(report)) {
    lines.push(`### ${title(impact)}`, "");
    if (impact.status !== "added" && impact.status !== "removed") lines.push(`${shareWords(impact)}.`, "");
    for (const found of impact.findings) lines.push(`> **Finding.** ${words(found)}`, "");
    if (impact.promises !== undefined) {
      lines.push(`${words(promiseWords(impact.promises))}.`, "");
      const each = eachPromise(impact.promises).map((one) => `- ${words(one)}`);
      if (each.length > 0)
        lines.push("<details><summary>Each promise</summary>", "", ...each, "", "</details>", "");
    }
    if (impact.numbers.length > 0) {
      lines.push("| number | changed | largest change | where |", "|---|---:|---|---|");
      for (const move of impact.numbers)
        lines.push(
          `| \`${move.path}\` | ${move.changed} | ${words(change(move))} | ${words(move.example.name)} |`,
        );
      lines.push("");
    }
    if (impact.verdicts.length > 0) {
      lines.push("| verdict | flipped | times | example |", "|---|---|---:|---|");
      for (const flip of impact.verdicts)
        lines.push(`| \`${flip.path}\` | ${words(flipped(flip))} | ${flip.count} | ${cell(flip.example)} |`);
      lines.push("");
    }
    for (const [said, met] of acceptance(impact))
      lines.push(`${said}, ${times(met.count)}: ${cell(met.example)}`, "");
    if (impact.texts.length > 0) lines.push(`Texts: ${texts(impact)}.`, "");
    if (sentences(impact).length > 0)
      lines.push("```diff", ...sentences(impact).map(([mark, text]) => `${mark} ${text}`), "```", "");
  }
  lines.push(conclusion(report), "");
  return lines.join("\n");
}

export function moving({ tools }: ImpactReport): ToolImpact[] {
  return tools.filter(({ status }) => status !== "same files");
}

function headline({ before, after, seed }: ImpactReport): string {
  return `Impact from ${before} to ${after} (seed ${seed})`;
}

function title(impact: ToolImpact): string {
  return `${impact.tool} ${versionWords(impact)}`;
}

export function versionWords({ status, version }: ToolImpact): string {
  if (status === "added") return `${version.after}: added`;
  if (status === "removed") return `${version.before}: removed`;
  return version.before === version.after
    ? `${version.after}, same version`
    : `${version.before} to ${version.after}`;
}

export function shareWords({
  inputs: { golden, random, edit },
  computed,
  changed,
  status,
}: ToolImpact): string {
  const percent = computed === 0 ? 0 : (100 * changed) / computed;
  const all = golden + random + edit;
  if (status === "no change") return `no change seen in ${manyOf(all, "input")}, ${edit} of them at the edit`;
  const refused = all - computed;
  return (
    `${changed} of ${computed} results changed, ${percent.toFixed(1)} % ` +
    `(${manyOf(golden, "golden input")}, ${edit} at the edit and ${random} at random` +
    `${refused === 0 ? "" : `; ${refused} are refused by both`})`
  );
}

export function promiseWords({ tried, inputs, broken, unproved, ...total }: PromiseImpact): string {
  if (tried === 0) return "the tool promises nothing";
  const untried = unproved.length === 0 ? "" : `; no input applied to ${unproved.join(", ")}`;
  const outcome = broken.length === 0 ? "none broken" : `${broken.length} broken`;
  return `${manyOf(tried, "promise")} tried on ${inputs} inputs, those at the edit first: ${outcome}; ${appliedWords(total)}${untried}`;
}

const FIRST = { broken: 0, untried: 1, held: 2 };

/** Returns a line for each promise: broken ones first, then those that never applied. */
export function eachPromise({ each }: PromiseImpact): string[] {
  return each
    .toSorted((a, b) => FIRST[a.outcome] - FIRST[b.outcome])
    .map((tried) => `${tried.promise}: ${summaryOf(tried)}`);
}

function change({ before, after }: NumberMove): string {
  if (Array.isArray(before) && Array.isArray(after)) return `${before.length} to ${after.length} entries`;
  if (typeof before !== "number" || typeof after !== "number") return `${brief(before)} to ${brief(after)}`;
  const step = Number((after - before).toPrecision(4));
  const relative =
    before === 0 ? "" : `, ${signed(Number(((100 * (after - before)) / Math.abs(before)).toPrecision(3)))} %`;
  return `${before} to ${after} (${signed(step)}${relative})`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function flipped({ before, after }: Flip): string {
  return `${brief(before)} to ${brief(after)}`;
}

function brief(value: unknown): string {
  if (value === undefined) return "absent";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function acceptance({ refused, accepted }: ToolImpact): [string, { count: number; example: Probe }][] {
  const said = [
    ["Refused now, accepted before", refused],
    ["Accepted now, refused before", accepted],
  ] as const;
  return said.flatMap(([words, met]) => (met === undefined ? [] : [[words, met]]));
}

function texts(impact: ToolImpact): string {
  return impact.texts.map(({ path, changed }) => `${path} ${changed}`).join(", ");
}

/** Returns one example change for each text field. */
function sentences({ texts: moved }: ToolImpact): (readonly ["-" | "+", string])[] {
  return moved.flatMap(({ before, after }) => [
    ...before.map((text) => ["-", text] as const),
    ...after.map((text) => ["+", text] as const),
  ]);
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function exampleOf({ name, input }: Probe): string {
  return `${name}: ${inputOf(input)}`;
}

function cell({ name, input }: Probe): string {
  // Inside code marks only backticks and bars need escaping.
  return `${words(name)}: \`${plainLine(inputOf(input)).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** Escapes Markdown in words of definitions and cases. */
function words(text: string): string {
  return plainLine(text).replace(/[\\`*_[\]<>&|!#@~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function inputOf(input: unknown): string {
  const text = JSON.stringify(input);
  return text.length > LONGEST_INPUT ? `${text.slice(0, LONGEST_INPUT)}...` : text;
}

function conclusion(report: ImpactReport): string {
  const count = (status: ToolImpact["status"]) =>
    report.tools.filter((tool) => tool.status === status).length;
  const findings = report.tools.reduce((sum, tool) => sum + tool.findings.length, 0);
  const parts = [
    manyOf(report.tools.length, "tool"),
    `${count("changed")} changed`,
    `${count("no change")} edited without a change`,
    `${count("same files")} untouched`,
    ...(count("added") > 0 ? [`${count("added")} added`] : []),
    ...(count("removed") > 0 ? [`${count("removed")} removed`] : []),
  ];
  return `${parts.join(", ")}; ${manyOf(findings, "finding")}`;
}
