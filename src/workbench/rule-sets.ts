// Exports a tool's decisions as rule sets of json-rules-engine. Conditions use the library's operators; other
// comparisons, such as words of a scale, become facts.
import type { NestedCondition, TopLevelCondition } from "json-rules-engine";
import type { MathNode } from "mathjs";
import { placeText } from "../engine/explain/derivation.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Give, ToolDef, ValueOf } from "../engine/language/model.js";
import { pieceIds } from "../engine/language/piece-ids.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { textOf } from "../engine/reference/explained-values.js";
import { leafConditions } from "../engine/reference/rules.js";

export interface RuleSet {
  /** The value that decides or collects. */
  readonly id: string;
  readonly at: string;
  /** Whether the first matching rule decides, or all matching rules count. */
  readonly takes: "first" | "all";
  /** The facts of the conditions, each the formula that computes it. */
  readonly facts: readonly string[];
  readonly rules: readonly ExportedRule[];
  /** The result if no rule matches. */
  readonly otherwise?: unknown;
}

export interface ExportedRule {
  readonly name: string;
  /** The first rule has the highest. */
  readonly priority: number;
  readonly conditions: TopLevelCondition;
  readonly event: { readonly type: string; readonly params: Readonly<Record<string, unknown>> };
}

export function ruleSets(def: ToolDef): RuleSet[] {
  return [...pieceIds(def)].flatMap(([piece, id]) => {
    const value = piece as ValueOf<"decide" | "collect">;
    return value.kind === "decide" || value.kind === "collect" ? [ruleSet(def, value, id)] : [];
  });
}

function ruleSet(def: ToolDef, value: ValueOf<"decide" | "collect">, id: string): RuleSet {
  const facts = new Set<string>();
  const leaves = leavesOf(value.entries);
  const rules = leaves.map((leaf, at): ExportedRule => {
    const { entry } = leaf;
    const conditions = leafConditions(leaf, new Map<string, MathNode>());
    return {
      name: `${id}#${at}`,
      priority: leaves.length - at,
      conditions: plain(conditions, def, facts) as TopLevelCondition,
      event: {
        type: entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : `${id}#${at}`),
        params: {
          rule: at,
          at: placeText(entry.location),
          ...(entry.give === undefined ? {} : { give: givenText(entry.give) }),
          ...(entry.loops.length === 0
            ? {}
            : {
                for_each: Object.fromEntries(
                  entry.loops.map(({ name, source }) => [name, textOf(source.it)]),
                ),
              }),
        },
      },
    };
  });
  const otherwise = value.otherwise && ("give" in value.otherwise ? value.otherwise.give : value.otherwise);
  return {
    id,
    at: placeText(value.location),
    takes: value.kind === "decide" ? "first" : "all",
    facts: [...facts],
    rules,
    ...(otherwise === undefined ? {} : { otherwise: givenText(otherwise as Give) }),
  };
}

/** mathjs comparisons as the library names them, and as formulas write them. */
const OPERATORS: Readonly<Record<string, readonly [operator: string, sign: string]>> = {
  smaller: ["lessThan", "<"],
  smallerEq: ["lessThanInclusive", "<="],
  larger: ["greaterThan", ">"],
  largerEq: ["greaterThanInclusive", ">="],
  equal: ["equal", "=="],
  unequal: ["notEqual", "!="],
};

function plain(condition: NestedCondition, def: ToolDef, facts: Set<string>): NestedCondition {
  if ("all" in condition) return { all: condition.all.map((each) => plain(each, def, facts)) };
  if ("any" in condition) return { any: condition.any.map((each) => plain(each, def, facts)) };
  if (!("fact" in condition)) return condition;
  const { fact, operator, value } = condition;
  const [name = operator, sign = operator] = OPERATORS[operator] ?? [];
  const other =
    typeof value === "object" && value !== null && "fact" in value ? String(value.fact) : undefined;
  const isOrder = name !== "equal" && name !== "notEqual";
  if (
    isOrder &&
    typeof value !== "number" &&
    !isNumber(fact, def) &&
    !(other !== undefined && isNumber(other, def))
  ) {
    const whole = `${fact} ${sign} ${other ?? JSON.stringify(value)}`;
    facts.add(whole);
    return { fact: whole, operator: "equal", value: true };
  }
  facts.add(fact);
  if (other !== undefined) facts.add(other);
  return { fact, operator: name, value };
}

/** Whether a fact is always a number; the library orders nothing else. */
function isNumber(fact: string, { inputs, values }: ToolDef): boolean {
  const kind = inputs.get(fact)?.type.kind;
  if (kind !== undefined) return kind === "number";
  const value = values.find(({ name }) => name === fact);
  return unitOfName(fact) !== undefined || (value?.unit !== undefined && value.scale === undefined);
}

/** Returns the outcome of a rule as written. */
function givenText(give: Give): unknown {
  switch (give.kind) {
    case "formula":
      return "value" in give.formula.it.expr ? give.formula.it.expr.value : `= ${textOf(give.formula.it)}`;
    case "text":
      return give.template.it.text;
    case "record":
      return Object.fromEntries([...give.fields].map(([name, field]) => [name, givenText(field)]));
    case "list":
      return give.items.map((item) => givenText(item.give));
  }
}
