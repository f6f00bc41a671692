// Lists every mutation of a tool: numbers, dates, comparisons, words, defaults and table cells, one at a time.

import type { Formula } from "../../engine/language/formula.js";
import type { ToolDef } from "../../engine/language/model.js";
import type { Slot, ToolPlan, Typed } from "../../engine/typing/plan.js";
import { formulasOf, inOrder, walk } from "../../engine/typing/visit.js";
import type { LintedTool } from "../../lint/load.js";
import { visitTool } from "../visit.js";
import { DayOfTool } from "./dates.js";
import { formulaMutants, namesIn } from "./formulas.js";
import { type Mutant, replace, together } from "./mutant.js";
import { moved, perturbed } from "./perturb.js";
import { tableMutants } from "./tables.js";

/**
 * Omits values that only figures use, because golden cases do not contain figures. `usesRow` selects rows of sampled
 * tables.
 */
export function mutantsOf(def: ToolDef, built: LintedTool, usesRow: (row: object) => boolean): Mutant[] {
  const mutants: Mutant[] = [];
  const typed = new Map<Formula, Typed>(built.plan.formulas.map((each) => [each.written.it, each.typed]));
  const constants = new Set(def.values.flatMap((value) => (value.kind === "constant" ? [value.name] : [])));
  const day = new DayOfTool(def.edition, built.plan.inputs);
  const names = new Set<string>();
  const tables: Parameters<typeof tableMutants>[0][] = [];
  const answering = new Set<object>(answeringSlots(built.plan).map((slot) => slot.def));
  const idle = new Set<object>(built.plan.slots.map((slot) => slot.def).filter((def) => !answering.has(def)));
  visitTool(def, new Set([...built.used].filter((piece) => !idle.has(piece))), {
    table: (table) => tables.push(table),
    constant: (value, owner) => {
      const now = moved(value.constant);
      if (now === undefined) return;
      const place = `${owner}: ${String(value.constant)} -> ${now}`;
      mutants.push({ location: value.stated, place, apply: replace(value, "constant", now) });
    },
    formula: (written, owner) => {
      namesIn(written.it.expr, names);
      mutants.push(
        ...formulaMutants(written, owner, typed.get(written.it), {
          inputs: built.plan.inputs,
          constants,
          day,
        }),
      );
    },
  });
  const properties = (def.inputSchema.properties ?? {}) as Record<string, { assumed?: unknown }>;
  for (const [name, input] of def.inputs) {
    const property = properties[name];
    if (typeof input.fallback !== "number" || property === undefined) continue;
    const now = perturbed(input.fallback);
    mutants.push({
      location: input.location,
      place: `assumed ${name}: ${input.fallback} -> ${now}`,
      apply: together([replace(input, "fallback", now), replace(property, "assumed", now)]),
    });
  }
  for (const table of tables) mutants.push(...tableMutants(table, names, day, usesRow));
  return numbered(mutants);
}

/** Numbers changes with equal descriptions. */
function numbered(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const key = `${mutant.location.file} ${mutant.place}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return nth === 1 ? mutant : { ...mutant, place: `${mutant.place} (${nth})` };
  });
}

/** Returns the values behind results, texts and refusals, without those that only figures use. */
function answeringSlots(plan: ToolPlan): Slot[] {
  const named: Slot[] = [];
  for (const formula of formulasOf({ ...plan, slots: [] }))
    walk(formula, (part) => {
      if (part.op === "slot") named.push(part.slot);
    });
  const lists = [...plan.root.slots.values()].filter(({ def }) => def.list !== undefined);
  return inOrder([...named, ...lists]);
}
