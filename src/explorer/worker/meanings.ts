// Short descriptions of the names that formulas can use, for tooltips in the definition.
import type { ToolPlan } from "../../engine/typing/plan.js";
import { NameIndex, typeWords } from "../../lint/names.js";

export interface Meaning {
  readonly name: string;
  readonly about: string;
}

export function meaningsOf(plan: ToolPlan): Meaning[] {
  const own = new Set<object>([...plan.root.slots.values()].map(({ def }) => def));
  return new NameIndex(plan)
    .all()
    .filter(({ kind, def }) => kind === "input" || kind === "table" || (def !== undefined && own.has(def)))
    .map((named) => ({ name: named.name, about: aboutOf(named) }));
}

function aboutOf({ kind, title, type, unit }: ReturnType<NameIndex["all"]>[number]): string {
  const words = typeWords({ type, unit });
  return kind === "table" ? words : `${title ?? kind}, ${words}`;
}
