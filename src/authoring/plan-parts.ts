// Lists every typed formula of a compiled definition, also those of calculations that are called with several types.
import type {
  Body,
  ToolPlan,
  Typed,
  TypedEntry,
  TypedGive,
  TypedPart,
  TypedResult,
} from "../engine/typing/plan.js";

export function formulasOf(plan: ToolPlan): Typed[] {
  const found: Typed[] = [];
  const add = (typed: Typed | undefined) => {
    if (typed !== undefined) found.push(typed);
  };
  const parts = (list: readonly TypedPart[]) => {
    for (const part of list) if (typeof part !== "string") add(part.value);
  };
  const give = (given: TypedGive | undefined): void => {
    if (given === undefined) return;
    if (given.kind === "value") add(given.value);
    else if (given.kind === "text") parts(given.parts);
    else if (given.kind === "record") for (const field of given.fields.values()) give(field);
    else
      for (const item of given.items) {
        add(item.when);
        give(item.give);
      }
  };
  const entries = (list: readonly TypedEntry[]): void => {
    for (const entry of list) {
      for (const loop of entry.loops) add(loop.source);
      add(entry.when);
      if (entry.rules !== undefined) entries(entry.rules);
      give(entry.give);
    }
  };
  const body = (of: Body): void => {
    switch (of.kind) {
      case "value":
        add(of.value);
        return;
      case "text":
        parts(of.parts);
        return;
      case "decide":
      case "collect":
        entries(of.entries);
        give(of.otherwise);
        return;
      case "each":
        for (const typed of [of.source, of.where, of.order?.by]) add(typed);
        for (const arg of of.scope.inner?.args.values() ?? []) add(arg);
        return;
      case "pick":
        for (const typed of [of.source, of.key, of.where]) add(typed);
        return;
      case "frame":
        for (const arg of of.args.values()) add(arg);
    }
  };
  const result = (node: TypedResult): void => {
    for (const typed of [node.when, node.value, node.key]) add(typed);
    for (const field of node.fields) result(field);
  };
  for (const slot of plan.slots) {
    add(slot.when);
    if (slot.body !== undefined) body(slot.body);
  }
  for (const constraint of plan.constraints) {
    add(constraint.when);
    parts(constraint.say);
  }
  for (const node of plan.results) result(node);
  return found;
}
