// A tool as the checks try it: its examples are computed, and words put into the form of their tables, by code that is
// written in one go. What makes the served tool fast, and writes its JSON, would take longer than these few calls.
import { ModuleWriter } from "./compile/module.js";
import { startHere, startText } from "./compile/program.js";
import { validatorText } from "./compile/validator.js";
import { once } from "./language/once.js";
import { type Compiled, GIVEN, type Start } from "./run/compiled.js";
import { NonFinite } from "./run/functions.js";
import { blame, toProblem } from "./run/tool.js";
import { type InputProblem, type MakeValidator, startValidator } from "./run/validate.js";
import type { ToolPlan } from "./typing/plan.js";
import { inputsBehind } from "./typing/uses.js";

interface Tried extends Compiled {
  readonly functions: Readonly<Record<string, (root: object, word: string) => unknown>>;
}

export interface Trial {
  /** What is wrong with an input; empty where it is computed. */
  refusals(input: Readonly<Record<string, unknown>>): readonly InputProblem[];
  /** What one of the tool's own functions makes of a word; undefined where it is never called with texts alone. */
  form(name: string, word: string): string | undefined;
}

export function tryOut(plan: ToolPlan): Trial {
  const { inputSchema, slots } = plan;
  const compiled = once(() => {
    const source = new ModuleWriter(plan, "").unpolished().join("\n");
    return startHere<Start>(startText({ source }))(GIVEN) as Tried;
  });
  const validator = once(() =>
    startValidator(startHere<MakeValidator>(validatorText(inputSchema)), inputSchema),
  );
  return {
    refusals(input) {
      const problems = validator()(input);
      if (problems.length > 0) return problems;
      const { open, violations, result } = compiled();
      try {
        const root = open(input);
        const found = violations(root).map(toProblem);
        if (found.length === 0) result(root);
        return found;
      } catch (error) {
        if (!(error instanceof NonFinite)) throw error;
        const slot = slots[error.site];
        return [blame(input, slot === undefined ? undefined : [...inputsBehind([slot])])];
      }
    },
    form(name, word) {
      const { functions, open } = compiled();
      const formed = functions[name]?.(open({}), word) ?? undefined;
      return formed === undefined ? undefined : String(formed);
    },
  };
}
