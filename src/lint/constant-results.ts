// Reports results that are equal for every input, unless the definition states why.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Slot, Typed, TypedResult } from "../engine/typing/plan.js";
import { isFixed } from "./fixed-values.js";
import { theOne } from "./reason/possible-values.js";
import type { Reach } from "./reason/reach.js";

export const FIXED: Check = {
  code: "fixed",
  isRemark: true,
  refuses: "a result that is the same whatever the input, and `fixed_because` where nothing shows that",
  example:
    "The result x is the same whatever the input. (let it depend on one, delete it, or state fixed_because: and why)",
};

export function checkFixed(results: readonly TypedResult[], reach: Reach, report: Report): void {
  const fixed = new Map<Slot, boolean>();
  const visit = (node: TypedResult, stated: boolean): boolean => {
    const { fixedBecause } = node.node;
    const here = stated || fixedBecause !== undefined;
    let found = false;
    // Nullable objects and list items vary.
    const may = node.when === undefined && node.lambda === undefined;
    const isLeaf = node.node.body.kind === "leaf";
    if (may && isLeaf)
      found = [node, ...node.fields].every(
        ({ value }) => value !== undefined && isTheSame(value, reach, fixed),
      );
    else if (may) for (const field of node.fields) if (visit(field, here)) found = true;
    if (found && !here && isLeaf)
      report.found(
        FIXED,
        node.node.location,
        `The result ${node.node.name} is the same whatever the input.`,
        "let it depend on one, delete it, or state fixed_because: and why",
      );
    if (!found && fixedBecause !== undefined)
      report.found(
        FIXED,
        node.node.location,
        `The result ${node.node.name} is declared as fixed, but it may vary.`,
        "delete fixed_because:, or correct the result",
      );
    return found;
  };
  for (const node of results) visit(node, false);
}

function isTheSame(value: Typed, reach: Reach, fixed: Map<Slot, boolean>): boolean {
  return isFixed(value, fixed) || theOne(reach.reasoner.of(value, reach.accepted)) !== undefined;
}
