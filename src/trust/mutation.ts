// Mutation of a set of tools: each change is judged by the cases of its tool, then by those of tools that share the file.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Tool } from "../engine/tool.js";
import type { GoldenCase } from "../golden.js";
import { witnessInput } from "./coverage.js";
import { Jury } from "./jury.js";
import type { Mutant } from "./mutant.js";
import { mutantsOf } from "./mutants.js";

export interface Equivalent {
  readonly file: string;
  /** As the command prints it; `*` stands for any text, for a column whose cells all change nothing. */
  readonly place: string;
  readonly reason: string;
}

export interface ToolMutation {
  readonly tool: string;
  /** Changes that were tried, those listed as equivalent left out. */
  readonly tried: number;
  readonly caught: number;
  readonly survivors: readonly Mutant[];
  readonly equivalent: readonly Mutant[];
}

export class Mutation {
  private readonly juries = new Map<string, Jury>();

  constructor(
    private readonly tools: readonly Tool[],
    private readonly goldenOf: (tool: Tool) => readonly GoldenCase[],
  ) {}

  jury(tool: Tool): Jury {
    const known = this.juries.get(tool.name) ?? new Jury(tool, this.goldenOf(tool));
    this.juries.set(tool.name, known);
    return known;
  }

  /** Every change of a tool. Of a sampled table only the rows that some case finds are changed. */
  async mutants(tool: Tool): Promise<Mutant[]> {
    const { built } = this.jury(tool);
    if (![...tool.plan.def.tables.values()].some((table) => table.sampled))
      return mutantsOf(tool.plan.def, built);
    const rows = new Set<object>();
    for (const golden of this.goldenOf(tool))
      await witnessInput(tool, golden.input, (piece, how) => {
        if (how === "found") rows.add(piece);
      });
    return mutantsOf(tool.plan.def, built, { rows });
  }

  notices(tool: Tool, mutant: Mutant): boolean {
    if (this.jury(tool).notices(mutant)) return true;
    return this.tools.some(
      (other) =>
        other !== tool && other.plan.def.files.includes(mutant.spot.file) && this.jury(other).notices(mutant),
    );
  }
}

export function summary(
  tool: Tool,
  tried: readonly Mutant[],
  survivors: readonly Mutant[],
  equivalents: readonly Equivalent[],
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

/** Whether an entry of the list speaks of a change. */
export function lister({ file, place }: Equivalent): (mutant: Mutant) => boolean {
  const pieces = place.split("*").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const whole = new RegExp(`^${pieces.join(".*")}$`, "s");
  return (mutant) => mutant.spot.file === file && whole.test(mutant.place);
}

export function percent({ tried, caught }: Pick<ToolMutation, "tried" | "caught">): number {
  return tried === 0 ? 100 : Math.floor((1000 * caught) / tried) / 10;
}

/** Survivors that cannot be noticed, each with its file, place and reason. */
export function readEquivalents(file: string): Equivalent[] {
  const list = parse(readFileSync(file, "utf8")) as unknown;
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw new Error(`${file} must hold a list.`);
  return list.map((entry: Partial<Equivalent> | null, at) => {
    const { file: where, place, reason } = entry ?? {};
    if (
      typeof where !== "string" ||
      typeof place !== "string" ||
      typeof reason !== "string" ||
      reason.trim() === ""
    )
      throw new Error(`${file}: entry ${at + 1} needs file, place and reason.`);
    return { file: where, place, reason };
  });
}
