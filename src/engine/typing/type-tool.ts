// From a definition as read to a plan: types, then the checks that need them.
import { checkCitations } from "../checks/citations.js";
import { checkCycles, checkRanks } from "../checks/cycles.js";
import { checkEvaluations } from "../checks/evaluations.js";
import { checkFinite } from "../checks/finite.js";
import { checkGrowth } from "../checks/growth.js";
import { labelsOf } from "../checks/influence.js";
import type { Numbers } from "../checks/shares.js";
import { checkTables } from "../checks/tables.js";
import { checkUnits } from "../checks/units.js";
import type { Report } from "../language/findings.js";
import type { ToolDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { inputPlans, servedSchema } from "../read/inputs.js";
import { isYamlMap, spotOf, spotOfKey } from "../read/yaml.js";
import { typeCondition } from "./expressions.js";
import { typeTemplate } from "./gives.js";
import type { ToolPlan } from "./plan.js";
import { leafRoundings, typeResult } from "./results.js";
import { type Checked, Typer } from "./typer.js";
import { inferValue } from "./values/all.js";

export interface Built {
  readonly plan: ToolPlan;
  /** Definitions (values, tables, calculations) that the tool uses. */
  readonly used: ReadonlySet<object>;
  readonly roundings: ReadonlyMap<string, number>;
  /** Every formula once, with what it was read as. */
  readonly formulas: readonly Checked[];
  /** Numbers that need a source, by the citations that reach them. */
  readonly numbers: Numbers;
}

export function buildTool(def: ToolDef, sources: ReadonlySet<string>, report: Report): Built {
  const fromInputs = new Set<object>();
  const inputSchema = servedSchema(def, report, fromInputs);
  const inputs = inputPlans(def, inputSchema, report);
  const roundings = leafRoundings(def.results);
  const typer = new Typer(def, inputs, report, roundings, inferValue);
  const env = { scope: typer.root, lambdas: [], slot: undefined, margin: def };
  const results = def.results.map((node) => typeResult(typer, node, env));
  const constraints = def.constraints.map((constraint) => {
    const inside = { ...env, margin: constraint };
    if (!inputs.has(constraint.field)) {
      report.error(
        "input",
        constraint.spot,
        `The constraint blames ${constraint.field}, which is not an input.`,
        didYouMean(constraint.field, inputs.keys()),
      );
    }
    return {
      when: typeCondition(typer, constraint.when, inside),
      field: constraint.field,
      say: typeTemplate(typer, constraint.say, inside),
    };
  });
  for (const slot of typer.root.slots.values()) {
    typer.typeOf(slot);
    if (slot.name.startsWith("$") || slot.name === "flags") typer.used.add(slot.def);
  }
  // Typing one scope can bring new ones, so the list grows while it is walked.
  for (let at = 0; at < typer.scopes.length; at++)
    for (const slot of typer.scopes[at]?.slots.values() ?? []) typer.typeOf(slot);
  checkCycles(typer);
  checkRanks(typer);
  checkEvaluations(typer);
  checkGrowth(typer);
  checkFinite(typer);
  checkTables(typer);
  checkUnits(typer);
  const numbers = checkCitations(typer, sources);
  if (!report.findings.some(({ check }) => ["formula", "symbol", "name", "text"].includes(check)))
    unusedInputs(typer);
  const plan: ToolPlan = {
    def,
    inputs,
    root: typer.root,
    scopes: typer.scopes,
    slots: typer.slots,
    tables: typer.tables,
    constraints,
    results,
    inputSchema,
  };
  const used = new Set([...typer.used, ...fromInputs]);
  return { plan, used, roundings, formulas: typer.formulas, numbers };
}

function unusedInputs(typer: Typer): void {
  // What is beyond a limit was not read, and may use any of them.
  if (typer.full) return;
  const properties = isYamlMap(typer.def.inputs.properties) ? typer.def.inputs.properties : {};
  const labels = labelsOf(typer.def);
  for (const name of typer.inputs.keys()) {
    if (!typer.usedInputs.has(name) && !labels.has(name)) {
      typer.report.error(
        "unused",
        name in properties ? spotOfKey(properties, name) : spotOf(typer.def.inputs),
        `The input ${name} is never used.`,
      );
    }
  }
}
