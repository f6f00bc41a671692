// Selects the files needed to check some files of a set: tools that use them, and the parts and tables of those
// tools.
import { type DefinitionFile, kindOfFile } from "../engine/language/files.js";

/** Files that are checked without the rest of their set. */
export interface SomeFiles {
  /** The requested files. */
  readonly named: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Only names and types are needed; checks are skipped. */
  readonly forNames?: true;
}

/** Words that may name a part or table (in a list or after `shared`), or a tool. */
const TAKEN = /(?:^|[-[,]|\bshared:)[ \t]*["']?(\w+)["']?[ \t]*(?=[\],}#\r]|$)/gm;
const TOOLS = /\b(?:successor|with):[ \t]*["']?(\w+)/g;

/** Returns undefined if every tool uses a named file. Reads too many files rather than too few. */
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
  /** Returns the files that use a shared file; parts can use tables. */
  const users = (path: string): string[] =>
    !isShared(path)
      ? [path]
      : definitions.flatMap((user) => (takes.get(user.path)?.has(nameOf(path)) ? users(user.path) : []));
  for (const path of named) for (const file of [path, ...users(path)]) readAlso(file);
  return { named: new Set(named), read };
}

const TOOL = /^(?:tools|legacy)\/\w+/;

/** Whether several tools can use the file. */
export function isShared(path: string): boolean {
  return !TOOL.test(path);
}

/** Groups the files of a tool; a shared file is a group itself. */
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
