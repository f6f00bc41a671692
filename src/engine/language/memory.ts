// What loading remembers from one time to the next: the value and findings of each step, with what it was made from. Of a
// set in which one file changed, only the steps that the file reaches are taken again. The caller holds it.
import { type Finding, Report } from "./findings.js";

interface Step {
  readonly from: readonly unknown[];
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

export class Memory {
  private readonly files = new Map<string, Map<string, Step>>();

  /** Forgets all files but these. */
  only(paths: { has(path: string): boolean }): void {
    for (const path of this.files.keys()) if (!paths.has(path)) this.files.delete(path);
  }

  /**
   * The value of a step for a file, made anew unless it was made from the very same objects and texts before. Its findings
   * go into the report either way.
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
