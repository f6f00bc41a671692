// Selects the tools, golden cases and exception lists for `coverage` and `mutate`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "../engine/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { loadOrReport } from "../settings/whole.js";
import { messageOf, noSuch } from "../wording/wording.js";
import { type GoldenCase, goldenReader, goldenTools, isOwn } from "../workbench/cases.js";
import { type Listed, readListed } from "../workbench/listed.js";

/** Returns the named tools, or all that `isMeant` accepts. */
export function toolsNamed<T>(
  tools: ReadonlyMap<string, T>,
  { words }: Arguments,
  isMeant: (tool: T) => boolean = () => true,
): ReadonlyMap<string, T> {
  for (const name of words) if (!tools.has(name)) throw new Usage(noSuch("tool", name, tools.keys()).message);
  return new Map(
    [...tools].filter(([name, tool]) => (words.length === 0 ? isMeant(tool) : words.includes(name))),
  );
}

export interface Named {
  /** The name of the golden folder; legacy tools have a prefix. */
  readonly name: string;
  readonly tool: Tool;
}

export interface ChosenTools {
  /** Every tool of the set, because others may share files. */
  readonly all: readonly Tool[];
  readonly chosen: readonly Named[];
  /** Whether tools were named. */
  readonly some: boolean;
  /** Returns the golden cases of a tool, read once; empty without a folder. */
  readonly goldenOf: (tool: Tool) => readonly GoldenCase[];
  readonly listed: readonly Listed[];
  /** Folders of definitions and golden cases. */
  readonly source: { readonly folder: string; readonly cases: string };
}

/** Returns the selected tools; undefined after printing errors of the set. */
export function chooseTools(args: Arguments, list: string): ChosenTools | undefined {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  if (!existsSync(cases))
    throw new Usage(`There are no golden cases in ${cases}; name their folder with --cases.`);
  const listed = listedIn(join(cases, "..", list));
  const set = loadOrReport(folder);
  if (set === undefined) return undefined;
  const tools = goldenTools(set);
  const chosen = toolsNamed(tools, args, (tool) => isOwn(set, tool));
  return {
    all: [...tools.values()],
    chosen: [...chosen].map(([name, tool]) => ({ name, tool })),
    some: args.words.length > 0,
    goldenOf: goldenReader(cases, tools),
    listed,
    source: { folder, cases },
  };
}

function listedIn(file: string): readonly Listed[] {
  try {
    return readListed(file);
  } catch (error) {
    throw new Usage(messageOf(error));
  }
}
