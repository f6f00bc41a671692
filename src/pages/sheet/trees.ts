// The formulas of a definition by explanation id, as data that a worker can send.
import { leavesOf } from "../../engine/language/entries.js";
import type { Expr } from "../../engine/language/formula.js";
import type { ResultNode, ToolDef, ValueDef } from "../../engine/language/model.js";
import { pieceIds, writtenFormula } from "../../engine/language/piece-ids.js";

export interface Trees {
  /** Formulas of values, rules, parameters and results by id. */
  readonly formulas: ReadonlyMap<string, Expr>;
  /** The conditions of a rule, by id. */
  readonly conditions: ReadonlyMap<string, readonly Expr[]>;
  /** Single-formula functions: parameters and formula. */
  readonly functions: ReadonlyMap<string, { readonly names: readonly string[]; readonly formula: Expr }>;
}

export const NO_TREES: Trees = { formulas: new Map(), conditions: new Map(), functions: new Map() };

export function treesOf(def: ToolDef): Trees {
  const formulas = new Map<string, Expr>();
  const conditions = new Map<string, readonly Expr[]>();
  const add = (id: string, expr: Expr | undefined): void => {
    if (expr !== undefined) formulas.set(id, expr);
  };
  for (const [piece, id] of pieceIds(def)) {
    const value = piece as ValueDef;
    if (!("kind" in value)) continue;
    add(id, writtenFormula(value, undefined)?.expr);
    const call =
      value.kind === "calculate" ? value.call : value.kind === "each" ? value.calculate : undefined;
    for (const [param, written] of call?.args ?? []) add(`${id}(${param})`, written.it.expr);
    if (value.kind !== "decide" && value.kind !== "collect") continue;
    add(`${id}#otherwise`, writtenFormula(value, "otherwise")?.expr);
    leavesOf(value.entries).forEach(({ entry, groups }, at) => {
      add(`${id}#${at}`, writtenFormula(value, at)?.expr);
      const whens = [...groups, ...(entry.loops.length === 0 ? [entry] : [])];
      conditions.set(
        `${id}#${at}`,
        whens.flatMap(({ when }) => (when === undefined ? [] : conjuncts(when.it.expr, true))),
      );
    });
  }
  addResults(def.results, "", formulas);
  const functions = [...def.calculations].flatMap(
    ([
      name,
      {
        isFunction,
        given,
        values: [only],
      },
    ]) =>
      isFunction && only?.kind === "formula"
        ? [[name, { names: [...given.keys()], formula: only.formula.it.expr }] as const]
        : [],
  );
  return { formulas, conditions, functions: new Map(functions) };
}

function addResults(nodes: readonly ResultNode[], before: string, formulas: Map<string, Expr>): void {
  for (const { name, body } of nodes) {
    const path = `${before}${name}`;
    if (body.kind !== "array" && body.value !== undefined) formulas.set(`result:${path}`, body.value.it.expr);
    if (body.kind !== "leaf")
      addResults(body.fields, body.kind === "array" ? `${path}[].` : `${path}.`, formulas);
  }
}

/** Splits a condition into parts that must all be true. */
function conjuncts(expr: Expr, expected: boolean): readonly Expr[] {
  if (expr.kind !== "operator") return [expr];
  const { op, args } = expr;
  if (op === "not") return args.flatMap((arg) => conjuncts(arg, !expected));
  const isJoined = (op === "and" && expected) || (op === "or" && !expected);
  return isJoined ? args.flatMap((arg) => conjuncts(arg, expected)) : [expr];
}
