// Lists that an author keeps beside the golden cases: pieces that no input can reach, and changes that no case can
// notice, each with its reason.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";

export interface Listed {
  readonly file: string;
  /** As the command prints it; in changes `*` stands for any text, for a column whose cells all change nothing. */
  readonly place: string;
  readonly reason: string;
}

/** The entries of a list; none where there is no such file. */
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
