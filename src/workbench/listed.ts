// Lists next to golden cases: unreachable parts, and mutations that no case can detect, each with a reason.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";

export interface Listed {
  readonly file: string;
  /** As the command prints it. In mutations `*` matches any text, for columns with only equivalent changes. */
  readonly place: string;
  readonly reason: string;
}

/** Returns the entries; empty if the file does not exist. */
export function readListed(file: string): Listed[] {
  if (!existsSync(file)) return [];
  const list = parse(readFileSync(file, "utf8")) as unknown;
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw new Error(`${file} must hold a list.`);
  return list.map((entry: Partial<Listed> | null, at) => {
    const { file: where, place, reason } = entry ?? {};
    const texts = [where, place, reason].every((text) => typeof text === "string" && text.trim() !== "");
    if (!texts) throw new Error(`${file}: entry ${at + 1} needs file, place and reason.`);
    return entry as Listed;
  });
}
