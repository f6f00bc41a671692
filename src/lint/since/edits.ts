// Finds small edits between two versions of a set: a few tokens in a line, or a deleted entry.
import { diffArrays, structuredPatch } from "diff";
import type { DefinitionFile } from "../../engine/language/files.js";
import type { Location } from "../../engine/language/locations.js";
import { type TextToken, tokensOf } from "./tokens.js";

/** A place that a reviewer should look at. It is neither an error nor a remark. */
export interface Doubt {
  readonly location: Location;
  readonly message: string;
}

export interface Versions {
  readonly before: ReadonlyMap<string, DefinitionFile>;
  readonly after: ReadonlyMap<string, DefinitionFile>;
}

/** An edit of a few tokens in the later version. */
export interface Edit {
  readonly file: string;
  /** The position in the later version. */
  readonly at: Pick<TextToken, "line" | "column">;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface SetChanges {
  readonly edits: readonly Edit[];
  /** Deleted entries, each with the line that follows now. */
  readonly deleted: readonly Edit[];
  /** Changed and added lines of the later version. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
}

type Files = ReadonlyMap<string, DefinitionFile>;

/** Tokens of a small edit on either side. */
const FEW = 3;
/** Edits in one group of adjacent lines; more are a rewrite. */
const MOST_IN_GROUP = 3;
/** Tokens of a group that are compared. */
const MOST_TOKENS = 3000;
const MOST_CHANGES = 2000;
/** Lines of a deleted entry. */
const SHORT = 6;

interface Hunk {
  readonly file: string;
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export function changesBetween(before: Files, after: Files): SetChanges {
  const hunks = [...after.values()].flatMap((file) => hunksOf(before.get(file.path)?.text, file));
  const added = new Set(hunks.flatMap((hunk) => hunk.after.map(plain)));
  // A file with new lines was reworked.
  const grown = new Set(
    hunks.flatMap(({ file, before: old, after: now }) => (now.length > old.length ? [file] : [])),
  );
  const lines = new Map<string, Set<number>>();
  for (const { file, line, after: now } of hunks) {
    const own = lines.get(file) ?? new Set();
    for (let at = 0; at < now.length; at++) own.add(line + at);
    lines.set(file, own);
  }
  const changed = hunks.filter((hunk) => hunk.before.length > 0);
  return {
    edits: changed.flatMap(editsIn),
    deleted: changed.filter(({ file }) => !grown.has(file)).flatMap((hunk) => deletedIn(hunk, added)),
    lines,
  };
}

/** Returns groups of changed lines. New files have none. */
function hunksOf(before: string | undefined, { path, text }: DefinitionFile): Hunk[] {
  if (before === undefined || before === text) return [];
  const options = { context: 0, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch("", "", before, text, undefined, undefined, options);
  return (patch?.hunks ?? []).map(({ newStart, newLines, lines }) => ({
    file: path,
    line: newLines === 0 ? newStart + 1 : newStart,
    before: lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1)),
    after: lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1)),
  }));
}

function editsIn({ file, line, before, after }: Hunk): Edit[] {
  if (after.length === 0) return [];
  const [old, now] = [tokensOf(before, 1), tokensOf(after, line)];
  if (old.length + now.length > MOST_TOKENS) return [];
  const edits: Edit[] = [];
  let at = 0;
  let open: { before: string[]; after: string[]; at: number } | undefined;
  const close = () => {
    const place = now[Math.min(open?.at ?? 0, now.length - 1)];
    if (open !== undefined && place !== undefined) edits.push({ file, ...open, at: place });
    open = undefined;
  };
  for (const { added, removed, value } of diffArrays(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  )) {
    if (!added && !removed) {
      close();
      at += value.length;
      continue;
    }
    open ??= { before: [], after: [], at };
    open[removed ? "before" : "after"].push(...value);
    if (added) at += value.length;
  }
  close();
  const isSmall = (edit: Edit) => edit.before.length <= FEW && edit.after.length <= FEW;
  return edits.length > MOST_IN_GROUP || !edits.every(isSmall) ? [] : edits;
}

/** Returns a deleted entry that no added line repeats. */
function deletedIn({ file, line, before, after }: Hunk, added: ReadonlySet<string>): Edit[] {
  const [first = ""] = before;
  const isEntry = /^\s*(?:- |"?[\w.-]+"?:(?:\s|$))/.test(first);
  if (after.length > 0 || before.length > SHORT || !isEntry || before.some((each) => added.has(plain(each))))
    return [];
  return [{ file, at: { line, column: 1 }, before: [plain(first)], after: [] }];
}

function plain(line: string): string {
  return line.trim();
}
