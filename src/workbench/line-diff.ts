// Line diffs with context, for display and as patches for `git apply`.
import { formatPatch, type StructuredPatch, structuredPatch } from "diff";

export interface DiffLine {
  readonly mark: " " | "-" | "+" | "…";
  readonly text: string;
}

/** Lines of context, and displayed lines for one text. */
const AROUND = 3;
const MOST_LINES = 300;
/** Changed lines beyond which no minimal diff is computed, because it would take seconds. */
const MOST_CHANGES = 2000;

export interface Diff {
  readonly lines: readonly DiffLine[];
  /** Lines that are not displayed. */
  readonly leftOut: number;
}

export function diffOf(before: string, after: string): Diff {
  const shown = changesIn("", before, after).hunks.flatMap(({ oldStart, lines }): DiffLine[] => [
    ...(oldStart > 1 ? [{ mark: "…", text: "" } as const] : []),
    ...lines.map((line) => ({ mark: line[0] as DiffLine["mark"], text: line.slice(1) })),
  ]);
  return { lines: shown.slice(0, MOST_LINES), leftOut: Math.max(0, shown.length - MOST_LINES) };
}

/** Empty if nothing changed. */
export function patchOf(path: string, before: string, after: string): string {
  const changes = changesIn(path, before, after);
  return changes.hunks.length === 0 ? "" : formatPatch({ ...changes, isGit: true });
}

/** Adds a missing final line end. */
function changesIn(path: string, before: string, after: string): StructuredPatch {
  const [old, now] = [before, after].map((text) => text.replace(/[^\n]$/, "$&\n")) as [string, string];
  const names = [`a/${path}`, `b/${path}`] as const;
  const options = { context: AROUND, maxEditLength: MOST_CHANGES };
  return structuredPatch(...names, old, now, undefined, undefined, options) ?? allChanged(...names, old, now);
}

/** Replaces the complete text. */
function allChanged(oldFileName: string, newFileName: string, old: string, now: string): StructuredPatch {
  const [gone, come] = [old, now].map((text) => text.split("\n").slice(0, -1)) as [string[], string[]];
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  const hunk = { oldStart: 1, oldLines: gone.length, newStart: 1, newLines: come.length, lines };
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}
