// What the names of a tool mean, in a few words, for who points at one in an editor: what it is, its type and its unit.
import { describe } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import type { ToolPlan } from "./plan.js";

export interface Meaning {
  readonly name: string;
  readonly about: string;
}

/** "a number, in kW". */
export function typeWords(type: string | undefined, unit: string | undefined): string {
  const inUnit = unit === undefined || unit === "1" ? undefined : `in ${unit}`;
  return [type, inUnit].filter((words) => words !== undefined).join(", ");
}

/** The names that formulas of a tool can hold. */
export function meaningsOf({ def, inputs, root }: ToolPlan): Meaning[] {
  const given = [...inputs.values()].map(({ name, type, unit }) => ({
    name,
    about: `input, ${typeWords(describe(type), unit)}`,
  }));
  const values = [...root.slots.values()]
    .filter(({ name }) => !name.startsWith("$"))
    .map(({ name, type, def: { title, unit } }) => ({
      name,
      about: `${title ?? "value"}, ${typeWords(describe(type), unit ?? unitOfName(name))}`,
    }));
  const tables = [...def.tables.values()].map(({ name, rows }) => ({
    name,
    about: `a table of ${rows.length} rows`,
  }));
  return [...given, ...values, ...tables];
}
