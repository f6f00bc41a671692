// Mutations of formulas: changed numbers and dates, reversed or shifted comparisons, swapped words.

import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { InputPlan } from "../../engine/language/inputs.js";
import type { Location } from "../../engine/language/locations.js";
import type { WrittenFormula } from "../../engine/language/model.js";
import { OPPOSITE } from "../../engine/language/operators.js";
import { isDateText } from "../../engine/language/types.js";
import type { Typed } from "../../engine/typing/plan.js";
import { walk } from "../../engine/typing/visit.js";
import { closedSet } from "../../engine/typing/words.js";
import type { DayOfTool } from "./dates.js";
import { type Mutant, replace } from "./mutant.js";
import { EDGE, moved, otherWord } from "./perturb.js";

export interface FormulaContext {
  readonly inputs: ReadonlyMap<string, InputPlan>;
  /** Names of constants. An input can equal a constant exactly. */
  readonly constants: ReadonlySet<string>;
  readonly day: DayOfTool;
}

type TextExpr = Extract<Expr, { kind: "text" }>;
type OperatorExpr = Extract<Expr, { kind: "operator" }>;

/** Collects names in a formula, including fields. */
export function namesIn(expr: Expr, names: Set<string>): void {
  for (const part of partsOf(expr))
    if (part.kind === "name" || part.kind === "field" || part.kind === "call") names.add(part.name);
}

export function formulaMutants(
  written: WrittenFormula,
  owner: string,
  typed: Typed | undefined,
  around: FormulaContext,
): Mutant[] {
  const counts = new Map<string, number>();
  const nth = (word: string): number => {
    const before = counts.get(word) ?? 0;
    counts.set(word, before + 1);
    return before;
  };
  const mutants: Mutant[] = [];
  const add = (location: Location, change: string, apply: Mutant["apply"]) =>
    mutants.push({ location, place: `${owner}: ${change}`, apply });
  const all = partsOf(written.it.expr);
  const unseen = around.day.unseen(all);
  for (const part of all) {
    if (part.kind === "number" || part.kind === "text") {
      const literal: { readonly value: number | string } = part;
      const now = moved(literal.value);
      if (now === undefined) continue;
      const location = wordLocation(written, String(literal.value), nth(String(literal.value)));
      if (!unseen.has(part)) add(location, `${literal.value} -> ${now}`, replace(literal, "value", now));
    } else if (part.kind === "operator" && OPPOSITE[part.op] !== undefined) {
      const sign = part.op;
      const found = wordLocation(written, ` ${sign} `, nth(` ${sign} `));
      const at = written.at.of(written.key);
      const location =
        found.line === at.line && found.column === at.column ? found : { ...found, column: found.column + 1 };
      const [shown, turned, edged] = [brief(part), OPPOSITE[sign], EDGE[sign]];
      if (turned !== undefined) add(location, `${shown}, ${sign} -> ${turned}`, replace(part, "op", turned));
      if (edged !== undefined && canBeMet(part, around))
        add(location, `${shown}, ${sign} -> ${edged}`, replace(part, "op", edged));
    }
  }
  const sets = typed === undefined ? [] : typedWords(typed);
  for (const { word, named } of comparedWords(written.it.expr)) {
    const at = sets.findIndex((each) => each.word === word.value);
    const [found] = at < 0 ? [] : sets.splice(at, 1);
    const other = found === undefined ? undefined : otherWord(word.value, found.set, named);
    if (other === undefined) continue;
    const location = wordLocation(written, word.value, nth(word.value));
    add(location, `"${word.value}" -> "${other}"`, replace(word, "value", other));
  }
  return mutants;
}

function wordLocation(written: WrittenFormula, word: string, nth: number): Location {
  return written.at.ofWord(written.key, word, nth);
}

/** Describes a side of a comparison, so that similar changes have different names. */
function brief(of: OperatorExpr): string {
  const side = (expr: Expr | undefined): string => {
    switch (expr?.kind) {
      case "name":
        return expr.name;
      case "field":
        return `${side(expr.of)}.${expr.name}`;
      case "number":
      case "boolean":
        return String(expr.value);
      case "text":
        return JSON.stringify(expr.value);
      case "null":
        return "null";
      case "call":
        return `${expr.name}(...)`;
      default:
        return "...";
    }
  };
  return `${side(of.args[0])} ${of.op} ${side(of.args[1])}`;
}

/** Whether a case can make both sides equal: an input against a number or constant. */
function canBeMet(of: OperatorExpr, { inputs, constants }: FormulaContext): boolean {
  const [a, b] = of.args;
  const input = (expr: Expr | undefined) => expr?.kind === "name" && inputs.has(expr.name);
  const fixed = (expr: Expr | undefined) =>
    expr?.kind === "number" || expr?.kind === "text" || (expr?.kind === "name" && constants.has(expr.name));
  return (input(a) && fixed(b)) || (input(b) && fixed(a));
}

/** Returns compared words, with the other words of the same comparison. */
function comparedWords(expr: Expr): { word: TextExpr; named: string[] }[] {
  return partsOf(expr).flatMap((part) => {
    const texts = wordArguments(part).filter(
      (arg): arg is TextExpr => arg.kind === "text" && !isDateText(arg.value),
    );
    const named = texts.map((text) => text.value);
    return texts.map((word) => ({ word, named }));
  });
}

function wordArguments(part: Expr): readonly Expr[] {
  if (part.kind === "operator" && OPPOSITE[part.op] !== undefined) return part.args;
  return part.kind === "call" && (part.name === "one_of" || part.name === "has") ? part.args.slice(1) : [];
}

/** Returns the same words from the typed formula, with their closed sets. */
function typedWords(typed: Typed): { word: string; set: ReadonlySet<string | number> }[] {
  const found: { word: string; set: ReadonlySet<string | number> }[] = [];
  walk(typed, (part) => {
    const compares = part.op === "compare" || (part.op === "builtin" && /^(one_of|has)$/.test(part.name));
    if (!compares) return;
    const subject = part.args.find((arg) => arg.op !== "literal");
    const type = subject?.type.kind === "list" ? subject.type.item : subject?.type;
    const set = type === undefined ? undefined : closedSet(type);
    for (const arg of part.args)
      if (arg.op === "literal" && typeof arg.value === "string" && set !== undefined)
        found.push({ word: arg.value, set });
  });
  return found;
}
