// `plumbline list`: lists the tools by subject.

import type { ToolFacts } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, servedSet } from "../settings/served-set.js";
import { finderOf, toolTexts } from "../wording/tool-search.js";
import { manyOf, titleOf } from "../wording/wording.js";
import { look, widthOf } from "./style.js";

export async function listTools(args: Arguments): Promise<number> {
  const set = await servedSet(authorsFolder(args), { only: "" });
  if (set === undefined) return 1;
  const all = [...set.tools.values()].map(({ facts }) => facts);
  const categories = [...new Set(all.map((facts) => facts.category))];
  const find = finderOf(all.map((facts) => ({ facts, texts: toolTexts(facts) })));
  const chosen = args.words.length === 0 ? all : find(args.words.join(" ")).map(({ entry }) => entry.facts);
  if (args.flag("json")) {
    const data = chosen.map(({ name, title, description, category: subject, version, edition }) => ({
      name,
      title,
      description,
      category: subject,
      version,
      edition,
    }));
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return 0;
  }
  for (const each of categories) process.stdout.write(group(each, chosen));
  const words =
    args.words.length === 0 ? "" : ` ${chosen.length === 1 ? "matches" : "match"} "${args.words.join(" ")}"`;
  process.stdout.write(`${manyOf(chosen.length, "tool")}${words}. See plumbline describe <tool>.\n`);
  return 0;
}

function group(category: string, tools: readonly ToolFacts[]): string {
  const inside = tools.filter((facts) => facts.category === category);
  if (inside.length === 0) return "";
  const left = Math.max(...tools.map(({ name }) => name.length));
  const room = widthOf() - left - 4;
  const lines = inside.map(({ name, title }) => {
    const short = title.length > room ? `${title.slice(0, room - 3)}...` : title;
    return `  ${name.padEnd(left)}  ${short}`;
  });
  return `${look("bold", titleOf(category))}\n${lines.join("\n")}\n\n`;
}
