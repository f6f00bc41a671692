// What the scenarios have in common: what they are given, and what they hand back.
import type { DefinitionSet } from "../../../src/engine/set.js";

export interface SetContext {
  /** Path of the built command line. */
  readonly cli: string;
  readonly set: DefinitionSet;
  readonly seed: string;
  readonly stopped: () => boolean;
}

export interface Outcome {
  /** What was done and measured, one line each. */
  readonly lines: readonly string[];
  /** What must not be, one line each. Nothing when all is well. */
  readonly faults: readonly string[];
}

/** Faults of one run: the first ones in full, the rest as a number. */
export class Faults {
  private static readonly SHOWN = 20;
  private readonly shown: string[] = [];
  private count = 0;

  add(fault: string): void {
    this.count++;
    if (this.shown.length < Faults.SHOWN) this.shown.push(fault.slice(0, 1000));
  }

  list(): string[] {
    const more = this.count - this.shown.length;
    return more > 0 ? [...this.shown, `and ${more} more`] : [...this.shown];
  }
}

export function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
