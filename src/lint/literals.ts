// Reports words that look like formulas without a mark: `give: total_kw` returns the word, `give: = total_kw` the
// value.

import type { Check } from "../engine/checks/check.js";
import { FUNCTION_NAMES } from "../engine/functions/all.js";
import type { Report } from "../engine/language/findings.js";
import { FormulaError, parseFormula } from "../engine/language/formula.js";
import type { Type } from "../engine/language/types.js";
import type { ToolPlan, TypedFormula } from "../engine/typing/plan.js";
import { PROSE } from "./prose.js";

export const LITERAL: Check = {
  code: "literal",
  refuses: "a word that is the name of an input or value, without the mark `= `",
  example:
    'This is the word power_kw, not the value of that name. (write = power_kw, or = "power_kw" for the word)',
};

export function checkLiterals({ def, root, formulas }: ToolPlan, report: Report): void {
  const named = new Map<string, Type>([
    ...[...def.inputs].map(([name, { type }]) => [name, type] as const),
    ...[...root.slots].map(([name, { type }]) => [name, type] as const),
  ]);
  const isCalled = (name: string) =>
    named.has(name) || def.calculations.has(name) || def.tables.has(name) || FUNCTION_NAMES.has(name);
  const texts = formulas.filter(({ typed }) => isText(typed.type));
  const beside = new Map<unknown, Set<string>>();
  for (const each of texts)
    beside.set(givenWith(each), (beside.get(givenWith(each)) ?? new Set()).add(literalOf(each) ?? ""));
  for (const checked of texts) {
    const word = literalOf(checked);
    if (word === undefined) continue;
    const { at, key } = checked.written;
    const location = at.of(key);
    const type = named.get(word);
    if (type === undefined) {
      if (readsAsFormula(word, isCalled))
        report.found(PROSE, location, "This text reads as a formula.", "begin it with =, or reword it");
      continue;
    }
    // Next to other texts the word is plausible, unless it could also be the value.
    const others = [...(beside.get(givenWith(checked)) ?? [])].filter((other) => other !== word);
    if (others.some((other) => !isText(type) || named.has(other))) continue;
    // Withdraws type and word findings caused by the missing mark.
    report.withdraw(
      ({ check, message }) =>
        (check === "type" && message.includes(`the text "${word}"`)) ||
        (check === "word" && message.includes(`"${word}"`)),
    );
    report.found(
      LITERAL,
      location,
      `This is the word ${word}, not the value of that name.`,
      `write = ${word}, or = "${word}" for the word`,
    );
  }
}

function isText({ kind }: Type): boolean {
  return kind === "text" || kind === "scale" || kind === "date";
}

/** Returns the literal text of a formula. */
function literalOf({ written: { it, isLiteral } }: TypedFormula): string | undefined {
  return it.expr.kind === "text" && isLiteral === true ? it.expr.value : undefined;
}

/** Returns a key for words that form one closed set: those of a value, or of one field of its records. */
function givenWith({ role, slot, written: { key, at } }: TypedFormula): unknown {
  if (role !== "give") return at;
  const isField = typeof key === "string" && key !== "give" && key !== "otherwise";
  return `${slot?.id ?? ""}.${isField ? key : ""}`;
}

function readsAsFormula(text: string, isCalled: (name: string) => boolean): boolean {
  const head = /^(\w+)(?:[.([]\S| ?[-+*/^<>=!?]{1,2} ?\S)/.exec(text)?.[1];
  if (!/^(?:true|false|null|".*")$/.test(text) && (head === undefined || !isCalled(head))) return false;
  try {
    return parseFormula(text).text !== "";
  } catch (error) {
    if (error instanceof FormulaError) return false;
    throw error;
  }
}
