// Results that are the same whatever the input: a caller asks in vain. Where one is meant to be, the definition says why.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Slot, Typed, TypedResult } from "../engine/typing/plan.js";
import { isFixed } from "./fixed-values.js";
import { isSet, theOne } from "./reason/possible-values.js";
import type { Reach } from "./reason/reach.js";

export const FIXED: Check = {
  code: "fixed",
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
    // An object that can be null, and the items of a list, are not the same for every input.
    const may = node.when === undefined && node.lambda === undefined;
    const isLeaf = node.node.body.kind === "leaf";
    if (may && isLeaf)
      found = [node, ...node.fields].every(
        ({ value }) => value !== undefined && isTheSame(value, reach, fixed),
      );
    else if (may) for (const field of node.fields) if (visit(field, here)) found = true;
    if (found && !here && isLeaf) {
      report.error(
        "fixed",
        node.node.location,
        `The result ${node.node.name} is the same whatever the input.`,
        "let it depend on one, delete it, or state fixed_because: and why",
      );
    }
    if (!found && fixedBecause !== undefined) {
      const words = node.value === undefined ? [] : wordsOf(node.value, reach);
      report.error(
        "fixed",
        node.node.location,
        words.length === 0
          ? `The result ${node.node.name} is said to be fixed, and nothing shows that it is.`
          : `The result ${node.node.name} can be ${words.join(" or ")}, and fixed_because: says "${fixedBecause}".`,
        words.length === 0
          ? "delete fixed_because:"
          : "delete fixed_because:, and mend what else says the same, such as descriptions",
      );
    }
    return found;
  };
  for (const node of results) visit(node, false);
}

/** What it comes out as, where that is a few words. */
function wordsOf(value: Typed, { reasoner, accepted }: Reach): unknown[] {
  const { be } = reasoner.of(value, accepted);
  return isSet(be) && be.size <= FEW ? [...be].sort() : [];
}

const FEW = 3;

function isTheSame(value: Typed, reach: Reach, fixed: Map<Slot, boolean>): boolean {
  return isFixed(value, fixed) || theOne(reach.reasoner.of(value, reach.accepted)) !== undefined;
}
