// The texts that a definition can put into a result, whole or as pieces: words and sentences of its formulas and rules, cells
// of its tables, defaults of its inputs. What is said of wrong inputs is in no result.
import { leavesOf } from "../language/entries.js";
import { piecesOf, walk } from "../typing/parts.js";
import type { ToolPlan, Typed } from "../typing/plan.js";

export function givenTexts(plan: ToolPlan, disclaimer: string): string[] {
  const texts = new Set<string>([disclaimer]);
  const found = (value: unknown): void => {
    if (typeof value === "string") texts.add(value);
    else if (Array.isArray(value)) value.forEach(found);
    else if (typeof value === "object" && value !== null) Object.entries(value).forEach(found);
  };
  for (const piece of piecesOf(plan))
    if (typeof piece === "string") found(piece);
    else
      walk(piece, (part, parent) =>
        found(part.op === "literal" && !isPattern(part, parent) ? part.value : null),
      );
  for (const { body } of plan.slots) {
    if (body?.kind !== "decide" && body?.kind !== "collect") continue;
    for (const { entry } of leavesOf(body.entries)) found([entry.entry.id, ...entry.entry.own.values()]);
    if (body.kind === "decide") found(body.otherwiseDef?.id);
  }
  for (const { def } of plan.tables.values()) found([def.rows, def.otherwise, def.periods]);
  for (const { name, fallback } of plan.inputs.values()) found([name, fallback]);
  return [...texts];
}

/** The pattern of a `replace` says what goes, and never stands in a text itself. */
function isPattern(part: Typed, parent: Typed | undefined): boolean {
  return parent?.op === "builtin" && parent.name === "replace" && parent.args[1] === part;
}
