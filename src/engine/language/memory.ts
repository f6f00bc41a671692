// A cache of loading steps: each value with its findings and dependencies. After a change only dependent steps run
// again. The caller owns the cache.
import { type Finding, Report } from "./findings.js";

interface Step {
  readonly from: readonly unknown[];
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

export class Memory {
  private readonly files = new Map<string, Map<string, Step>>();

  /** Removes all other files. */
  only(paths: { has(path: string): boolean }): void {
    for (const path of this.files.keys()) if (!paths.has(path)) this.files.delete(path);
  }

  /**
   * Returns the cached value of a step, or computes it if its dependencies are not identical. Adds its findings to
   * the report in both cases.
   */
  step<T>(
    file: string,
    name: string,
    from: readonly unknown[],
    report: Report,
    make: (report: Report) => T,
  ): T {
    const steps = this.files.get(file) ?? new Map<string, Step>();
    this.files.set(file, steps);
    let step = steps.get(name);
    if (
      step === undefined ||
      step.from.length !== from.length ||
      step.from.some((one, at) => one !== from[at])
    ) {
      const own = new Report();
      step = { from, value: make(own), findings: own.findings };
      steps.set(name, step);
    }
    for (const finding of step.findings) report.take(finding);
    return step.value as T;
  }
}
