// Mutation testing: each mutation runs on the cases of its tool, then on those of tools that share the file.
import type { Tool } from "../../engine/tool.js";
import type { GoldenCase } from "../cases.js";
import { walkInput } from "../coverage.js";
import type { Listed } from "../listed.js";
import { MutantJudge } from "./judge.js";
import type { Mutant } from "./mutant.js";
import { mutantsOf } from "./mutants.js";

export interface ToolMutation {
  readonly tool: string;
  /** Tested changes, without those listed as equivalent. */
  readonly tried: number;
  readonly caught: number;
  readonly survivors: readonly Mutant[];
  readonly equivalent: readonly Mutant[];
}

export class Mutation {
  private readonly judges = new Map<string, MutantJudge>();

  constructor(
    private readonly tools: readonly Tool[],
    private readonly goldenOf: (tool: Tool) => readonly GoldenCase[],
  ) {}

  judge(tool: Tool): MutantJudge {
    const known = this.judges.get(tool.name) ?? new MutantJudge(tool, this.goldenOf(tool));
    this.judges.set(tool.name, known);
    return known;
  }

  /** Returns every mutation of a tool. Of sampled tables, only rows used by some case. */
  mutants(tool: Tool): Mutant[] {
    const { built } = this.judge(tool);
    const { def } = tool.plan;
    const found = new Set<object>();
    if ([...def.tables.values()].some((table) => table.sampled))
      for (const golden of this.goldenOf(tool))
        walkInput(tool, golden.input, (piece, how) => {
          if (how === "found") found.add(piece);
        });
    return mutantsOf(def, built, (row) => found.has(row));
  }

  /** Whether a case of this tool, or of another that shares the file, detects the change. */
  notices(tool: Tool, mutant: Mutant): boolean {
    if (this.judge(tool).notices(mutant)) return true;
    const others = this.tools.filter(
      (other) => other !== tool && other.plan.def.files.includes(mutant.location.file),
    );
    return others.some((other) => this.judge(other).notices(mutant));
  }
}

export function summary(
  tool: Tool,
  tried: readonly Mutant[],
  survivors: readonly Mutant[],
  equivalents: readonly Listed[],
): ToolMutation {
  const listings = equivalents.map(lister);
  const isListed = (mutant: Mutant) => listings.some((lists) => lists(mutant));
  const equivalent = survivors.filter(isListed);
  return {
    tool: tool.name,
    tried: tried.length - equivalent.length,
    caught: tried.length - survivors.length,
    survivors: survivors.filter((mutant) => !isListed(mutant)),
    equivalent,
  };
}

/** Returns a test whether a list entry covers a mutation. */
export function lister({ file, place }: Listed): (mutant: Mutant) => boolean {
  const pieces = place.split("*").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const whole = new RegExp(`^${pieces.join(".*")}$`, "s");
  return (mutant) => mutant.location.file === file && whole.test(mutant.place);
}

export function percent({ tried, caught }: Pick<ToolMutation, "tried" | "caught">): number {
  return tried === 0 ? 100 : Math.floor((1000 * caught) / tried) / 10;
}
