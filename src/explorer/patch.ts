// A changed definition as a patch that `git apply` takes: one stretch a file, from the first changed line to the last.

/** Unchanged lines around the change. */
const AROUND = 3;

export function patchOf(path: string, before: string, after: string): string {
  if (before === after) return "";
  const [old, next] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let end = 0;
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end))
    end++;
  const from = Math.max(0, start - AROUND);
  const tail = Math.min(end, AROUND);
  const [oldEnd, nextEnd] = [old.length - end, next.length - end];
  const body = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, oldEnd).map((line) => `-${line}`),
    ...next.slice(start, nextEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + tail).map((line) => ` ${line}`),
  ];
  const span = (count: number) => `${from + 1},${count}`;
  const head = `@@ -${span(oldEnd + tail - from)} +${span(nextEnd + tail - from)} @@`;
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, head, ...body, ""].join("\n");
}

/** A file ends with a line, not with an empty one; an end without one is mended. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
