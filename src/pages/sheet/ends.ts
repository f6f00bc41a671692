// Where a trail ends without a step, as at a field of an item of a list, the results still tell what a number is: the one
// that ends at a field of the same name with the very same number is it.
import { pathOf } from "../formulas.js";
import type { ResultStep } from "./result-steps.js";
import type { Place, Trail } from "./trail.js";

/** Significant digits from which two equal numbers are the same one. */
const TELLING = 6;

export class Ends {
  /** Undefined where several results fit: then none is named. */
  private readonly results = new Map<string, ResultStep | undefined>();
  private readonly origins = new Map<number, Place | undefined>();

  constructor(results: readonly ResultStep[], trail: Trail) {
    for (const result of results) {
      const last = result.place === undefined ? undefined : trail.chain(result.place).at(-1);
      if (last === undefined) continue;
      const { value } = last.step;
      const formula = trail.formula(last);
      const end = formula === undefined ? undefined : pathOf(formula);
      if (end !== undefined) once(this.results, keyOf(end, value), result);
      else if (typeof value === "number" && digitsOf(value) >= TELLING) once(this.origins, value, last);
    }
  }

  /** The one result that ends where this path does. */
  result(path: string, value: unknown): ResultStep | undefined {
    return this.results.get(keyOf(path, value));
  }

  /** The step of the one result that has the very same number. */
  place(path: string, value: unknown): Place | undefined {
    return typeof value === "number" && this.result(path, value) !== undefined
      ? this.origins.get(value)
      : undefined;
  }
}

function once<K, V>(known: Map<K, V | undefined>, key: K, value: V): void {
  known.set(key, known.has(key) ? undefined : value);
}

function digitsOf(value: number): number {
  return String(Math.abs(value)).replace(/e.*$/, "").replace(".", "").replace(/^0+/, "").length;
}

function keyOf(path: string, value: unknown): string {
  return JSON.stringify([path.split(".").at(-1), value ?? null]);
}
