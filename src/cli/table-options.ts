// Options that say how a table is read: columns and words by other names, the sheet and the row of headings.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isRecord } from "../json/objects.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { MOST_ABOVE } from "../tables/layout.js";
import type { Wishes } from "../tables/open-table.js";
import { messageOf } from "../wording/wording.js";

export type ReadOptions = Pick<Wishes, "mapping" | "words" | "headerLine"> & {
  readonly sheet: string | undefined;
};

export async function readOptions(args: Arguments): Promise<ReadOptions> {
  return {
    mapping: await mappingOf(args),
    words: wordsOf(args.given.get("words") ?? []),
    sheet: args.text("sheet"),
    headerLine: args.whole("header-row", 1, 100 * MOST_ABOVE),
  };
}

/** Returns column by input, from files and from texts such as "Column=input". */
export async function mappingOf(args: Arguments): Promise<Record<string, string>> {
  const mapping: Record<string, string> = {};
  for (const each of args.given.get("map") ?? []) {
    if (existsSync(each) || !each.includes("=")) {
      Object.assign(mapping, await mappingIn(each));
      continue;
    }
    const at = each.lastIndexOf("=");
    mapping[each.slice(at + 1).trim()] = each.slice(0, at).trim();
  }
  return mapping;
}

async function mappingIn(file: string): Promise<Record<string, string>> {
  let mapping: unknown;
  try {
    mapping = (await import("yaml")).parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Usage(`The mapping ${file} cannot be read: ${messageOf(error)}`);
  }
  if (!isRecord(mapping) || !Object.values(mapping).every((column) => typeof column === "string"))
    throw new Usage(`The mapping ${file} must have a line for each input: its name, a colon and the column.`);
  return mapping as Record<string, string>;
}

/** Reads texts such as "input=Word:choice,Other:choice". */
function wordsOf(given: readonly string[]): Record<string, Record<string, string>> {
  const words: Record<string, Record<string, string>> = {};
  for (const each of given) {
    const [, input = "", pairs = ""] = /^([^=]+)=(.+)$/s.exec(each) ?? [];
    const own = pairs.split(",").map((pair) => /^(.+):([^:]*)$/s.exec(pair.trim()));
    if (input === "" || own.includes(null))
      throw new Usage(`--words must be like input="Word:choice,Other word:choice", not ${each}.`);
    words[input.trim()] = {
      ...words[input.trim()],
      ...Object.fromEntries(own.map((pair) => [pair?.[1]?.trim() ?? "", pair?.[2]?.trim() ?? ""])),
    };
  }
  return words;
}
