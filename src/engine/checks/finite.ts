// Numbers that overflow or divide by zero by themselves, whatever the input: no caller could ever be answered.

import { walk } from "../typing/parts.js";
import type { Slot, Typed } from "../typing/plan.js";
import type { Typer } from "../typing/typer.js";

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
};
const FUNCTIONS: Readonly<Record<string, (a: number) => number>> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
};

export function checkFinite(typer: Typer): void {
  const folder = new Folder();
  for (const { typed, env } of typer.formulas) {
    let told = false;
    walk(typed, (part) => {
      const fault = told ? undefined : folder.fault(part);
      if (fault === undefined) return;
      told = true;
      typer.report.error(
        "formula",
        typer.location(env),
        `The formula has no finite value, whatever the input: ${fault}.`,
      );
    });
  }
}

class Folder {
  private readonly slots = new Map<Slot, number | undefined>();

  /** The operation whose operands are finite and whose outcome is not. */
  fault(part: Typed): string | undefined {
    const [a, b] =
      part.op === "operator" || part.op === "builtin" ? part.args.map((arg) => this.value(arg)) : [];
    if (a === undefined || !Number.isFinite(a)) return undefined;
    if (part.op === "builtin" && part.args.length === 1 && Object.hasOwn(FUNCTIONS, part.name))
      return this.told(FUNCTIONS[part.name]?.(a), `${part.name}(${a})`);
    if (part.op !== "operator" || b === undefined || !Number.isFinite(b)) return undefined;
    return this.told(OPERATORS[part.fn]?.(a, b), `${a} ${part.fn} ${b}`);
  }

  private told(outcome: number | undefined, operation: string): string | undefined {
    if (outcome === undefined || Number.isFinite(outcome)) return undefined;
    return `${operation} is ${Number.isNaN(outcome) ? "no number" : "infinite"}`;
  }

  /** What a formula gives where it is numbers alone. */
  private value(typed: Typed): number | undefined {
    if (typed.op === "literal") return typeof typed.value === "number" ? typed.value : undefined;
    if (typed.op === "slot") return this.slot(typed.slot);
    if (typed.op === "builtin" && typed.args.length === 1 && Object.hasOwn(FUNCTIONS, typed.name)) {
      const a = this.value(typed.args[0] as Typed);
      return a === undefined ? undefined : FUNCTIONS[typed.name]?.(a);
    }
    if (typed.op !== "operator") return undefined;
    const [a, b] = typed.args.map((arg) => this.value(arg));
    if (a === undefined) return undefined;
    if (typed.fn === "negate") return -a;
    return b === undefined ? undefined : OPERATORS[typed.fn]?.(a, b);
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
