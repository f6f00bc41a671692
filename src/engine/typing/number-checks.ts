// Where numbers are checked to be finite, and which values are computed where they are used. Both backends do the same, so
// that they refuse the same inputs and blame the same value.
import type { Slot, Typed } from "./plan.js";

type Operation = Extract<Typed, { op: "operator" }>;

/** Whether an operation gives a finite number if its arguments are finite; an overflow of whole numbers shows at the end. */
export function staysFinite({ fn, type }: Operation): boolean {
  const isWhole = type.kind === "number" && type.integer;
  return fn === "negate" || (isWhole && fn !== "/" && fn !== "^");
}

/**
 * Which arguments need no check of their own: if they are not finite, the outcome is not finite either, and it is checked.
 * `chained` says that the outcome itself goes into such an operation.
 */
export function chainedArguments({ fn, args }: Operation, chained: boolean): readonly [boolean, boolean] {
  if (fn === "negate") return [chained, false];
  if (fn === "/") return [true, false];
  const exponent = args[1]?.op === "literal" ? args[1].value : undefined;
  if (fn === "^") return [typeof exponent === "number" && exponent > 0, false];
  return [true, true];
}

/** Whether a value is a number that is checked once it is computed: a plain name or a count cannot overflow. */
export function isCheckedAtEnd({ type, body }: Slot): boolean {
  if (type.kind !== "number") return false;
  return body?.kind !== "value" || ["operator", "nullish", "if", "builtin"].includes(body.value.op);
}

/** Operations that cost as much as a call that returns a remembered number. */
const CHEAP = 3;

/**
 * The formula of a value that costs less to compute again than to remember; undefined of any other. It is computed where the
 * value is used, which takes a quarter off the calls that try many rows of a table.
 */
export function inlineFormula(slot: Slot): Typed | undefined {
  if (slot.body?.kind !== "value" || slot.body.value.op === "literal") return undefined;
  return costOf(slot) <= CHEAP ? slot.body.value : undefined;
}

const costs = new WeakMap<Slot, number>();

function costOf(slot: Slot): number {
  const { body, when } = slot;
  const isFormula = when === undefined && body?.kind === "value";
  const cost = costs.get(slot) ?? (isFormula ? formulaCost(body.value) : Number.POSITIVE_INFINITY);
  costs.set(slot, cost);
  return cost;
}

function formulaCost(typed: Typed): number {
  switch (typed.op) {
    case "literal":
    case "input":
    case "param":
    case "item":
      return 0;
    case "field":
      return formulaCost(typed.of) + (typed.of.type.nullable ? 1 : 0);
    case "slot":
      return Math.min(1, costOf(typed.slot));
    case "operator":
      return typed.args.reduce((sum, arg) => sum + formulaCost(arg), typed.fn === "^" ? 2 : 1);
    default:
      return Number.POSITIVE_INFINITY;
  }
}
