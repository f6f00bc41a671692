// Sweeps whose range runs backwards whatever the input, or lies outside of what the input may be.
import type { Report } from "../engine/language/findings.js";
import { locationOf } from "../engine/language/locations.js";
import type { ToolPlan, Typed, TypedResult } from "../engine/typing/plan.js";
import { assume, HOLDS } from "./reason/assume.js";
import type { ConditionFacts } from "./reason/facts.js";
import { rangeOf } from "./reason/possible-values.js";
import type { Reach } from "./reason/reach.js";

export function checkSweeps(plan: ToolPlan, { reasoner, accepted }: Reach, report: Report): void {
  const bounds = (plan.inputSchema.properties ?? {}) as Record<
    string,
    { minimum?: number; maximum?: number }
  >;
  plan.def.figures.forEach(({ head, holder }, at) => {
    const { when, fields } = plan.figures[at] as TypedResult;
    if (head.kind !== "sweep") return;
    const shown = when === undefined ? accepted : assume(reasoner, when, HOLDS, accepted);
    const field = (name: string) => fields.find(({ node }) => node.name === name)?.value;
    const range = (name: "from" | "to", facts: ConditionFacts | undefined) => {
      const literal = head[name];
      if (literal !== undefined) return { lo: literal, hi: literal };
      const value = field(name);
      return value === undefined ? undefined : rangeOf(reasoner.of(value, facts));
    };
    const [from, to] = [range("from", shown), range("to", shown)];
    if (shown === undefined || from === undefined || to === undefined) return;
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } =
      bounds[head.over ?? ""] ?? {};
    /** Whether the range runs backwards where the input that is swept is this. */
    const backwardsAt = (value: number): boolean => {
      const over = field("over");
      const facts = over === undefined ? undefined : assume(reasoner, is(over, value), HOLDS, shown);
      if (facts === undefined) return true;
      const ends = [range("from", facts), range("to", facts)] as const;
      return (ends[0]?.lo ?? 0) > (ends[1]?.hi ?? 0);
    };
    const tried = [minimum, (minimum + maximum) / 2, maximum].filter(Number.isFinite);
    const isBackwards = from.lo >= to.hi || (tried.length > 0 && tried.every(backwardsAt));
    const wrong = (key: string, message: string, hint: string) =>
      report.error("figure", locationOf(holder, key), message, hint);
    if (isBackwards) wrong("from", "The range of this sweep runs backwards.", "swap from and to");
    else if (from.hi < minimum)
      wrong(
        "from",
        `The sweep begins below ${minimum}, the least that ${head.over} may be.`,
        "let it begin there",
      );
    else if (to.lo > maximum)
      wrong("to", `The sweep goes above ${maximum}, the most that ${head.over} may be.`, "let it end there");
  });
}

function is(typed: Typed, value: number): Typed {
  const literal: Typed = { op: "literal", value, type: { kind: "number", integer: false, nullable: false } };
  return { op: "compare", fn: "==", args: [typed, literal], type: { kind: "boolean", nullable: false } };
}
