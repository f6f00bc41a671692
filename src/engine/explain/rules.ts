// Explains the rules of a decision, and the rule and formula that gave the value.
import type { NodeNotes, RuleRecord, ValueRecord } from "../interpret/record.js";
import { defined } from "../language/defined.js";
import type { Source } from "../language/files.js";
import type { Citation, ValueDef } from "../language/model.js";
import { writtenFormula } from "../language/piece-ids.js";
import type { ToolPlan, Typed } from "../typing/plan.js";
import type { ComputedValue } from "./computed.js";
import { type Condition, conditionOf, conjuncts, outcomeOf, pushed, writtenOf } from "./conditions.js";
import { decidingNames, explainedClauses } from "./decisive.js";
import { placeText, textOf, type UsedFormula } from "./derivation.js";
import type { ExplainedCitation, ExplainedCondition, ExplainedRule } from "./explanation.js";
import { formulaText } from "./formula-text.js";
import { pathsIn } from "./refused.js";

export function explainedRule(
  plan: ToolPlan,
  sources: ReadonlyMap<string, Source>,
  { entry: { entry, loops, when }, groups, outcome }: RuleRecord,
  notes: NodeNotes,
): ExplainedRule {
  const id = entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : undefined);
  // The condition of a rule over a list is evaluated for each item, so it is omitted.
  const whens = [...groups.map((group) => group.when), ...(loops.length === 0 ? [when] : [])];
  const conditions =
    outcome === "not reached" ? [] : whens.flatMap((typed) => explainedConditions(plan, typed, notes));
  return {
    ...defined({ id }),
    at: placeText(entry.location),
    groups: groups.flatMap((group) => group.entry.title ?? []),
    outcome,
    conditions,
    ...defined({ because: entry.because }),
    citations: explainedCitations(sources, entry.cites),
  };
}

/** Returns the evaluated parts of a condition. */
function explainedConditions(
  plan: ToolPlan,
  typed: Typed | undefined,
  notes: NodeNotes,
): readonly ExplainedCondition[] {
  if (typed === undefined) return [];
  return conjuncts(conditionOf(typed)).flatMap((condition) => explained(plan, condition, notes) ?? []);
}

function explained(plan: ToolPlan, condition: Condition, notes: NodeNotes): ExplainedCondition | undefined {
  const expr = writtenOf(plan, condition);
  const holds = outcomeOf(condition, notes);
  if (expr === undefined || holds === undefined) return undefined;
  return {
    text: formulaText(pushed(expr, condition.expected)),
    holds,
    clauses: explainedClauses(plan, condition, expr, notes),
    decided_by: decidingNames(plan, condition.typed, notes),
  };
}

export function explainedCitations(
  sources: ReadonlyMap<string, Source>,
  cites: readonly Citation[],
): ExplainedCitation[] {
  return cites.map(({ source, clause, evidence }) => {
    const cited = sources.get(source);
    return {
      source,
      title: cited?.title ?? source,
      ...defined({ reference: cited?.reference }),
      clause,
      evidence: evidence ?? cited?.evidence ?? "unverified",
    };
  });
}

/** Returns the index of the rule that decided. */
export function ruleTaken(def: ValueDef, record: ValueRecord | undefined): number | "otherwise" | undefined {
  if (def.kind !== "decide" || record === undefined || record.rules.length === 0) return undefined;
  const at = record.rules.findIndex(({ outcome }) => outcome === "holds");
  return at >= 0 ? at : def.otherwise === undefined ? undefined : "otherwise";
}

/** Returns the formula of a value or of its deciding rule, unless it is a literal. */
export function formulaOf(plan: ToolPlan, { record }: ComputedValue, def: ValueDef): UsedFormula | undefined {
  const body = record?.slot.body;
  if (record === undefined || body === undefined) return undefined;
  const rule = ruleTaken(def, record);
  const written = writtenFormula(def, rule);
  if (written === undefined) return undefined;
  const { notes } = record;
  const text = textOf(written);
  if (body.kind === "value") return { typed: body.value, notes, text };
  if (body.kind !== "decide" || rule === undefined) return undefined;
  const give = rule === "otherwise" ? body.otherwise : record.rules[rule]?.entry.give;
  if (give?.kind !== "value") return undefined;
  const expr = plan.exprs.get(give.value.id);
  return expr !== undefined && pathsIn(expr).length > 0 ? { typed: give.value, notes, text } : undefined;
}
