// Bounds the cost of one result: values, list items and text pieces, with every call and list followed. Chained
// calls, nested lists and nested texts multiply.
import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import type { CalculationDef } from "../language/model.js";
import { locationIn } from "../language/written.js";
import type { Lambda, Scope, Slot, ToolPlan, Typed, TypedFormula } from "../typing/plan.js";
import { kidsOf } from "../typing/visit.js";
import type { Check } from "./check.js";
import { Sizes } from "./sizes.js";

export const SIZE: Check = {
  code: "size",
  refuses: "more files, typed copies, calls, pieces of a text or values in a chain than the limits allow",
  example: "More than 200 values depend on each other in one chain.",
};

/** A calculation, or undefined for the tool. */
type Owner = CalculationDef | undefined;
/** Operations per computation of the owner. */
type Times<T> = readonly { readonly what: T; readonly times: number }[];

export function checkCost(plan: ToolPlan, report: Report): void {
  // If another limit is exceeded, the plan is incomplete.
  if (!plan.isWhole) return;
  checkEvaluations(plan, report);
  checkPieces(plan, report);
}

function checkPieces(plan: ToolPlan, report: Report): void {
  const sizes = new Sizes(plan, "pieces");
  const first = plan.slots.find((slot) => sizes.slot(slot) > LIMITS.pieces);
  if (first === undefined) return;
  report.error(
    "size",
    first.def.location,
    `${first.name} is put together from more than ${LIMITS.pieces} pieces: it repeats what repeats itself.`,
  );
}

function checkEvaluations(plan: ToolPlan, report: Report): void {
  const rounds = new Rounds(plan);
  const { calls, items } = formulasOf(plan, rounds);
  const values = valuesOf(plan, rounds);
  const evaluations = following(values, calls);
  checkItems(plan, items, following(items, calls), report);
  if (evaluations(undefined) <= LIMITS.evaluations) return;
  const deep = [...values.values()].flat().find(({ times }) => times > LIMITS.evaluations);
  const first = [...plan.def.calculations.values()].find(
    (calculation) => evaluations(calculation) > LIMITS.evaluations,
  );
  const [name, location] =
    deep === undefined
      ? [first?.name ?? plan.def.name, first?.location ?? plan.def.location]
      : [deep.what.name, deep.what.def.location];
  const what = deep === undefined ? "calls" : "lists";
  const message = `${name} computes more than ${LIMITS.evaluations} values: its ${what} multiply.`;
  const hint = deep === undefined ? "make a value of each repeated call, and use the value" : FEWER_ROWS;
  report.error("size", location, message, hint);
}

const FEWER_ROWS = "choose the rows with where or a lookup before a list runs inside another";

function checkItems(
  plan: ToolPlan,
  items: ReadonlyMap<Owner, Times<TypedFormula>>,
  total: (owner: Owner) => number,
  report: Report,
): void {
  if (total(undefined) <= LIMITS.items) return;
  const [most] = [...items.values()].flat().sort((a, b) => b.times - a.times);
  const location = most === undefined ? plan.def.location : locationIn(most.what.written);
  const message = `The formulas go through more than ${LIMITS.items} items of lists: lists inside lists multiply.`;
  report.error("size", location, message, FEWER_ROWS);
}

/** Returns the total count, with each call followed. */
function following<T>(all: ReadonlyMap<Owner, Times<T>>, calls: ReadonlyMap<Owner, Times<CalculationDef>>) {
  const known = new Map<Owner, number>();
  const total = (owner: Owner): number => {
    const before = known.get(owner);
    if (before !== undefined) return before;
    // Cycles are reported by another check.
    known.set(owner, 0);
    let sum = (all.get(owner) ?? []).reduce((before, { times }) => before + times, 0);
    for (const { what, times } of calls.get(owner) ?? []) sum += times * total(what);
    known.set(owner, sum);
    return sum;
  };
  return total;
}

/** Counts evaluations of formulas within lists. */
class Rounds {
  private readonly sources = new Map<Scope, Typed>();
  private readonly sizes: Sizes;

  constructor(plan: ToolPlan) {
    this.sizes = new Sizes(plan, "items");
    for (const { body } of plan.slots) if (body?.kind === "each") this.sources.set(body.scope, body.source);
  }

  /** Evaluations of a formula per computation of its owner. */
  ofFormula({ scope, lambdas }: Pick<TypedFormula, "scope" | "lambdas">): number {
    return lambdas.reduce((times, lambda) => times * this.itemsOf(lambda), this.ofScope(scope));
  }

  itemsOf({ list }: Lambda): number {
    return list === undefined ? 1 : Math.max(1, this.sizes.of(list));
  }

  /** Computations of a scope's values per computation of its owner. */
  ofScope(scope: Scope): number {
    let rounds = 1;
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      if (at.calculation !== undefined) break;
      const source = this.sources.get(at);
      if (source !== undefined) rounds *= Math.max(1, this.sizes.of(source));
    }
    return rounds;
  }
}

/** Counts the values of each owner, without duplicates of typed copies. */
function valuesOf(plan: ToolPlan, rounds: Rounds): Map<Owner, Times<Slot>> {
  const values = new Map<Owner, { what: Slot; times: number }[]>();
  const seen = new Set<object>();
  for (const slot of plan.slots) {
    if (seen.has(slot.def)) continue;
    seen.add(slot.def);
    push(values, ownerOf(slot.scope), { what: slot, times: rounds.ofScope(slot.scope) });
  }
  return values;
}

/** Returns calls and list items of each owner, with their counts. */
function formulasOf(plan: ToolPlan, rounds: Rounds) {
  const calls = new Map<Owner, { what: CalculationDef; times: number }[]>();
  const items = new Map<Owner, { what: TypedFormula; times: number }[]>();
  const note = (from: Scope, to: Scope | undefined, times: number): void => {
    if (to?.calculation !== undefined) push(calls, ownerOf(from), { what: to.calculation, times });
  };
  for (const formula of plan.formulas) {
    const { scope } = formula;
    const follow = (part: Typed, times: number): void => {
      if (part.op === "call") note(scope, part.scope, times);
      if (part.op !== "filter" && part.op !== "pluck") {
        for (const kid of kidsOf(part)) follow(kid, times);
        return;
      }
      const within = times * rounds.itemsOf(part.lambda);
      push(items, ownerOf(scope), { what: formula, times: within });
      follow(part.of, times);
      follow(part.op === "filter" ? part.test : part.body, within);
    };
    const times = rounds.ofFormula(formula);
    if (formula.lambdas.length > 0) push(items, ownerOf(scope), { what: formula, times });
    follow(formula.typed, times);
  }
  // Typed copies of a calculation repeat its values.
  const seen = new Set<object>();
  for (const { def, scope, body } of plan.slots) {
    if (seen.has(def) || body === undefined) continue;
    seen.add(def);
    if (body.kind === "frame") note(scope, body.scope, rounds.ofScope(scope));
    if (body.kind === "each") note(body.scope, body.scope.inner?.scope, rounds.ofScope(body.scope));
  }
  return { calls, items };
}

function push<T>(map: Map<Owner, T[]>, owner: Owner, item: T): void {
  const list = map.get(owner);
  if (list === undefined) map.set(owner, [item]);
  else list.push(item);
}

function ownerOf(scope: Scope): Owner {
  let at: Scope | undefined = scope;
  while (at !== undefined && at.calculation === undefined) at = at.parent;
  return at?.calculation;
}
