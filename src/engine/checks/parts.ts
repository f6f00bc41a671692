// The formulas of a typed definition, and the parts of a formula.
import type {
  Body,
  Slot,
  ToolPlan,
  Typed,
  TypedEntry,
  TypedGive,
  TypedPart,
  TypedResult,
} from "../typing/plan.js";

/** Every part of a formula, the formula itself first. */
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

/** What a plan is written in: a formula, or words of a text between braces. */
export type PlanPiece = Typed | string;

/** Every formula and every word of a text that a plan's values and results have, in all typed copies of its calculations. */
export function piecesOf(plan: ToolPlan): PlanPiece[] {
  return [...plan.slots.flatMap(slotPieces), ...plan.results.flatMap(resultPieces)];
}

/** Every formula of a plan, those that refuse an input included. */
export function formulasOf(plan: ToolPlan): Typed[] {
  const constraints = plan.constraints.flatMap(({ when, say }) => [when, ...textPieces(say)]);
  return [...piecesOf(plan), ...constraints].filter((piece) => typeof piece !== "string");
}

export function slotPieces({ when, body }: Slot): PlanPiece[] {
  return [...some(when), ...(body === undefined ? [] : bodyPieces(body))];
}

function bodyPieces(body: Body): PlanPiece[] {
  switch (body.kind) {
    case "value":
      return [body.value];
    case "text":
      return textPieces(body.parts);
    case "decide":
    case "collect":
      return [...body.entries.flatMap(entryPieces), ...givePieces(body.otherwise)];
    case "each":
      return some(body.source, body.where, body.order?.by, ...(body.scope.inner?.args.values() ?? []));
    case "pick":
      return some(body.source, body.key, body.where);
    case "frame":
      return [...body.args.values()];
  }
}

export function entryPieces({ loops, when, rules = [], give }: TypedEntry): PlanPiece[] {
  const own = some(...loops.map(({ source }) => source), when);
  return [...own, ...rules.flatMap(entryPieces), ...givePieces(give)];
}

export function givePieces(give: TypedGive | undefined): PlanPiece[] {
  switch (give?.kind) {
    case undefined:
      return [];
    case "value":
      return [give.value];
    case "text":
      return textPieces(give.parts);
    case "record":
      return [...give.fields.values()].flatMap(givePieces);
    case "list":
      return give.items.flatMap((item) => [...some(item.when), ...givePieces(item.give)]);
  }
}

function textPieces(parts: readonly TypedPart[]): PlanPiece[] {
  return parts.map((part) => (typeof part === "string" ? part : part.value));
}

export function resultPieces({ when, value, key, fields }: TypedResult): PlanPiece[] {
  return [...some(when, value, key), ...fields.flatMap(resultPieces)];
}

function some(...formulas: readonly (Typed | undefined)[]): Typed[] {
  return formulas.filter((formula) => formula !== undefined);
}
