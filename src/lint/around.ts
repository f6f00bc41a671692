// The files that some of a set are checked with: their tools, and the parts and tables that these take in.
import { type DefinitionFile, kindOfFile } from "../engine/language/files.js";

/** Files of a set that are checked without the rest of it. */
export interface SomeFiles {
  /** The files that were asked for: all that takes them in is read. */
  readonly named: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Names and types alone are wanted: what only gives findings is left for later. */
  readonly forNames?: true;
}

/** A word that may name a part or table, as an item of a list or after `shared`, and one that names a tool. */
const TAKEN = /(?:^|[-[,]|\bshared:)[ \t]*["']?(\w+)["']?[ \t]*(?=[\],}#\r]|$)/gm;
const TOOLS = /\b(?:successor|with):[ \t]*["']?(\w+)/g;

/** Undefined where every tool rests on a named file. What merely looks as if it were named is read as well. */
export function around(named: readonly string[], files: readonly DefinitionFile[]): SomeFiles | undefined {
  if (named.some((path) => kindOfFile(path) === undefined)) return undefined;
  const read = new Set(files.flatMap(({ path }) => (kindOfFile(path) === undefined ? [path] : [])));
  const definitions = files.filter(({ path }) => !read.has(path));
  const takes = new Map(
    definitions.map((file) => [
      file.path,
      new Set([...names(file, TAKEN, ""), ...names(file, TOOLS, "tool ")]),
    ]),
  );
  const readAlso = (path: string): void => {
    if (read.has(path)) return;
    read.add(path);
    const taken = takes.get(path);
    for (const other of definitions)
      if (homeOf(other.path) === homeOf(path) || taken?.has(nameOf(other.path))) readAlso(other.path);
  };
  /** What takes in a file that tools share; a table may be taken in by a part. */
  const users = (path: string): string[] =>
    !isShared(path)
      ? [path]
      : definitions.flatMap((user) => (takes.get(user.path)?.has(nameOf(path)) ? users(user.path) : []));
  for (const path of named) for (const file of [path, ...users(path)]) readAlso(file);
  return { named: new Set(named), read };
}

const TOOL = /^(?:tools|legacy)\/\w+/;

/** Files that several tools may take in. */
export function isShared(path: string): boolean {
  return !TOOL.test(path);
}

/** All files of a tool have one home; a file that tools share is its own. */
function homeOf(path: string): string {
  return TOOL.exec(path)?.[0] ?? path;
}

function nameOf(path: string): string {
  const isTool = ["tool", "legacy"].includes(kindOfFile(path) ?? "");
  return `${isTool ? "tool " : ""}${path.replace(/^.*\/|\.yaml$/g, "")}`;
}

function names({ text }: DefinitionFile, pattern: RegExp, kind: string): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => `${kind}${name}`);
}
