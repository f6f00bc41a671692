// Sweeps whose range runs backwards whatever the input, or lies outside of what the input may be.
import type { Report } from "../engine/language/findings.js";
import { locationOf } from "../engine/language/locations.js";
import type { ToolPlan, TypedResult } from "../engine/typing/plan.js";
import { assume, HOLDS } from "./reason/assume.js";
import { rangeOf } from "./reason/possible-values.js";
import type { Reach } from "./reason/walk.js";

export function checkSweeps(plan: ToolPlan, { reasoner, accepted }: Reach, report: Report): void {
  const bounds = (plan.inputSchema.properties ?? {}) as Record<
    string,
    { minimum?: number; maximum?: number }
  >;
  plan.def.figures.forEach(({ head, holder }, at) => {
    const { when, fields } = plan.figures[at] as TypedResult;
    if (head.kind !== "sweep") return;
    const facts = when === undefined ? accepted : assume(reasoner, when, HOLDS, accepted);
    const range = (name: "from" | "to") => {
      const literal = head[name];
      if (literal !== undefined) return { lo: literal, hi: literal };
      const value = fields.find(({ node }) => node.name === name)?.value;
      return value === undefined ? undefined : rangeOf(reasoner.of(value, facts));
    };
    const [from, to] = [range("from"), range("to")];
    if (facts === undefined || from === undefined || to === undefined) return;
    const wrong = (key: string, message: string, hint: string) =>
      report.error("figure", locationOf(holder, key), message, hint);
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } =
      bounds[head.over ?? ""] ?? {};
    if (from.lo >= to.hi) wrong("from", "The range of this sweep runs backwards.", "swap from and to");
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
