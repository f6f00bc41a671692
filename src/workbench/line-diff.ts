// What changed in a text, line by line: the shortest way from one to the other, with a few lines around each change; for
// people, and as a patch that `git apply` takes.

export interface DiffLine {
  readonly mark: " " | "-" | "+" | "…";
  readonly text: string;
}

/** Lines around a change, and lines that people are shown of one text. */
const AROUND = 3;
const MOST_LINES = 300;
/** Beyond this many pairs of lines the way is not looked for: all that is old goes, all that is new comes. */
const MOST_PAIRS = 4_000_000;

export interface Diff {
  readonly lines: readonly DiffLine[];
  /** Lines beyond those that are shown. */
  readonly leftOut: number;
}

export function diffOf(before: string, after: string): Diff {
  const shown = hunksOf(before, after).flatMap(({ lines, old }): DiffLine[] =>
    old === 0 ? lines : [{ mark: "…", text: "" }, ...lines],
  );
  return { lines: shown.slice(0, MOST_LINES), leftOut: Math.max(0, shown.length - MOST_LINES) };
}

/** Empty where nothing changed. A last line without an end gets one. */
export function patchOf(path: string, before: string, after: string): string {
  const hunks = hunksOf(before, after);
  if (hunks.length === 0) return "";
  const span = (lines: readonly DiffLine[], above: number, other: string) => {
    const count = lines.filter(({ mark }) => mark !== other).length;
    return `${count === 0 ? above : above + 1},${count}`;
  };
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    ...hunks.flatMap(({ old, now, lines }) => [
      `@@ -${span(lines, old, "+")} +${span(lines, now, "-")} @@`,
      ...lines.map(({ mark, text }) => `${mark}${text}`),
    ]),
    "",
  ].join("\n");
}

/** Changes that stand near each other, with the lines above them in the old text and in the new one. */
interface Hunk {
  readonly old: number;
  readonly now: number;
  readonly lines: DiffLine[];
}

function hunksOf(before: string, after: string): Hunk[] {
  const all = linesOf(before, after);
  const near = new Set<number>();
  all.forEach(({ mark }, at) => {
    if (mark !== " ") for (let other = at - AROUND; other <= at + AROUND; other++) near.add(other);
  });
  const hunks: Hunk[] = [];
  let [old, now] = [0, 0];
  all.forEach((line, at) => {
    if (near.has(at)) {
      if (!near.has(at - 1) || at === 0) hunks.push({ old, now, lines: [] });
      hunks.at(-1)?.lines.push(line);
    }
    if (line.mark !== "+") old++;
    if (line.mark !== "-") now++;
  });
  return hunks;
}

/** All lines of both. */
function linesOf(before: string, after: string): DiffLine[] {
  const [old, now] = [before, after].map((text) =>
    text === "" ? [] : text.replace(/\n$/, "").split("\n"),
  ) as [string[], string[]];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  return [
    ...marked(" ", now.slice(0, head)),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...marked(" ", now.slice(now.length - tail)),
  ];
}

/** By the longest lines that both have in the same order. */
function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MOST_PAIRS) return [...marked("-", old), ...marked("+", now)];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = now.length - 1; b >= 0; b--)
      common[a * width + b] =
        old[a] === now[b]
          ? (common[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(common[(a + 1) * width + b] ?? 0, common[a * width + b + 1] ?? 0);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length && b < now.length) {
    if (old[a] === now[b]) {
      lines.push({ mark: " ", text: now[b] ?? "" });
      a++;
      b++;
    } else if ((common[(a + 1) * width + b] ?? 0) >= (common[a * width + b + 1] ?? 0))
      lines.push({ mark: "-", text: old[a++] ?? "" });
    else lines.push({ mark: "+", text: now[b++] ?? "" });
  }
  return [...lines, ...marked("-", old.slice(a)), ...marked("+", now.slice(b))];
}

function marked(mark: DiffLine["mark"], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ mark, text }));
}
