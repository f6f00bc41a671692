// Tests a mutation against the tool's golden cases: compiles the changed definition and checks whether any case
// fails.

import { compileTool } from "../../engine/compile/module.js";
import { NonFinite } from "../../engine/functions/evaluation.js";
import { Report } from "../../engine/language/findings.js";
import type { Compiled } from "../../engine/run/compiled.js";
import type { Tool } from "../../engine/tool.js";
import { typeTool } from "../../engine/typing/type-tool.js";
import { type LintedTool, lintedTool } from "../../lint/load.js";
import { compareGolden, type GoldenCase, part } from "../cases.js";
import type { Mutant } from "./mutant.js";

/** A changed number may lack a citation; that alone does not detect the change. */
const FORGIVEN = new Set(["uncited"]);

interface Case {
  readonly input: Readonly<Record<string, unknown>>;
  /** The compared part of the result; undefined for all of it. */
  readonly pattern: GoldenCase["expect"];
  readonly expected: string;
}

export class MutantJudge {
  readonly built: LintedTool;
  /** Cases that fail without any change, and are not used. */
  readonly failing: readonly string[];
  private readonly cases: Case[];
  private readonly judged = new Map<string, boolean>();

  constructor(
    readonly tool: Tool,
    golden: readonly GoldenCase[],
  ) {
    this.built = lintedTool(tool.plan.def, new Report());
    this.failing = golden
      .filter((each) => compareGolden(each, tool.run(each.input)).length > 0)
      .map((each) => each.name);
    const compiled = this.compiled(new Report());
    this.cases = golden
      .filter((each) => !this.failing.includes(each.name) && tool.validate(each.input).length === 0)
      .map((each) => {
        const input = each.input as Readonly<Record<string, unknown>>;
        const pattern = each.only === true ? each.expect : undefined;
        return { input, pattern, expected: verdict(compiled, input, pattern) };
      });
  }

  /** Whether the loader refuses the change or some case fails. */
  notices(mutant: Mutant): boolean {
    const id = `${mutant.location.file} ${mutant.place}`;
    const noticed = this.judged.get(id) ?? (mutant.refused === true || this.changes(mutant));
    this.judged.set(id, noticed);
    return noticed;
  }

  /** Compiles the definition in its current state. */
  private compiled(report: Report): Compiled {
    const { plan } = typeTool(this.tool.plan.def, report);
    return compileTool(plan, this.tool.context.disclaimer);
  }

  private changes(mutant: Mutant): boolean {
    const undo = mutant.apply();
    try {
      const report = new Report();
      const compiled = this.compiled(report);
      // Checks take as long as typing, so cases run first.
      if (refuses(report) || this.differs(compiled)) return true;
      const checked = new Report();
      lintedTool(this.tool.plan.def, checked);
      return refuses(checked);
    } catch {
      // A change that cannot be compiled is detected when the definition is loaded.
      return true;
    } finally {
      undo();
    }
  }

  private differs(compiled: Compiled): boolean {
    const found = this.cases.findIndex(
      ({ input, pattern, expected }) => expected !== verdict(compiled, input, pattern),
    );
    if (found < 0) return false;
    // Moves the case to the front, because it is likely to detect the next change too.
    this.cases.unshift(...this.cases.splice(found, 1));
    return true;
  }
}

function refuses({ findings }: Report): boolean {
  return findings.some(({ severity, check }) => severity === "error" && !FORGIVEN.has(check));
}

/** Returns the compared part of the result, or the refused inputs. */
function verdict(compiled: Compiled, input: Case["input"], pattern: Case["pattern"]): string {
  try {
    const root = compiled.open(input);
    const refused = compiled.violations(root).map(({ field }) => field);
    if (refused.length > 0) return JSON.stringify({ refused });
    const result = compiled.result(root);
    return JSON.stringify({ result: pattern === undefined ? result : part(result, pattern) });
  } catch (error) {
    if (!(error instanceof NonFinite)) throw error;
    return "not finite";
  }
}
