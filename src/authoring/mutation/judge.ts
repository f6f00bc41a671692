// Tries a mutation of a definition on the tool's golden cases: one of them notices it, or none does.
import { isDeepStrictEqual } from "node:util";
import { type CheckedTool, checkedTool } from "../../engine/checks/all.js";
import { compileTool } from "../../engine/compile/module.js";
import { Report } from "../../engine/language/findings.js";
import type { Compiled } from "../../engine/run/compiled.js";
import { NonFinite } from "../../engine/run/functions.js";
import type { Tool } from "../../engine/tool.js";
import { compareGolden, type GoldenCase } from "../cases.js";
import type { Mutant } from "./mutant.js";

/** A changed number may lack a citation; that alone does not show that the change is wrong. */
const FORGIVEN = new Set(["uncited"]);

interface Case {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
}

export class Judge {
  readonly built: CheckedTool;
  /** Cases that fail without any change: they cannot judge. */
  readonly failing: readonly string[];
  private readonly cases: Case[];
  private readonly sources: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();

  constructor(
    readonly tool: Tool,
    golden: readonly GoldenCase[],
  ) {
    this.sources = new Set(tool.surroundings.sources.keys());
    this.built = checkedTool(tool.plan.def, this.sources, new Report());
    this.failing = golden
      .filter((each) => compareGolden(each, tool.run(each.input)).length > 0)
      .map((each) => each.name);
    const compiled = compileTool(this.built.plan, tool.surroundings.disclaimer);
    this.cases = golden
      .filter((each) => !this.failing.includes(each.name) && tool.validate(each.input).length === 0)
      .map((each) => {
        const input = each.input as Readonly<Record<string, unknown>>;
        return { name: each.name, input, expected: verdict(compiled, input) };
      });
  }

  /** Whether the loader refuses the change or some case gives another answer. */
  notices(mutant: Mutant): boolean {
    const id = `${mutant.location.file} ${mutant.place}`;
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const noticed = mutant.refused === true || this.changes(mutant);
    this.known.set(id, noticed);
    return noticed;
  }

  private changes(mutant: Mutant): boolean {
    const undo = mutant.apply();
    try {
      const plan = mutant.light === true ? this.built.plan : this.rebuilt();
      if (plan === undefined) return true;
      const compiled = compileTool(plan, this.tool.surroundings.disclaimer);
      const at = this.cases.findIndex(
        (each) => !isDeepStrictEqual(each.expected, verdict(compiled, each.input)),
      );
      if (at < 0) return false;
      // The case that noticed is likely to notice the next change too.
      this.cases.unshift(...this.cases.splice(at, 1));
      return true;
    } catch {
      return true;
    } finally {
      undo();
    }
  }

  private rebuilt(): CheckedTool["plan"] | undefined {
    const report = new Report();
    const { plan } = checkedTool(this.tool.plan.def, this.sources, report);
    const refused = report.findings.some(
      (finding) => finding.severity === "error" && !FORGIVEN.has(finding.check),
    );
    return refused ? undefined : plan;
  }
}

/** The result, or the inputs that are to blame for there being none. */
function verdict(compiled: Compiled, input: Readonly<Record<string, unknown>>): unknown {
  try {
    const root = compiled.open(input);
    const refused = compiled.violations(root).map(({ field }) => field);
    return refused.length > 0 ? { refused } : { result: compiled.result(root) };
  } catch (error) {
    if (!(error instanceof NonFinite)) throw error;
    return { refused: "not finite" };
  }
}
