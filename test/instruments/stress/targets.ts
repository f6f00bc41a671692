// The served tools: path, key header and a valid body, for any definition set.
import { type InterfaceName, type Tiers, tierList } from "../../../src/access/tiers.js";
import type { DefinitionSet } from "../../../src/engine/set.js";
import type { Tool } from "../../../src/engine/tool.js";
import { goldenTools } from "../../../src/workbench/cases.js";

export interface Target {
  /** The tool's name, with a prefix for the older interface. */
  readonly label: string;
  readonly tool: Tool;
  readonly face: InterfaceName;
  readonly path: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export function targetsOf(set: DefinitionSet): Target[] {
  return [...goldenTools(set)].map(([label, tool]) => ({
    label,
    tool,
    face: set.legacy.get(tool.name) === tool ? ("legacy" as const) : ("main" as const),
    path: `/v1/tools/${tool.name}`,
    examples: tool.facts.examples.map(({ input }) => input),
  }));
}

/** Returns the key header of an interface. */
export function keyHeader(tiers: Tiers, face: InterfaceName): string {
  return tierList(tiers, face)?.header ?? "X-API-Key";
}
