// The rules of a list with all conditions of their groups.
import { leavesOf } from "../../engine/language/entries.js";
import type { Constraint, Entry, ValueDef, WrittenFormula } from "../../engine/language/model.js";
import { type BodyOf, NO_ID, type Typed, type TypedEntry } from "../../engine/typing/plan.js";

/** Why a part is unreachable. */
export type Dead =
  | {
      readonly kind: "rule";
      readonly entry: Entry;
      /** The condition is always false; false where the list is used; or an earlier rule always applies. */
      readonly why: "never" | "here" | "above";
    }
  | { readonly kind: "otherwise"; readonly def: ValueDef }
  | { readonly kind: "shown"; readonly when: WrittenFormula }
  | { readonly kind: "constraint"; readonly constraint: Constraint }
  | {
      readonly kind: "branch";
      readonly written: WrittenFormula;
      readonly nth: number;
      readonly side: "then" | "else";
    };

/** A list of rules that decides by its first match, or collects all matches. */
export type ListOfRules = BodyOf<"decide"> | BodyOf<"collect">;

/** A rule with its conditions, including those of its groups, their conjunction, and its loops. */
export interface Rule {
  readonly entry: TypedEntry;
  readonly conditions: readonly Typed[];
  readonly whole: Typed;
  readonly loops: TypedEntry["loops"];
}

const ALWAYS: Typed = { id: NO_ID, op: "literal", value: true, type: { kind: "boolean", nullable: false } };

export function rulesOf(entries: readonly TypedEntry[]): Rule[] {
  return leavesOf(entries).map(({ entry, groups }) => {
    const around = [...groups, entry];
    const conditions = around.flatMap(({ when }) => when ?? []);
    const loops = around.flatMap((each) => each.loops);
    return { entry, conditions, whole: conditions.reduce(both, ALWAYS), loops };
  });
}

function both(a: Typed, b: Typed): Typed {
  if (a === ALWAYS) return b;
  return { id: NO_ID, op: "logic", fn: "and", args: [a, b], type: { kind: "boolean", nullable: true } };
}
