// Finds every mention of a thing: in formulas, in text braces, and in sections that name inputs and results.

import type { Expr } from "../engine/language/formula.js";
import type { Location, Position } from "../engine/language/locations.js";
import type { WrittenFormula } from "../engine/language/model.js";
import type { LintedTool } from "../lint/load.js";
import { type NamedThing, NameIndex } from "../lint/names.js";
import { ChoiceWords } from "./choice-words.js";
import { wordsIn } from "./written-words.js";

export interface Occurrence {
  readonly thing: NamedThing;
  readonly location: Location;
}

/** Names in a formula, and quoted codes. */
const TOKENS = /([A-Za-z_]\w*)|\\?"((?:[^"\\]|\\[^"])*)\\?"/g;

export function occurrencesOf({ plan }: LintedTool): Occurrence[] {
  const index = new NameIndex(plan);
  const choices = new ChoiceWords(plan);
  const found: Occurrence[] = [];
  const note = (thing: NamedThing | undefined, location: Location | undefined) => {
    if (thing !== undefined && location !== undefined) found.push({ thing, location });
  };
  const scalars = new Map<Position, Map<string | number, WrittenFormula[]>>();
  for (const { written } of plan.formulas) {
    const keys = scalars.get(written.at) ?? new Map<string | number, WrittenFormula[]>();
    scalars.set(written.at, keys);
    keys.set(written.key, [...(keys.get(written.key) ?? []), written]);
  }
  for (const keys of scalars.values())
    for (const formulas of keys.values()) found.push(...inScalar(index, choices, formulas));
  for (const thing of index.all()) note(thing, thing.location);
  for (const [thing, location] of choices.places()) note(thing, location);
  for (const table of plan.def.tables.values())
    for (const [name, location] of table.mentions()) note(index.column(table, name), location);
  for (const { def, body } of plan.slots) {
    const call = def.kind === "calculate" ? def.call : def.kind === "each" ? def.calculate : undefined;
    const scope = body?.kind === "each" ? body.scope.inner?.scope : body?.kind === "frame" && body.scope;
    if (call !== undefined && scope) note(index.calculation(scope), call.location);
  }
  for (const node of plan.def.results) note(index.result(node.name), node.location);
  for (const [word, location] of wordsIn(plan.def.at, ["constraints", "headline", "promises", "examples"]))
    note(index.input(word) ?? index.result(word), location);
  return found;
}

/** Yields the names of one scalar with their typed meanings. Text and formulas contain names in the same order. */
function* inScalar(
  index: NameIndex,
  choices: ChoiceWords,
  formulas: readonly WrittenFormula[],
): Generator<Occurrence> {
  const [{ at: position, key }] = formulas as [WrittenFormula];
  const value = position.values.get(String(key));
  if (value === undefined) return;
  const exprs = formulas.flatMap(({ it }) => namesIn(it.expr));
  if (value.raw === "") {
    // A result without a formula shows the value of its name. A renamed column keeps its public name.
    const location = position.ofKey(String(key));
    for (const thing of exprs.flatMap(({ expr }) => index.of(expr)))
      if (thing.kind === "input" || thing === index.result(thing.name)) yield { thing, location };
    return;
  }
  const quoted = /^["']/.test(value.raw) ? 1 : 0;
  const text = value.raw.slice(quoted, value.raw.length - quoted);
  const whole = spaceless(text.replaceAll('\\"', '"').replace(/^(?:[>|]\S*\s+)?(?:=\s)?/, ""));
  const isFormula = formulas.some(({ it }) => spaceless(it.text) === whole || it.text.includes(text));
  let next = 0;
  for (const token of text.matchAll(TOKENS)) {
    if (!isFormula && !inBraces(text, token.index)) continue;
    const [all, name, code] = token;
    const word = name ?? code ?? "";
    const at = exprs.findIndex(
      (each, nth) => nth >= next && each.word === word && each.quoted === (name === undefined),
    );
    const mention = exprs[at];
    if (mention === undefined) continue;
    next = at + 1;
    const location = position.at(value.start + quoted + token.index + all.indexOf(word));
    const inputs = mention.of === undefined ? [] : index.of(mention.of);
    const words = inputs.flatMap(
      ({ kind, name: input }) => (kind === "input" && choices.of(input, word)) || [],
    );
    for (const thing of [...index.of(mention.expr), ...words]) yield { thing, location };
  }
}

interface Mention {
  readonly word: string;
  readonly quoted: boolean;
  readonly expr: Expr;
  /** The other side of the comparison. */
  readonly of?: Expr | undefined;
}

const COMPARING: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "one_of", "has"]);

/** Returns names, fields, calls and texts of a formula in textual order; flag names are quoted. */
function namesIn(expr: Expr, of?: Expr): Mention[] {
  const inside = (name: string, args: readonly Expr[]) => {
    const compared = COMPARING.has(name) ? args.find(({ kind }) => kind === "name") : undefined;
    return args.flatMap((arg) => namesIn(arg, compared));
  };
  switch (expr.kind) {
    case "text":
      return [{ word: expr.value, quoted: true, expr, of }];
    case "name":
      return [{ word: expr.name, quoted: false, expr }];
    case "field":
      return [...namesIn(expr.of), { word: expr.name, quoted: false, expr }];
    case "index":
      return [...namesIn(expr.of), ...namesIn(expr.by)];
    case "call": {
      const [first] = expr.args;
      if (expr.name === "flagged" && first?.kind === "text")
        return [{ word: first.value, quoted: true, expr }];
      return [{ word: expr.name, quoted: false, expr }, ...inside(expr.name, expr.args)];
    }
    case "operator":
      return inside(expr.op, expr.args);
    case "list":
      return expr.items.flatMap((item) => namesIn(item));
    default:
      return [];
  }
}

function spaceless(text: string): string {
  return text.replace(/\s+/g, "");
}

function inBraces(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return before.lastIndexOf("{") > before.lastIndexOf("}");
}
