// Sweeps whose range runs backwards whatever the input, or leaves what the input that is swept may be.
import type { Report } from "../engine/language/findings.js";
import { NO_ID, type ToolPlan, type Typed, type TypedResult } from "../engine/typing/plan.js";
import { assume, HOLDS } from "./reason/assume.js";
import { attained } from "./reason/attained.js";
import type { ConditionFacts } from "./reason/facts.js";
import { ALL } from "./reason/numbers.js";
import { rangeOf } from "./reason/possible-values.js";
import type { Reach } from "./reason/reach.js";

export function checkSweeps(plan: ToolPlan, { reasoner, accepted }: Reach, report: Report): void {
  const bounds = (plan.inputSchema.properties ?? {}) as Record<
    string,
    { minimum?: number; exclusiveMinimum?: number; maximum?: number; exclusiveMaximum?: number }
  >;
  plan.def.figures.forEach(({ head, at }, index) => {
    const { when, fields } = plan.figures[index] as TypedResult;
    if (head.kind !== "sweep") return;
    const shown = when === undefined ? accepted : assume(reasoner, when, HOLDS, accepted);
    const field = (name: string) => fields.find(({ node }) => node.name === name)?.value;
    const range = (name: "from" | "to", facts: ConditionFacts | undefined) => {
      const literal = head[name];
      if (literal !== undefined) return { lo: literal, hi: literal };
      const value = field(name);
      return value === undefined ? undefined : rangeOf(reasoner.of(value, facts));
    };
    const [from = ALL, to = ALL] = [range("from", shown), range("to", shown)];
    if (shown === undefined) return;
    const { exclusiveMinimum = ALL.lo, exclusiveMaximum = ALL.hi, ...own } = bounds[head.over ?? ""] ?? {};
    const { minimum = exclusiveMinimum, maximum = exclusiveMaximum } = own;
    /** What this end certainly comes to for some input, or is held to by a number that stands in it. */
    const comesTo = (name: "from" | "to") => {
      const value = field(name);
      const all = range(name, shown);
      if (value === undefined || all === undefined) return all;
      const certain = attained(reasoner, value, shown);
      if (certain !== undefined) return certain;
      const held = heldTo(value, name === "from" ? "max" : "min");
      return held !== undefined && held >= all.lo && held <= all.hi ? { lo: held, hi: held } : undefined;
    };
    const over = field("over");
    /** Where the input that is swept is one of these, as far as the figure is shown there, the range runs backwards. */
    const tried = [minimum, (minimum + maximum) / 2, maximum].flatMap((value) => {
      const isHere = over === undefined || !Number.isFinite(value) ? undefined : is(over, value);
      const facts = isHere && assume(reasoner, isHere, HOLDS, shown);
      if (facts === undefined) return [];
      return [{ value, isBackwards: (range("from", facts)?.lo ?? 0) > (range("to", facts)?.hi ?? 0) }];
    });
    const backwards = tried.filter((each) => each.isBackwards);
    const isBackwards =
      from.lo >= to.hi ||
      to.hi <= minimum ||
      from.lo >= maximum ||
      (tried.length > 0 && backwards.length === tried.length);
    const wrong = (key: string, message: string, hint: string) =>
      report.error("figure", at.of(key), message, hint);
    const least = `${minimum}, the least that ${head.over} may be`;
    const most = `${maximum}, the most that ${head.over} may be`;
    const [first] = backwards;
    if (isBackwards) wrong("from", "The range of this sweep runs backwards.", "swap from and to");
    else if (first !== undefined)
      wrong(
        "from",
        `The range of this sweep runs backwards where ${head.over} is ${first.value}.`,
        "hold its ends with min() or max(), or say when: the figure is shown",
      );
    else if (from.hi < minimum) wrong("from", `The sweep begins below ${least}.`, "let it begin there");
    else if (to.lo > maximum) wrong("to", `The sweep goes above ${most}.`, "let it end there");
    else {
      if ((comesTo("from")?.lo ?? minimum) < minimum)
        wrong("from", `The sweep can begin below ${least}.`, `write max(${minimum}, ...)`);
      if ((comesTo("to")?.hi ?? maximum) > maximum)
        wrong("to", `The sweep can go above ${most}.`, `write min(${maximum}, ...)`);
    }
  });
}

/** The number that a formula does not fall below (max) or rise above (min), as far as its own numbers say. */
function heldTo(typed: Typed, by: "min" | "max"): number | undefined {
  if (typed.op === "literal") return typeof typed.value === "number" ? typed.value : undefined;
  if (typed.op === "builtin" && typed.name === by) {
    const held = typed.args.flatMap((arg) => heldTo(arg, by) ?? []);
    return held.length === 0 ? undefined : Math[by](...held);
  }
  if (typed.op !== "operator" || !["+", "negate"].includes(typed.fn)) return undefined;
  const [a, b] = typed.args.map((arg) => heldTo(arg, typed.fn === "+" ? by : OTHER[by]));
  if (a === undefined) return undefined;
  return typed.fn === "negate" ? -a : b === undefined ? undefined : a + b;
}

const OTHER = { min: "max", max: "min" } as const;

function is(typed: Typed, value: number): Typed {
  const literal: Typed = {
    id: NO_ID,
    op: "literal",
    value,
    type: { kind: "number", integer: false, nullable: false },
  };
  return {
    id: NO_ID,
    op: "compare",
    fn: "==",
    args: [typed, literal],
    type: { kind: "boolean", nullable: false },
  };
}
