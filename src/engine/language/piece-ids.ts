// Ids of values and rules, equal for every input: `x`, `group.x`, `list[].x`, `calculation().x`, `x#2` for the third
// rule of x, `x#otherwise`.
import { leavesOf } from "./entries.js";
import type { Formula } from "./formula.js";
import type { ToolDef, ValueDef } from "./model.js";

const made = new WeakMap<ToolDef, ReadonlyMap<object, string>>();

/** Returns the id of each value and rule. */
export function pieceIds(def: ToolDef): ReadonlyMap<object, string> {
  const ids = made.get(def) ?? idsOf(def);
  made.set(def, ids);
  return ids;
}

function idsOf(def: ToolDef): ReadonlyMap<object, string> {
  const ids = new Map<object, string>();
  const visit = (values: readonly ValueDef[], before: string): void => {
    for (const value of values) {
      const id = `${before}${value.list ?? value.name}`;
      if (ids.has(value)) continue;
      ids.set(value, id);
      if (value.kind === "group") visit(value.values, `${id}.`);
      if (value.kind === "each") visit(value.values, `${id}[].`);
      if (value.kind !== "decide" && value.kind !== "collect") continue;
      leavesOf(value.entries).forEach(({ entry }, at) => {
        ids.set(entry, `${id}#${at}`);
      });
      if (value.otherwise !== undefined) ids.set(value.otherwise, `${id}#otherwise`);
    }
  };
  visit(def.values, "");
  for (const { name, values } of def.calculations.values()) visit(values, `${name}().`);
  return ids;
}

/** Returns the formula of a value, or of the rule that decided it. */
export function writtenFormula(def: ValueDef, rule: number | "otherwise" | undefined): Formula | undefined {
  if (def.kind === "formula") return def.formula.it;
  if (def.kind !== "decide" || rule === undefined) return undefined;
  const { give } = (rule === "otherwise" ? def.otherwise : leavesOf(def.entries)[rule]?.entry) ?? {};
  return give?.kind === "formula" ? give.formula.it : undefined;
}
