// Input and output types of the scenarios.
import type { DefinitionSet } from "../../../src/engine/set.js";

export interface SetContext {
  /** Path of the built command line. */
  readonly cli: string;
  readonly set: DefinitionSet;
  readonly seed: string;
  readonly stopped: () => boolean;
}

export interface Outcome {
  /** Actions and measurements, one line each. */
  readonly lines: readonly string[];
  /** Faults, one line each; empty if everything passed. */
  readonly faults: readonly string[];
}

/** Collects faults: the first in full, then a count. */
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
