// The rule book of the set that is served, from its built form, or made when somebody first asks for it.
import { type BuiltRules, openRules } from "../../build/rules.js";
import type { RuntimeSet } from "../../engine/run/tool.js";

/** Milliseconds after which one that could not be made is tried again. */
const AGAIN_MS = 10_000;

/** The rule book of a set: there, being made, or not to be had. */
export class Rules {
  private book: BuiltRules | undefined;
  private making: Promise<void> | undefined;
  /** When it could not be made, by a clock of milliseconds; what was a passing shortage is tried again. */
  private failed = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly set: RuntimeSet,
    private readonly make: ((set: RuntimeSet) => Promise<string>) | undefined,
  ) {}

  /** Undefined where it is not there yet; then it is made, if there is somebody who can. */
  open(tell: (error: unknown) => void): BuiltRules | undefined {
    // It would show the tools that are left out.
    if (this.set.isPart === true) return undefined;
    if (this.book === undefined && this.set.built !== undefined) this.book = openRules(this.set.built);
    if (this.book === undefined && this.make !== undefined && !this.hasFailed)
      this.making ??= this.make(this.set)
        .then((folder) => {
          this.book = openRules(folder);
          if (this.book === undefined) this.failed = performance.now();
        })
        .catch((error: unknown) => {
          this.failed = performance.now();
          tell(error);
        })
        .finally(() => {
          this.making = undefined;
        });
    return this.book;
  }

  /** Whether there is one, or somebody who makes it when it is asked for. */
  get isOffered(): boolean {
    return (this.make !== undefined && !this.hasFailed) || this.open(() => undefined) !== undefined;
  }

  get isComing(): boolean {
    return this.making !== undefined;
  }

  private get hasFailed(): boolean {
    return performance.now() - this.failed < AGAIN_MS;
  }
}
