// Interprets conditions: true, false or null. Each mode evaluates exactly the parts that compiled code does.
import { LISTS } from "../language/common-fields.js";
import { leavesOf } from "../language/entries.js";
import type { Scale } from "../language/types.js";
import { RUNTIME } from "../run/functions.js";
import type { Typed } from "../typing/plan.js";
import type { Eval, Value } from "./frames.js";
import type { EvalBuilder, Mode } from "./program.js";

type Op<K extends Typed["op"]> = Extract<Typed, { op: K }>;
export type ConditionNode = Op<"logic" | "compare" | "sent" | "known" | "flagged">;

const CONDITIONS: ReadonlySet<Typed["op"]> = new Set(["logic", "compare", "sent", "known", "flagged"]);

export function isCondition(typed: Typed): typed is ConditionNode {
  return CONDITIONS.has(typed.op);
}

export function conditionEval(formulas: EvalBuilder, typed: ConditionNode, mode: Mode): Eval {
  const { recorder } = formulas.program;
  switch (typed.op) {
    case "logic":
      return logic(formulas, typed, mode);
    case "compare":
      return comparison(formulas, typed);
    case "sent": {
      const root = formulas.root();
      return (frame) => {
        recorder?.read(typed.name);
        return root(frame).sent.has(typed.name);
      };
    }
    case "known": {
      const value = typed.of.type.nullable ? formulas.value(typed.of) : () => true;
      return (frame) => value(frame) !== null;
    }
    case "flagged":
      return flagged(formulas, typed);
  }
}

const OTHER_MODE = { isTrue: "isFalse", isFalse: "isTrue", value: "value" } as const;

function logic(formulas: EvalBuilder, { id, fn, args }: Op<"logic">, mode: Mode): Eval {
  const { recorder } = formulas.program;
  const inner = fn === "not" ? OTHER_MODE[mode] : mode;
  const [first, second] = args.map((arg) => formulas.condition(arg, inner)) as [Eval, Eval];
  if (fn === "not")
    return (frame) => {
      const value = first(frame);
      return value === null ? null : value !== true;
    };
  const settling = fn === "or";
  /** Whether null in the first part settles the requested mode. */
  const isSettledByNull = mode !== "value" && (mode === "isTrue") !== settling;
  return (frame) => {
    const left = first(frame);
    if (left !== settling && left === null && isSettledByNull) return null;
    const right = left === settling ? null : second(frame);
    if (left !== settling && right !== settling) return left === null || right === null ? null : !settling;
    recorder?.detail(id, { taken: left === settling ? 0 : 1 });
    return settling;
  };
}

type Order = (a: never, b: never) => boolean;
/** Nearly equal numbers count as equal; dates and ranks are exact. */
const ORDERS: Readonly<Record<string, readonly [numbers: Order, others: Order]>> = {
  "<": [RUNTIME.LT, (a, b) => a < b],
  "<=": [RUNTIME.LE, (a, b) => a <= b],
  ">": [RUNTIME.GT, (a, b) => a > b],
  ">=": [RUNTIME.GE, (a, b) => a >= b],
};

function comparison(formulas: EvalBuilder, { fn, args, scale }: Op<"compare">): Eval {
  if (fn === "==" || fn === "!=") {
    const [a, b] = args.map((arg) => formulas.value(arg)) as [Eval, Eval];
    return (frame) => RUNTIME.SAME(a(frame), b(frame)) === (fn === "==");
  }
  const [numbers, others] = ORDERS[fn] as readonly [Order, Order];
  const holds = args.some(({ type }) => type.kind === "number") ? numbers : others;
  const [left, right] = args.map((arg) => rankOf(formulas, arg, scale)) as [Rank, Rank];
  return formulas.both(args, (a, b) => holds(left(a) as never, right(b) as never));
}

type Rank = (word: Value) => unknown;

function rankOf({ program }: EvalBuilder, arg: Typed, scale: Scale | undefined): Rank {
  if (scale === undefined) return (value) => value;
  const ranks = program.ranks(scale);
  return arg.op === "literal" ? (word) => scale.words.indexOf(String(word)) : (word) => ranks?.[String(word)];
}

/** Whether a rule of this flag applies, without its sentence. */
function flagged(formulas: EvalBuilder, { id, code }: Op<"flagged">): Eval {
  const { program } = formulas;
  const { plan, recorder } = program;
  const root = formulas.root();
  let rules: readonly (readonly Eval[])[] | undefined;
  const build = () => {
    const flags = plan.root.slots.get(LISTS.flags);
    if (flags?.body?.kind !== "collect") return [];
    const inside = program.formulas(program, plan.root, flags.id);
    return leavesOf(flags.body.entries)
      .filter(({ entry }) => entry.entry.own.get("code") === code)
      .map(({ groups, entry }) =>
        [...groups, entry].flatMap(({ when }) => (when === undefined ? [] : [inside.condition(when)])),
      );
  };
  return (frame) => {
    rules ??= build();
    const of = root(frame);
    const raised = rules.findIndex((conditions) => conditions.every((holds) => holds(of) === true));
    if (raised >= 0) recorder?.detail(id, { taken: raised });
    return raised >= 0;
  };
}
