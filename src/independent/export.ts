// The decisions of a tool as rule sets of json-rules-engine and its formulas as mathjs expressions, for programs that run them
// without this engine, and for our own check. Conditions use the operators of json-rules-engine. A comparison that these cannot
// decide, such as one of words of a scale, is a fact.
import type { NestedCondition, TopLevelCondition } from "json-rules-engine";
import type { MathNode } from "mathjs";
import { type Leaf, leavesOf } from "../engine/language/entries.js";
import type { Formula } from "../engine/language/formula.js";
import type { Location } from "../engine/language/locations.js";
import type { Give, ToolDef, ValueOf } from "../engine/language/model.js";
import { pieceIds } from "../engine/language/piece-ids.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { visitTool } from "../workbench/visit.js";
import { bare, parsed, pieceOf } from "./mathjs.js";

export type RuleList = ValueOf<"decide" | "collect">;

export interface RuleSet {
  /** The value that decides or collects. */
  readonly id: string;
  readonly at: string;
  /** Whether the first matching rule decides, or all matching rules count. */
  readonly takes: "first" | "all";
  /** The facts that the conditions name: each is the formula that computes it. */
  readonly facts: readonly string[];
  readonly rules: readonly ExportedRule[];
  /** The value if no rule matches. */
  readonly otherwise?: unknown;
}

export interface ExportedRule {
  readonly name: string;
  /** The first rule has the highest. */
  readonly priority: number;
  readonly conditions: TopLevelCondition;
  readonly event: {
    readonly type: string;
    readonly params: Readonly<Record<string, unknown>> & {
      /** For a rule over lists: the conditions of an item. */
      readonly item_conditions?: TopLevelCondition;
    };
  };
}

/** A formula of the definition, with its purpose, location and text. */
export interface ExportedFormula {
  readonly of: string;
  readonly at: string;
  readonly expression: string;
}

export function exportedFormulas(def: ToolDef): ExportedFormula[] {
  const formulas: ExportedFormula[] = [];
  visitTool(def, "all", {
    formula: ({ it, at, key }, owner) =>
      formulas.push({ of: owner, at: placeText(at.of(key)), expression: textOf(it) }),
  });
  return formulas;
}

export function ruleSets(def: ToolDef): RuleSet[] {
  return [...pieceIds(def)].flatMap(([piece, id]) => {
    const value = piece as RuleList;
    return value.kind === "decide" || value.kind === "collect" ? [ruleSet(def, value, id)] : [];
  });
}

export function ruleSet(def: ToolDef, value: RuleList, id: string): RuleSet {
  const facts = new Set<string>();
  const leaves = leavesOf(value.entries);
  const rules = leaves.map((leaf, at): ExportedRule => {
    const { entry } = leaf;
    const loops = entry.loops.map(({ name, source }) => [name, textOf(source.it)] as const);
    const own = entry.when === undefined || loops.length === 0 ? [] : [entry.when.it.text];
    return {
      name: String(at),
      priority: leaves.length - at,
      conditions: conditionsOf(testsOf(leaf), def, facts),
      event: {
        type: entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : `${id}#${at}`),
        params: {
          rule: at,
          at: placeText(entry.location),
          ...(entry.give === undefined ? {} : { give: givenText(entry.give) }),
          ...(loops.length === 0 ? {} : { for_each: Object.fromEntries(loops) }),
          ...(own.length === 0 ? {} : { item_conditions: conditionsOf(own, def, new Set()) }),
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

/** The conditions of its groups and its own. Its own condition is left out if the rule runs over a list. */
export function testsOf({ groups, entry }: Leaf): string[] {
  const around = entry.loops.length === 0 ? [...groups, entry] : groups;
  return around.flatMap(({ when }) => (when === undefined ? [] : [when.it.text]));
}

function conditionsOf(tests: readonly string[], def: ToolDef, facts: Set<string>): TopLevelCondition {
  return { all: tests.flatMap((test) => allOf(condition(parsed(test), true, def, facts))) };
}

/** mathjs comparisons as json-rules-engine and as formulas write them, with their negations. */
const OPERATORS: Readonly<Record<string, readonly [operator: string, sign: string, opposite: string]>> = {
  smaller: ["lessThan", "<", "largerEq"],
  smallerEq: ["lessThanInclusive", "<=", "larger"],
  larger: ["greaterThan", ">", "smallerEq"],
  largerEq: ["greaterThanInclusive", ">=", "smaller"],
  equal: ["equal", "==", "unequal"],
  unequal: ["notEqual", "!=", "equal"],
};

/** `not` is pushed down to the comparisons, because the library's `not` is true of null. */
function condition(node: MathNode, want: boolean, def: ToolDef, facts: Set<string>): NestedCondition {
  const { type, fn, args } = pieceOf(node);
  if (type === "OperatorNode") {
    const [left, right] = args as [MathNode, MathNode];
    if (fn === "not") return condition(left, !want, def, facts);
    if (fn === "and" || fn === "or") {
      const inner = [left, right].map((arg) => condition(arg, want, def, facts));
      return (fn === "and") === want ? { all: inner.flatMap(allOf) } : { any: inner.flatMap(anyOf) };
    }
    const operator = OPERATORS[String(fn)];
    if (operator !== undefined) {
      const used = want ? operator : (OPERATORS[operator[2]] as typeof operator);
      return comparison(bare(left), used, bare(right), def, facts);
    }
  }
  return fact(bare(node).toString(), "equal", want, facts);
}

function comparison(
  left: MathNode,
  [operator, sign]: readonly [operator: string, sign: string, opposite: string],
  right: MathNode,
  def: ToolDef,
  facts: Set<string>,
): NestedCondition {
  const [name, other] = [left.toString(), right.toString()];
  const { type, value } = pieceOf(right);
  const isOrder = operator !== "equal" && operator !== "notEqual";
  if (isOrder && typeof value !== "number" && !isNumber(name, def) && !isNumber(other, def))
    return fact(`${operand(left)} ${sign} ${operand(right)}`, "equal", true, facts);
  if (type !== "ConstantNode") facts.add(other);
  return fact(name, operator, type === "ConstantNode" ? value : { fact: other }, facts);
}

function operand(node: MathNode): string {
  return pieceOf(node).type === "OperatorNode" ? `(${node.toString()})` : node.toString();
}

function fact(name: string, operator: string, value: unknown, facts: Set<string>): NestedCondition {
  facts.add(name);
  return { fact: name, operator, value };
}

/** The library copies every condition for every run, so no list of conditions contains another of its kind. */
function allOf(of: NestedCondition): NestedCondition[] {
  return "all" in of ? of.all : [of];
}

function anyOf(of: NestedCondition): NestedCondition[] {
  return "any" in of ? of.any : [of];
}

/** Whether a fact is certainly a number: the library orders nothing else. */
function isNumber(name: string, { inputs, values }: ToolDef): boolean {
  const kind = inputs.get(name)?.type.kind;
  if (kind !== undefined) return kind === "number";
  const value = values.find((each) => each.name === name);
  return unitOfName(name) !== undefined || (value?.unit !== undefined && value.scale === undefined);
}

/** Returns the outcome of a rule, as written. */
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

function textOf(formula: Formula): string {
  return formula.text.replace(/\s+/g, " ").trim();
}

function placeText({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}
