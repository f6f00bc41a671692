// The tools that a command was asked for, by the names of their golden folders, and the cases of each.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadOrReport } from "../src/command/whole.js";
import type { Tool } from "../src/engine/tool.js";
import { DEFAULT_FOLDER, GOLDEN_FOLDER } from "../src/folder.js";
import { type GoldenCase, goldenTools, readGolden } from "../src/golden.js";

export interface Named {
  /** The name of the golden folder: tools of the older interface have a prefix there. */
  readonly name: string;
  readonly tool: Tool;
}

export interface Choice {
  /** Every tool of the set: those that were not asked for may share files with those that were. */
  readonly all: readonly Tool[];
  readonly chosen: readonly Named[];
  /** The golden cases of a tool, read once; none where it has no folder yet. */
  readonly goldenOf: (tool: Tool) => readonly GoldenCase[];
}

/** The tools with the names wanted, or all of them; after a report on stderr, the exit code instead. */
export function chooseTools(wanted: readonly string[]): Choice | number {
  const set = loadOrReport(DEFAULT_FOLDER);
  if (set === undefined) return 1;
  const tools = goldenTools(set);
  const unknown = wanted.find((name) => !tools.has(name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no tool ${unknown}.\n`);
    return 2;
  }
  const named = [...tools].map(([name, tool]) => ({ name, tool }));
  return {
    all: [...tools.values()],
    chosen: named.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    goldenOf: goldenReader(named),
  };
}

function goldenReader(named: readonly Named[]): Choice["goldenOf"] {
  const folders = new Map(named.map(({ name, tool }) => [tool, join(GOLDEN_FOLDER, name)]));
  const read = new Map<Tool, readonly GoldenCase[]>();
  return (tool) => {
    const folder = folders.get(tool);
    const cases = read.get(tool) ?? (folder !== undefined && existsSync(folder) ? readGolden(folder) : []);
    read.set(tool, cases);
    return cases;
  };
}
