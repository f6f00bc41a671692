// The texts that a definition can put into a result, whole or as pieces: words and sentences of its formulas and rules, cells
// of its tables, defaults of its inputs. What is said of wrong inputs is in no result.

import { walk } from "../typing/parts.js";
import type { Body, ToolPlan, Typed, TypedEntry, TypedGive, TypedPart, TypedResult } from "../typing/plan.js";

export function givenTexts(plan: ToolPlan, disclaimer: string): string[] {
  const texts = new Set<string>([disclaimer]);
  const found = (value: unknown): void => {
    if (typeof value === "string") texts.add(value);
    else if (Array.isArray(value)) value.forEach(found);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        texts.add(name);
        found(inner);
      }
  };
  const formula = (typed: Typed | undefined): void => {
    if (typed !== undefined) walk(typed, (part) => found(part.op === "literal" ? part.value : null));
  };
  const text = (parts: readonly TypedPart[]): void => {
    for (const part of parts)
      if (typeof part === "string") found(part);
      else formula(part.value);
  };
  const give = (given: TypedGive | undefined): void => {
    if (given?.kind === "value") formula(given.value);
    else if (given?.kind === "text") text(given.parts);
    else if (given?.kind === "record") for (const field of given.fields.values()) give(field);
    else
      for (const item of given?.items ?? []) {
        formula(item.when);
        give(item.give);
      }
  };
  const entries = (list: readonly TypedEntry[]): void => {
    for (const each of list) {
      found(each.entry.id ?? null);
      found([...each.entry.own.values()]);
      for (const { source } of each.loops) formula(source);
      formula(each.when);
      entries(each.rules ?? []);
      give(each.give);
    }
  };
  const body = (of: Body): void => {
    if (of.kind === "value") formula(of.value);
    else if (of.kind === "text") text(of.parts);
    else if (of.kind === "frame") [...of.args.values()].forEach(formula);
    else if (of.kind === "decide" || of.kind === "collect") {
      if (of.kind === "decide") found(of.otherwiseDef?.id ?? null);
      entries(of.entries);
      give(of.otherwise);
    } else {
      formula(of.source);
      if (of.kind === "each") [...(of.scope.inner?.args.values() ?? [])].forEach(formula);
    }
  };
  const result = ({ value, key, fields }: TypedResult): void => {
    formula(value);
    formula(key);
    fields.forEach(result);
  };
  for (const slot of plan.slots) if (slot.body !== undefined) body(slot.body);
  plan.results.forEach(result);
  for (const { def } of plan.tables.values()) found([def.rows, def.otherwise ?? null, def.periods]);
  for (const { name, fallback } of plan.inputs.values()) found([name, fallback ?? null]);
  return [...texts];
}
