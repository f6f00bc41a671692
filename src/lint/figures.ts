// Reports useless figures: constant ones, tones for labels that never occur, and sweeps over inputs without effect.
// Structure and types are checked elsewhere.

import type { Check } from "../engine/checks/check.js";
import { LISTS } from "../engine/language/common-fields.js";
import type { Report } from "../engine/language/findings.js";
import { BUILT_IN } from "../engine/language/locations.js";
import type { FigureDef } from "../engine/language/model.js";
import { describe } from "../engine/language/types.js";
import type { Slot, ToolPlan, Typed, TypedResult } from "../engine/typing/plan.js";
import { inOrder, walk } from "../engine/typing/visit.js";
import { closedSet } from "../engine/typing/words.js";
import { FIXED } from "./constant-results.js";
import { isFixed } from "./fixed-values.js";

export const FIGURE: Check = {
  code: "figure",
  refuses:
    "a figure without the keys of its kind, of an input, result or scale that does not exist, a tone for a label that never occurs, a sweep with decreasing numbers or numbers outside of its input's bounds",
  example: "Nothing in this figure is called Powr. (it shows Power)",
};

export function checkFigures(plan: ToolPlan, report: Report): void {
  plan.def.figures.forEach((figure, at) => {
    const typed = plan.figures[at] as TypedResult;
    if (figure.head.kind === "sweep") checkSweep(figure, plan, report);
    else if (numbersIn(typed).every((value) => value.type.kind !== "unknown" && isFixed(value, new Map()))) {
      const hint = "let it show what depends on one, or delete it";
      report.found(FIXED, figure.at.location, "This figure is the same whatever the input.", hint);
    }
    checkTones(figure, typed, report);
  });
}

/** Returns the drawn values and their lists, without labels. */
function numbersIn({ node, value, fields }: TypedResult): Typed[] {
  const own = value === undefined || node.name === "label" ? [] : [value];
  return [...own, ...fields.flatMap(numbersIn)];
}

function checkTones({ head, at }: FigureDef, typed: TypedResult, report: Report): void {
  const label = labelIn(typed);
  const known = head.words ?? (label === undefined ? head.labels : closedSet(label.type));
  if (known === undefined) return;
  const labels = new Set<unknown>([...known].map(String));
  const tones = at.inner.get("tones") ?? BUILT_IN;
  for (const word of tones.keys.keys())
    if (!labels.has(word)) {
      const hint = `it shows ${[...labels].join(", ")}`;
      report.found(FIGURE, tones.ofKey(word), `Nothing in this figure is called ${word}.`, hint);
    }
}

function labelIn({ node, value, fields }: TypedResult): Typed | undefined {
  if (node.name === "label") return value;
  return fields.flatMap((field) => labelIn(field) ?? [])[0];
}

function checkSweep({ head, at }: FigureDef, plan: ToolPlan, report: Report): void {
  const { over = "", result = "" } = head;
  const path = pathTo(plan.results, result.split("."));
  const shown = path.at(-1)?.value?.type;
  if (shown === undefined) return;
  const wrong = (key: string, message: string, hint?: string) =>
    report.found(FIGURE, at.of(key), message, hint);
  if (shown.kind !== "number" && shown.kind !== "unknown")
    wrong("result", `The result ${result} is no number, but ${describe(shown)}.`);
  else if (plan.inputs.get(over)?.type.kind === "number" && !dependsOn(path, over, plan))
    wrong("over", `The result ${result} does not depend on ${over}.`);
  checkRange(head, plan.inputSchema, wrong);
}

type Bounds = Partial<Record<"minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum", number>>;

/** Checks the ends of a sweep that are numbers. */
function checkRange(
  { over = "", from, to }: FigureDef["head"],
  { properties = {} }: ToolPlan["inputSchema"],
  wrong: (key: string, message: string, hint: string) => void,
): void {
  const { exclusiveMinimum, exclusiveMaximum, ...own } = (properties as Record<string, Bounds>)[over] ?? {};
  const { minimum = exclusiveMinimum, maximum = exclusiveMaximum } = own;
  if (from !== undefined && to !== undefined && from >= to)
    wrong("from", "The range of this sweep runs backwards.", "swap from and to");
  else if (from !== undefined && minimum !== undefined && from < minimum)
    wrong("from", `The sweep begins below ${minimum}, the least that ${over} may be.`, "let it begin there");
  else if (to !== undefined && maximum !== undefined && to > maximum)
    wrong("to", `The sweep goes above ${maximum}, the most that ${over} may be.`, "let it end there");
}

/** Returns the results along a dotted path, as far as they exist. */
export function pathTo(nodes: readonly TypedResult[], [name, ...rest]: readonly string[]): TypedResult[] {
  const found = nodes.find(({ node }) => node.name === name);
  return found === undefined ? [] : [found, ...pathTo(found.fields, rest)];
}

/** Whether the last result can depend on the input. If a field of a frame is read, all of its values count. */
function dependsOn(path: readonly TypedResult[], input: string, plan: ToolPlan): boolean {
  let found = false;
  const slots: Slot[] = [];
  const ask = (slot: Slot | undefined): void => {
    if (slot !== undefined) slots.push(slot);
  };
  const visit = (typed: Typed | undefined): void => {
    if (typed === undefined) return;
    walk(typed, (part) => {
      if (part.op === "flagged") ask(plan.root.slots.get(LISTS.flags));
      if ((part.op === "input" || part.op === "sent") && part.name === input) found = true;
      if (part.op === "inputs") found = true;
      if (part.op === "slot") ask(part.slot);
      if (part.op === "call") ask(part.result);
      if (part.op === "table" || part.op === "rows") visit(part.table.dated);
    });
  };
  for (const { when, value } of path) [when, value].forEach(visit);
  return found || inOrder(slots).some(({ reads }) => reads.has(input));
}
