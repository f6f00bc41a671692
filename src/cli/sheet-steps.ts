// The steps of a terminal sheet: what each is called, its formula in symbols and words, and the same with its numbers.
import type { Expr } from "../engine/language/formula.js";
import type { ExplainedRule, ExplainedStep, Explanation } from "../engine/reference/explanation.js";
import { isRecord } from "../json/objects.js";
import { html, plainText } from "../pages/html.js";
import { phrase } from "../pages/sentences.js";
import type { Used } from "../pages/sheet/graph.js";
import { LIST_STEPS } from "../pages/sheet/lists.js";
import { shortNumber } from "../pages/sheet/numbers.js";
import { conditionsOf } from "../pages/sheet/rules.js";
import { quantitiesIn } from "../pages/sheet/substitution.js";
import { authority, standsForMany, type Work } from "../pages/sheet/work.js";
import { quantityText, unitText } from "../pages/show.js";
import { symbolText } from "../pages/tex-names.js";
import { citationLines, wrap } from "./sheet-lines.js";

/** Entries of a list that a line shows. */
const ENTRIES = 6;

export function stepTitle(step: ExplainedStep, { naming }: Work): string {
  const symbol = naming.symbol(step);
  const called = [naming.title(step), symbol === undefined ? "" : symbolText(symbol)].filter(
    (each) => each !== "",
  );
  if (standsForMany(step.value)) return `${called.join(" ")}, for each of ${step.value.replace(/\D/g, "")}`;
  return `${called.join(" ")} = ${short(naming.word(step.value, step.name), naming.unit(step))}`;
}

/** The formula in symbols, then with numbers. */
export function formulaLine(used: Used, work: Work, indent: string): string[] {
  const { naming } = work;
  const symbols = naming.symbolsIn(used);
  const put = quantitiesIn(used, work, (value, unit, isBase) => {
    const text = short(value, unit);
    return isBase && typeof value === "number" && unitText(unit, value) !== "" ? `(${text})` : text;
  });
  const write = (expr: Expr) =>
    plainText(
      phrase(naming.inWords(expr), {
        show: (path) => html`${put?.written.get(path) ?? symbolText(symbols.get(path) ?? path)}`,
      }),
    );
  return [write(used.formula), ...(put === undefined ? [] : [write(put.formula)])].flatMap((text) =>
    wrap(`= ${text}`, indent, `${indent}  `),
  );
}

/** Every step with its rules, and those inside it. */
export function stepLines(explanation: Explanation, work: Work): string[] {
  const steps = explanation.steps.filter(({ name }) => !LIST_STEPS.has(name));
  return steps.flatMap((step) => linesOf(step, work, "  "));
}

function linesOf(step: ExplainedStep, work: Work, indent: string): string[] {
  const inner = step.steps ?? [];
  const written = work.graph.written(step);
  const deeper = `${indent}    `;
  return [
    ...wrap(stepTitle(step, work), indent, deeper),
    ...(written === undefined ? [] : formulaLine(written, work, deeper)),
    ...(step.rules ?? []).flatMap((rule, at) => ruleLines(rule, conditionsOf(step, at, work), deeper)),
    ...(step.because === undefined ? [] : wrap(`because ${step.because}`, deeper, `${deeper}  `)),
    ...citationLines(authority(step), deeper),
    ...inner.flatMap((each) => linesOf(each, work, `${indent}  `)),
  ];
}

function ruleLines(rule: ExplainedRule, told: ReturnType<typeof conditionsOf>, indent: string): string[] {
  if (rule.outcome === "not reached") return [];
  const conditions = told.map(({ words, holds }) => `${plainText(words)} (${holds ? "yes" : "no"})`);
  const name = [rule.groups.join(" / "), rule.id ?? ""].filter((part) => part !== "").join(" ");
  const mark = rule.outcome === "holds" ? "[x]" : "[ ]";
  const said = `${mark} ${name === "" ? "" : `${name}: `}${conditions.join("; ") || "always"}`;
  return wrap(said, indent, `${indent}    `);
}

function short(value: unknown, unit?: string): string {
  if (value === null || value === undefined) return "n/a";
  if (typeof value === "number") return quantityText(value, unit, shortNumber);
  if (Array.isArray(value)) {
    const more = value.length > ENTRIES ? `, and ${value.length - ENTRIES} more` : "";
    return value.length === 0
      ? "none"
      : `${value
          .slice(0, ENTRIES)
          .map((item) => short(item))
          .join(", ")}${more}`;
  }
  if (!isRecord(value)) return String(value);
  const [named] = Object.values(value).filter((field) => typeof field === "string");
  return (
    named ??
    Object.values(value)
      .map((field) => short(field))
      .join(", ")
  );
}
