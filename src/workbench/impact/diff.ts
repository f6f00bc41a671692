// What changed in a text, line by line: the shortest way from one to the other, with a few lines around each change.

export interface DiffLine {
  readonly mark: " " | "-" | "+" | "…";
  readonly text: string;
}

/** Lines around a change, and lines that are shown of one text. */
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
  const same = (texts: readonly string[]): DiffLine[] => texts.map((text) => ({ mark: " ", text }));
  const all = [
    ...same(now.slice(0, head)),
    ...between(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(now.slice(now.length - tail)),
  ];
  const shown = nearChanges(all);
  return { lines: shown.slice(0, MOST_LINES), leftOut: Math.max(0, shown.length - MOST_LINES) };
}

/** By the longest lines that both have in the same order. */
function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  const gone = (texts: readonly string[]): DiffLine[] => texts.map((text) => ({ mark: "-", text }));
  const come = (texts: readonly string[]): DiffLine[] => texts.map((text) => ({ mark: "+", text }));
  if (old.length * now.length > MOST_PAIRS) return [...gone(old), ...come(now)];
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
  return [...lines, ...gone(old.slice(a)), ...come(now.slice(b))];
}

function nearChanges(all: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  all.forEach(({ mark }, at) => {
    if (mark !== " ") for (let other = at - AROUND; other <= at + AROUND; other++) near.add(other);
  });
  const shown: DiffLine[] = [];
  all.forEach((line, at) => {
    if (!near.has(at)) return;
    if (at > 0 && !near.has(at - 1)) shown.push({ mark: "…", text: "" });
    shown.push(line);
  });
  return shown;
}
