// Names near a misspelt one, for hints and error messages.
import { LIMITS } from "./bounds.js";
import type { Slip } from "./findings.js";

/** Least number of single-letter edits (insert, delete, replace, swap of neighbours) from a to b. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let before: number[] = [];
  let above = Array.from({ length: width }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/** The candidates nearest to the word, best first; ties keep their order. */
export function nearestOf(word: string, candidates: Iterable<string>, count: number): string[] {
  const short = word.slice(0, 60);
  return [...candidates]
    .map((name, order) => ({ name, order, distance: editDistance(short, name.slice(0, 60)) }))
    .sort((a, b) => a.distance - b.distance || a.order - b.order)
    .slice(0, count)
    .map((candidate) => candidate.name);
}

/** As scope1 and scope3, or a number of 2030 and of 2035: neither is the other with a slip. */
export function differInDigits(one: string, other: string): boolean {
  const digits = (word: string) => word.replace(/\D/g, "");
  return (
    one.replace(/\d/g, "") === other.replace(/\d/g, "") &&
    [...digits(one)].sort().join("") !== [...digits(other)].sort().join("")
  );
}

/** One name that was probably meant, if any is near enough. */
export function likely(word: string, candidates: Iterable<string>): string | undefined {
  const short = word.slice(0, 60);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let tried = 0;
  for (const name of candidates) {
    if (++tried > LIMITS.candidates) break;
    const other = name.slice(0, 60);
    // Each letter that one has more than the other is an edit.
    if (Math.abs(short.length - other.length) >= least) continue;
    const distance = editDistance(short, other);
    if (distance >= least) continue;
    best = name;
    least = distance;
  }
  if (best === undefined) return undefined;
  return least <= Math.max(1, Math.floor(Math.max(word.length, best.length) / 3)) ? best : undefined;
}

/**
 * Whether one of two names is likely the other with a slip of the fingers: letters that changed places, or a wrong one in a
 * longer part. class_p beside class_q is another name.
 */
export function isSlip(one: string, other: string): boolean {
  const letters = (word: string) => [...word].sort().join("");
  const isLong = partsApart(one, other).every((part) => part.length > 3);
  return (isLong || letters(one) === letters(other)) && editDistance(one, other) <= 2;
}

/** Parts of a name that another lacks. */
export function partsApart(name: string, other: string): string[] {
  const others = new Set(other.split(/[^A-Za-z]+/));
  return name.split(/[^A-Za-z]+/).filter((part) => part !== "" && !others.has(part));
}

/** A hint that is worked out only when it is shown; otherwise the other one. */
export function didYouMean(
  word: string,
  candidates: Iterable<string>,
  otherwise?: string,
): () => string | Slip | undefined {
  return () => {
    const meant = likely(word, candidates);
    return meant === undefined ? otherwise : { said: word, meant };
  };
}
