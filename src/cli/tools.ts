// Finds the tool named on the command line, by its name or a unique part of it.
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, servedSet } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { noSuch } from "../wording/wording.js";

export interface NamedTool {
  readonly set: RuntimeSet;
  readonly tool: RuntimeTool;
}

/** Returns the named tool, compiled; undefined after printing errors of the definitions. */
export async function namedTool(args: Arguments): Promise<NamedTool | undefined> {
  const [word] = args.words;
  if (word === undefined) throw new Usage(`Name the tool to ${args.command}; plumbline list shows them.`);
  const folder = authorsFolder(args);
  const set = await servedSet(folder, { only: word });
  if (set === undefined) return undefined;
  const tool = set.tools.get(word);
  if (tool !== undefined) return { set, tool };
  const name = nameMeant(word, [...set.tools.keys()]);
  if (name === undefined) throw new Usage(noSuch("tool", word, set.tools.keys()).message);
  const again = await servedSet(folder, { only: name });
  const meant = again?.tools.get(name);
  return again === undefined || meant === undefined ? undefined : { set: again, tool: meant };
}

/** Returns the only name that contains the word. Short words are not searched. */
function nameMeant(word: string, names: readonly string[]): string | undefined {
  if (word.length < 3) return undefined;
  const holding = names.filter((name) => name.includes(word.toLowerCase()));
  return holding.length === 1 ? holding[0] : undefined;
}
