// Types a definition: resolves every name, and infers every type.
import type { Report } from "../language/findings.js";
import type { ToolDef, WrittenFormula } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { EvidencePass } from "./evidence.js";
import { typeCondition, typeFormula } from "./expressions.js";
import { typeFigure } from "./figures.js";
import { typeTemplate } from "./gives.js";
import type { ToolPlan, TypedResult } from "./plan.js";
import { leafRoundings, typeResult } from "./results.js";
import { Typer } from "./typer.js";
import { inferValue } from "./values/all.js";

export interface TypedDefinition {
  readonly plan: ToolPlan;
  /** Definitions (inputs, values, tables, calculations) that the results use. */
  readonly used: ReadonlySet<object>;
  /** The same, including those used by figures only. */
  readonly shown: ReadonlySet<object>;
  /** Decimals of results, by formula text. */
  readonly roundings: ReadonlyMap<string, number>;
}

export function typeTool(def: ToolDef, report: Report): TypedDefinition {
  const { inputs } = def;
  const roundings = leafRoundings(def.results);
  const typer = new Typer(def, inputs, report, roundings, inferValue);
  const env = { scope: typer.root, lambdas: [], slot: undefined, annotations: def };
  const results = def.results.map((node) => typeResult(typer, node, env));
  const constraints = def.constraints.map((constraint) => {
    const inside = { ...env, annotations: constraint };
    const message = `The constraint blames ${constraint.field}, which is not an input.`;
    if (!inputs.has(constraint.field))
      report.error("input", constraint.location, message, didYouMean(constraint.field, inputs.keys()));
    return {
      when: typeCondition(typer, constraint.when, inside),
      field: constraint.field,
      say: typeTemplate(typer, constraint.say, inside),
    };
  });
  for (const text of def.texts) typeTemplate(typer, text, env);
  for (const slot of typer.root.slots.values()) {
    typer.typeOf(slot);
    if (slot.def.list !== undefined) typer.used.add(slot.def);
  }
  // Typing a scope can add scopes, so the list grows during the loop.
  for (let at = 0; at < typer.scopes.length; at++)
    for (const slot of typer.scopes[at]?.slots.values() ?? []) typer.typeOf(slot);
  const used = new Set([...typer.used, ...def.inputTables]);
  const figures = def.figures.map((figure) => typeFigure(typer, figure, { ...env, annotations: figure }));
  new EvidencePass(typer).fill();
  const plan = planOf(typer, { constraints, results, figures });
  return { plan, used, shown: new Set([...typer.used, ...used]), roundings };
}

/**
 * Types conditions and formulas over the inputs only: conditions become constraints, formulas become results, by
 * name.
 */
export function typeConditions(
  def: ToolDef,
  conditions: ReadonlyMap<string, WrittenFormula>,
  formulas: ReadonlyMap<string, WrittenFormula>,
  report: Report,
): ToolPlan {
  const typer = new Typer(def, def.inputs, report, new Map(), inferValue);
  const env = { scope: typer.root, lambdas: [], slot: undefined, annotations: def };
  const constraints = [...conditions].map(([field, when]) => ({
    when: typeCondition(typer, when, env),
    field,
    say: [""],
  }));
  const results = [...formulas].map(([name, value]): TypedResult => {
    const typed = typeFormula(typer, value, env, "inner");
    const node = { name, location: def.location, description: "", body: { kind: "leaf", value } } as const;
    return { node, value: typed, type: typed.type, fields: [] };
  });
  return planOf(typer, { constraints, results, figures: [] });
}

/** Builds the plan from the typed tool. */
function planOf(
  { def, inputs, root, scopes, slots, tables, formulas, gives, full, names, exprs }: Typer,
  typed: Pick<ToolPlan, "constraints" | "results" | "figures">,
): ToolPlan {
  const more = { formulas, gives, isWhole: !full, names, exprs, inputSchema: def.inputSchema };
  return { def, inputs, root, scopes, slots, tables, ...typed, ...more };
}
