// The tool that somebody named on the command line: by its name, or by a part of it that only one tool has.
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, servedSet } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { noSuch } from "../wording/wording.js";

export interface NamedTool {
  readonly set: RuntimeSet;
  readonly tool: RuntimeTool;
}

/** The tool that the first word names, ready to compute; undefined after the errors of the definitions have been told. */
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

/** The one name that holds the word; a short word may stand in too many by chance. */
function nameMeant(word: string, names: readonly string[]): string | undefined {
  if (word.length < 3) return undefined;
  const holding = names.filter((name) => name.includes(word.toLowerCase()));
  return holding.length === 1 ? holding[0] : undefined;
}
