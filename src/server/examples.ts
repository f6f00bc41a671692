// Inputs that show how a tool is called: the first golden cases of its examples.yaml.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServedSet } from "../engine/served.js";
import { goldenTools, readGolden, readGoldenFile } from "../golden.js";

export interface Example {
  readonly id: string;
  readonly summary: string;
  readonly input: unknown;
}
export type Examples = ReadonlyMap<string, readonly Example[]>;

const PER_TOOL = 3;
const EXAMPLES = "examples.yaml";

export function examplesOf(folder: string, set: ServedSet): Examples {
  return readExamples(folder, goldenTools(set).keys());
}

/** A folder of golden cases, one folder a tool; a folder that is not there gives no examples. */
export function readExamples(folder: string, tools: Iterable<string>): Examples {
  const examples = new Map<string, Example[]>();
  for (const tool of tools) {
    const own = join(folder, tool);
    if (!existsSync(own)) continue;
    const cases = existsSync(join(own, EXAMPLES)) ? readGoldenFile(own, EXAMPLES) : readGolden(own);
    examples.set(
      tool,
      cases
        .filter((each) => each.refused === undefined)
        .slice(0, PER_TOOL)
        .map((each) => ({ id: each.name, summary: each.why.slice(0, 200), input: each.input })),
    );
  }
  return examples;
}
