// The public library: opens definitions, computes and explains. Other modules of the package may change without
// notice.
import { openSet } from "./build/open.js";
import { wholeTool } from "./build/whole.js";
import type { Explanation } from "./engine/explain/explanation.js";
import { type Finding, formatFinding } from "./engine/language/findings.js";
import type { Outcome, RuntimeSet, RuntimeTool } from "./engine/run/tool.js";
import { noSuch } from "./wording/wording.js";

export type { Explanation } from "./engine/explain/explanation.js";
export type { FigureData } from "./engine/language/figures.js";
export type { Source } from "./engine/language/files.js";
export type { Finding } from "./engine/language/findings.js";
export type { Outcome, Result, RuntimeSet, RuntimeTool, ToolFacts } from "./engine/run/tool.js";
export type { InputProblem } from "./engine/run/validate.js";

/** The definitions have errors; `findings` lists each with file, line and column. */
export class DefinitionError extends Error {
  constructor(readonly findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === "error");
    super(errors.map(formatFinding).join("\n"));
    this.name = "DefinitionError";
  }
}

export interface LoadOptions {
  /** A folder for built forms of own definitions, which makes the next start faster. */
  readonly dataDir?: string;
}

/** Loads definitions, by default the shipped ones. Throws DefinitionError. */
export async function loadDefinitions(folder?: string, { dataDir }: LoadOptions = {}): Promise<RuntimeSet> {
  const opened = await openSet(folder, { dataDir });
  if (opened.set === undefined) throw new DefinitionError(opened.findings);
  return opened.set;
}

/** Computes one result. Throws RangeError if there is no such tool. */
export function run(set: RuntimeSet, tool: string, input: unknown): Outcome {
  return toolOf(set, tool).run(input);
}

/** Computes one result with every step, formula, table row, rule and source. */
export async function explain(
  set: RuntimeSet,
  tool: string,
  input: unknown,
): Promise<{ outcome: Outcome; explanation?: Explanation }> {
  return (await wholeTool(set, toolOf(set, tool))).explain(input);
}

function toolOf(set: RuntimeSet, name: string): RuntimeTool {
  const tool = set.tools.get(name);
  if (tool === undefined) throw new RangeError(noSuch("tool", name, set.tools.keys()).message);
  return tool;
}
