// Visits formulas of a plan, parts of a formula, and dependencies of a value.
import type {
  Body,
  Scope,
  Slot,
  ToolPlan,
  Typed,
  TypedEntry,
  TypedGive,
  TypedPart,
  TypedResult,
} from "./plan.js";

/** Visits every part of a formula, the formula itself first. */
export function walk(
  typed: Typed,
  visit: (part: Typed, parent: Typed | undefined) => void,
  parent?: Typed,
): void {
  visit(typed, parent);
  for (const kid of kidsOf(typed)) walk(kid, visit, typed);
}

const NONE: readonly Typed[] = [];

export function kidsOf(typed: Typed): readonly Typed[] {
  switch (typed.op) {
    case "operator":
    case "compare":
    case "logic":
    case "nullish":
    case "if":
    case "builtin":
    case "table":
      return typed.args;
    case "field":
    case "known":
      return [typed.of];
    case "pluck":
      return [typed.of, typed.body];
    case "filter":
      return [typed.of, typed.test];
    case "lookup":
      return [typed.of, typed.key];
    case "call":
      return [...typed.args.values()];
    case "list":
      return typed.items;
    default:
      return NONE;
  }
}

/** Returns every formula behind results and constraints, in all typed copies. */
export function formulasOf({ slots, constraints, results }: ToolPlan): Typed[] {
  return [
    ...slots.flatMap(({ when, body }) => [...some(when), ...(body === undefined ? [] : ofBody(body))]),
    ...results.flatMap(ofResult),
    ...constraints.flatMap(({ when, say }) => [when, ...ofText(say)]),
  ];
}

export function ofBody(body: Body): Typed[] {
  switch (body.kind) {
    case "value":
      return [body.value];
    case "text":
      return ofText(body.parts);
    case "decide":
    case "collect":
      return [...body.entries.flatMap(ofEntry), ...ofGive(body.otherwise)];
    case "each":
      return some(body.source, body.where, body.order?.by, ...(body.scope.inner?.args.values() ?? []));
    case "pick":
      return some(body.source, body.key, body.where);
    case "frame":
      return [...body.args.values()];
  }
}

function ofEntry({ loops, when, rules = [], give }: TypedEntry): Typed[] {
  return [...some(...loops.map(({ source }) => source), when), ...rules.flatMap(ofEntry), ...ofGive(give)];
}

function ofGive(give: TypedGive | undefined): Typed[] {
  switch (give?.kind) {
    case undefined:
      return [];
    case "value":
      return [give.value];
    case "text":
      return ofText(give.parts);
    case "record":
      return [...give.fields.values()].flatMap(ofGive);
    case "list":
      return give.items.flatMap((item) => [...some(item.when), ...ofGive(item.give)]);
  }
}

export function ofText(parts: readonly TypedPart[]): Typed[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.value]));
}

function ofResult({ when, value, key, fields }: TypedResult): Typed[] {
  return [...some(when, value, key), ...fields.flatMap(ofResult)];
}

function some(...formulas: readonly (Typed | undefined)[]): Typed[] {
  return formulas.filter((formula) => formula !== undefined);
}

/** Returns the value of a frame by name, also from its calculation. */
export function slotIn(scope: Scope | undefined, name: string): Slot | undefined {
  return scope?.slots.get(name) ?? scope?.inner?.scope.slots.get(name);
}

/** Returns values with their dependencies in dependency order. */
export function inOrder(slots: readonly Slot[]): Slot[] {
  const order: Slot[] = [];
  const seen = new Set<Slot>();
  const into = (slot: Slot): void => {
    if (seen.has(slot)) return;
    seen.add(slot);
    for (const next of slot.uses) into(next);
    const { body } = slot;
    const scope = body?.kind === "frame" || body?.kind === "each" ? body.scope : undefined;
    for (const each of [scope, scope?.inner?.scope])
      for (const next of each?.slots.values() ?? []) into(next);
    order.push(slot);
  };
  for (const slot of slots) into(slot);
  return order;
}

const behind = new WeakMap<Slot, ReadonlySet<string>>();

/** Returns all inputs that a value depends on. */
export function inputsBehind(slot: Slot): ReadonlySet<string> {
  const before = behind.get(slot);
  if (before !== undefined) return before;
  const names = new Set(slot.reads);
  for (const next of slot.uses) for (const name of inputsBehind(next)) names.add(name);
  behind.set(slot, names);
  return names;
}
