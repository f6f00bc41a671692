// Every small change that can be made to a tool's definition, one at a time, on the model in memory.

import type { Formula } from "../../engine/language/formula.js";
import type { ToolDef } from "../../engine/language/model.js";
import { isDateText } from "../../engine/language/types.js";
import { isYamlMap, spotOf } from "../../engine/read/yaml.js";
import { dayAfter } from "../../engine/typing/lookup-cover.js";
import type { Typed } from "../../engine/typing/plan.js";
import type { Built } from "../../engine/typing/type-tool.js";
import { visitTool } from "../visit.js";
import { DayOfTool } from "./dates.js";
import { formulaMutants, namesIn } from "./formulas.js";
import { type Mutant, replace } from "./mutant.js";
import { nudged } from "./nudge.js";
import { tableMutants } from "./tables.js";

export interface MutantOptions {
  /** Rows of sampled tables that are worth changing: those that golden cases use. */
  readonly rows?: ReadonlySet<object>;
}

export function mutantsOf(def: ToolDef, built: Built, options: MutantOptions = {}): Mutant[] {
  const mutants: Mutant[] = [];
  const typed = new Map<Formula, Typed>(built.formulas.map((each) => [each.written.it, each.typed]));
  const constants = new Set(def.values.flatMap((value) => (value.kind === "constant" ? [value.name] : [])));
  const day = new DayOfTool(def.edition, built.plan.inputs);
  const names = new Set<string>();
  const tables: Parameters<typeof tableMutants>[0][] = [];
  visitTool(def, built.used, {
    table: (table) => tables.push(table),
    constant: (value, owner) => {
      const spot = isYamlMap(value.holder[value.name])
        ? spotOf(value.holder[value.name] as object, "constant")
        : value.spot;
      for (const [now, shown] of scalarChanges(value.constant))
        mutants.push({ spot, place: `${owner}: ${shown}`, apply: replace(value, "constant", now) });
    },
    literal: (give, owner) => {
      for (const [now, shown] of scalarChanges(give.value))
        mutants.push({ spot: give.spot, place: `${owner}: ${shown}`, apply: replace(give, "value", now) });
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
  for (const [name, raw] of Object.entries(properties(def))) {
    if (!isYamlMap(raw) || typeof raw.default !== "number") continue;
    const now = nudged(raw.default);
    mutants.push({
      spot: spotOf(raw, "default"),
      place: `default of ${name}: ${raw.default} -> ${now}`,
      apply: replace(raw, "default", now),
    });
  }
  for (const table of tables) mutants.push(...tableMutants(table, names, day, options.rows));
  return numbered(mutants);
}

function properties(def: ToolDef): object {
  return isYamlMap(def.inputs.properties) ? def.inputs.properties : {};
}

/** A constant or literal changed, and the change in words. */
function scalarChanges(value: unknown): [string | number, string][] {
  if (typeof value === "number" && Number.isFinite(value))
    return [[nudged(value), `${value} -> ${nudged(value)}`]];
  if (typeof value === "string" && isDateText(value))
    return [[dayAfter(value), `${value} -> ${dayAfter(value)}`]];
  return [];
}

/** Changes that read alike are told apart by a number. */
function numbered(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const key = `${mutant.spot.file} ${mutant.place}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return nth === 1 ? mutant : { ...mutant, place: `${mutant.place} (${nth})` };
  });
}
