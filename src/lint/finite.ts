// Numbers that overflow or divide by zero by themselves, whatever the input: no caller could ever be answered.

import type { Report } from "../engine/language/findings.js";
import { locationIn } from "../engine/language/written.js";
import type { Slot, ToolPlan, Typed } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
  negate: (a) => -a,
};
const FUNCTIONS: Readonly<Record<string, (a: number) => number>> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
};

export function checkFinite({ formulas }: ToolPlan, report: Report): void {
  const folder = new Folder();
  for (const { typed, written } of formulas) {
    let told = false;
    walk(typed, (part) => {
      const fault = told ? undefined : folder.fault(part);
      if (fault === undefined) return;
      told = true;
      report.error(
        "formula",
        locationIn(written),
        `The formula has no finite value, whatever the input: ${fault}.`,
      );
    });
  }
}

class Folder {
  private readonly slots = new Map<Slot, number | undefined>();

  /** The operation whose operands are finite and whose outcome is not. */
  fault(part: Typed): string | undefined {
    const { operands = [], outcome, text } = this.applied(part) ?? {};
    if (outcome === undefined || Number.isFinite(outcome) || !operands.every(Number.isFinite))
      return undefined;
    return `${text} is ${Number.isNaN(outcome) ? "no number" : "infinite"}`;
  }

  /** An operation on numbers alone. */
  private applied(part: Typed) {
    if (part.op !== "operator" && part.op !== "builtin") return undefined;
    const operands = part.args.flatMap((arg) => this.value(arg) ?? []);
    const [a = 0, b = 0] = operands;
    if (operands.length < part.args.length) return undefined;
    if (part.op === "operator")
      return { operands, outcome: OPERATORS[part.fn]?.(a, b), text: `${a} ${part.fn} ${b}` };
    const fn =
      operands.length === 1 && Object.hasOwn(FUNCTIONS, part.name) ? FUNCTIONS[part.name] : undefined;
    return { operands, outcome: fn?.(a), text: `${part.name}(${a})` };
  }

  /** What a formula gives where it is numbers alone. */
  private value(typed: Typed): number | undefined {
    if (typed.op === "literal") return typeof typed.value === "number" ? typed.value : undefined;
    return typed.op === "slot" ? this.slot(typed.slot) : this.applied(typed)?.outcome;
  }

  private slot(slot: Slot): number | undefined {
    if (this.slots.has(slot)) return this.slots.get(slot);
    this.slots.set(slot, undefined);
    const { def, body, when } = slot;
    const isThere = when === undefined || def.kind === "constant";
    const found = body?.kind === "value" && isThere ? this.value(body.value) : undefined;
    this.slots.set(slot, found);
    return found;
  }
}
