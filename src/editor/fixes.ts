// Converts the hint of a finding into a text edit.
import type { Finding, Typo } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";

/** Lines and columns start at one, as in findings. */
export interface Fix {
  readonly title: string;
  readonly from: { readonly line: number; readonly column: number };
  readonly to: { readonly line: number; readonly column: number };
  readonly text: string;
}

/** Returns the word, quoted text or number at a column. */
export function wordAt(line: string, column: number): string {
  return /^(?:[\p{L}\p{N}_.]+|"[^"]*"|'[^']*'|[^\s,\]}]+)/u.exec(line.slice(column - 1))?.[0] ?? "";
}

export function fixOf({ hint, typo, location }: Finding, lines: readonly string[]): Fix | undefined {
  if (hint === undefined) return undefined;
  const line = lines[location.line - 1] ?? "";
  if (typo !== undefined) return respelling(typo, line, location);
  const word = wordAt(line, location.column);
  const from = { line: location.line, column: location.column };
  const instead = (text: string, old = word): Fix => {
    const quote = /^["']/.exec(old)?.[0] ?? "";
    const to = { line: location.line, column: location.column + old.length };
    return { title: `Write ${text}`, from, to, text: quote + text + quote };
  };
  const meant = /^did you mean (\S+)\?$/.exec(hint)?.[1] ?? /^write ([\w.%/^-]+)$/.exec(hint)?.[1];
  if (meant !== undefined && word !== "")
    return instead(meant, /^["']/.test(word) ? word : (/^\w+/.exec(word)?.[0] ?? word));
  if (hint === "quote it" && word !== "") return { ...instead(`"${word}"`), title: "Quote it" };
  if (hint.startsWith("delete it")) return deletion(lines, location.line, location.column);
  if (hint.includes("needs quotes")) return quoting(line, location.line);
  return undefined;
}

/** Replaces a word at the location, or elsewhere in its line. */
function respelling({ said, meant }: Typo, line: string, location: Location): Fix | undefined {
  const ahead = line.indexOf(said, location.column - 1);
  const column = (ahead < 0 ? line.indexOf(said) : ahead) + 1;
  const at = (by: number) => ({ line: location.line, column: column + by });
  return column === 0
    ? undefined
    : { title: `Write ${meant}`, from: at(0), to: at(said.length), text: meant };
}

/** Deletes a key with its indented block, if it starts its line. In a list item more than the key would be lost. */
function deletion(lines: readonly string[], line: number, column: number): Fix | undefined {
  const first = lines[line - 1] ?? "";
  const indent = /^\s*/.exec(first)?.[0].length ?? 0;
  const name = /^["']?([\w-]+)["']?:/.exec(first.slice(indent))?.[1];
  if (name === undefined || column !== indent + 1) return undefined;
  let end = line;
  const isInside = (text: string | undefined) =>
    text !== undefined && (/^\s*$/.test(text) ? undefined : (/^\s*/.exec(text)?.[0].length ?? 0) > indent);
  while (isInside(lines[end]) === true) end++;
  return { title: `Delete ${name}`, from: { line, column: 1 }, to: { line: end + 1, column: 1 }, text: "" };
}

/** Quotes the value of a line. */
function quoting(line: string, at: number): Fix | undefined {
  const [, head, value] = /^(\s*(?:- )?[\w-]+:\s+)([^"'{[|>].*?)\s*$/.exec(line) ?? [];
  if (head === undefined || value === undefined || value.includes('"')) return undefined;
  const from = { line: at, column: head.length + 1 };
  return { title: "Quote the text", from, to: { line: at, column: line.length + 1 }, text: `"${value}"` };
}
