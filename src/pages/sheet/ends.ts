// Where a trail ends without a step, as at a field of an item of a list, the results still tell what a number is: the one
// that ends at a field of the same name with the very same number is it.
import { pathOf } from "../sentences.js";
import type { ResultStep } from "./result-steps.js";
import type { Place, Trail } from "./trail.js";

export class Ends {
  private readonly results = new Map<string, ResultStep>();
  private readonly origins = new Map<number, Place>();

  constructor(results: readonly ResultStep[], trail: Trail) {
    for (const result of results) {
      const last = result.place === undefined ? undefined : trail.chain(result.place).at(-1);
      if (last === undefined) continue;
      const { value } = last.step;
      const formula = trail.formula(last);
      const end = formula === undefined ? undefined : pathOf(formula);
      if (end !== undefined) this.results.set(keyOf(end, value), result);
      // A whole number may be many things; one with a dozen digits is one thing only.
      else if (typeof value === "number" && !Number.isInteger(value) && !this.origins.has(value))
        this.origins.set(value, last);
    }
  }

  /** The result that ends where this path does. */
  result(path: string, value: unknown): ResultStep | undefined {
    return this.results.get(keyOf(path, value));
  }

  /** The step of a result that has the very same number. */
  place(path: string, value: unknown): Place | undefined {
    return typeof value === "number" && this.result(path, value) !== undefined
      ? this.origins.get(value)
      : undefined;
  }
}

function keyOf(path: string, value: unknown): string {
  return JSON.stringify([path.split(".").at(-1), value ?? null]);
}
