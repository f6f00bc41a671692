// Inputs that show how a tool is called: the golden cases that are named as examples.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ServedSet } from "../engine/served.js";
import { goldenTools, readGoldenFile } from "../golden.js";

export interface Example {
  readonly id: string;
  readonly summary: string;
  readonly input: unknown;
}
export type Examples = ReadonlyMap<string, readonly Example[]>;

const PER_TOOL = 3;

export function examplesOf(folder: string, set: ServedSet): Examples {
  return readExamples(folder, goldenTools(set).keys());
}

/** A folder of golden cases, one folder a tool; a folder that is not there gives no examples. */
export function readExamples(folder: string, tools: Iterable<string>): Examples {
  const examples = new Map<string, Example[]>();
  for (const tool of tools) {
    const own = join(folder, tool);
    if (!existsSync(own)) continue;
    const names = readdirSync(own).filter((name) => name.endsWith(".yaml") && !name.startsWith("refused-"));
    const byName = names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const named = byName.filter((name) => name.startsWith("example-"));
    const chosen = (named.length > 0 ? named : byName).slice(0, PER_TOOL);
    const cases = chosen
      .map((name) => readGoldenFile(own, name))
      .filter((each) => each.refused === undefined);
    examples.set(
      tool,
      cases.map((each) => ({
        id: each.file.replace(/\.yaml$/, ""),
        summary: each.why.slice(0, 200),
        input: each.input,
      })),
    );
  }
  return examples;
}
