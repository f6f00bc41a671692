// Similar names, for hints and error messages.
import { LIMITS } from "./bounds.js";
import type { Typo } from "./findings.js";

/** Characters of a name that are compared. */
const LONGEST = 60;

/** Returns the number of edits (insert, delete, replace, swap of neighbours) from a to b, or more than `most`. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  const width = b.length + 1;
  // The difference of lengths is a lower bound.
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // Three rows of the distance matrix.
  let [before, above, row] = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)];
  for (let j = 0; j < width; j++) above[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    row[0] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const other = b.charCodeAt(j - 1);
      let best = (above[j - 1] as number) + (letter === other ? 0 : 1);
      best = Math.min(best, (above[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        best = Math.min(best, (before[j - 2] as number) + 1);
      row[j] = best;
      if (best < least) least = best;
    }
    // A swap looks back two rows and saves at most one edit.
    if (least > most + 1) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return above[b.length] as number;
}

/** Returns the most similar candidates, best first; ties keep their order. */
export function nearestOf(word: string, candidates: Iterable<string>, count: number): string[] {
  return nearestRows(
    word,
    Array.from(candidates, (name) => [name]),
    count,
  );
}

/** Returns the first words of the rows with the most similar words. Rows with equal words count once. */
export function nearestRows(word: string, rows: Iterable<readonly string[]>, count: number): string[] {
  const short = word.slice(0, LONGEST);
  const near: { readonly by: string; readonly name: string; readonly distance: number }[] = [];
  for (const words of rows) {
    let least = near.length < count ? Number.POSITIVE_INFINITY : (near.at(-1)?.distance ?? 0);
    let by: string | undefined;
    for (const each of words) {
      const distance = editDistance(short, each.slice(0, LONGEST), least - 1);
      if (distance < least) [least, by] = [distance, each];
    }
    if (by === undefined || near.some((other) => other.by === by)) continue;
    const place = near.findIndex(({ distance }) => distance > least);
    near.splice(place < 0 ? near.length : place, 0, { by, name: words[0] ?? by, distance: least });
    if (near.length > count) near.pop();
  }
  return near.map(({ name }) => name);
}

/** Names that differ in digits, such as scope1 and scope3, or 2030 and 2035, are different names. */
export function differInDigits(one: string, other: string): boolean {
  const digits = (word: string) => word.replace(/\D/g, "");
  return one.replace(/\d/g, "") === other.replace(/\d/g, "") && !haveSameLetters(digits(one), digits(other));
}

/** Returns the probable candidate, if one is similar enough. */
export function likely(word: string, candidates: Iterable<string>): string | undefined {
  const short = word.slice(0, LONGEST);
  const hasLetters = (name: string) => haveSameLetters(word, name);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let tried = 0;
  for (const name of candidates) {
    if (++tried > LIMITS.candidates) break;
    const distance = editDistance(short, name.slice(0, LONGEST), least);
    // On a tie, prefers a candidate with the same letters, because swaps are likely.
    const isSwap = distance === least && hasLetters(name) && !hasLetters(best ?? "");
    if (distance < least || isSwap) [best, least] = [name, distance];
  }
  return best !== undefined && least <= mostEdits(word, best) ? best : undefined;
}

/** Returns the maximum number of edits between a name and its misspelling. */
function mostEdits(one: string, other: string): number {
  return Math.max(1, Math.floor(Math.max(one.length, other.length) / 3));
}

/** Whether a name is similar enough for a hint; names with equal beginnings may differ more. */
export function isNear(word: string, name: string): boolean {
  const [one, other] = [word.slice(0, LONGEST).toLowerCase(), name.slice(0, LONGEST).toLowerCase()];
  const isAlike = one.slice(0, 3) === other.slice(0, 3);
  const most = isAlike ? Math.max(one.length, other.length) / 2 : mostEdits(one, other);
  return editDistance(one, other, most) <= most;
}

/**
 * Whether one name is probably a misspelling of the other: swapped letters, or one wrong letter in a longer part.
 * class_p and class_q are different names.
 */
export function isTypo(one: string, other: string): boolean {
  if (one.length > LONGEST || other.length > LONGEST) return false;
  if (editDistance(one, other, 2) > 2) return false;
  return partsApart(one, other).every((part) => part.length > 3) || haveSameLetters(one, other);
}

/** Whether two longer words differ by one letter or one swap. */
export function nearlyEqual(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 5 || one === other) return false;
  const edits = editDistance(one, other, 2);
  return edits <= 1 || (edits === 2 && haveSameLetters(one, other));
}

function haveSameLetters(one: string, other: string): boolean {
  const letters = (word: string) => [...word].sort().join("");
  return one.length === other.length && letters(one) === letters(other);
}

/** Returns the parts of a name that another lacks. */
export function partsApart(name: string, other: string): string[] {
  const others = new Set(other.split(/[^A-Za-z]+/));
  return name.split(/[^A-Za-z]+/).filter((part) => part !== "" && !others.has(part));
}

/** Returns a lazy hint: the likely candidate, or else `otherwise`. */
export function didYouMean(
  word: string,
  candidates: Iterable<string>,
  otherwise?: string,
): () => string | Typo | undefined {
  return () => {
    const meant = likely(word, candidates);
    return meant === undefined ? otherwise : { said: word, meant };
  };
}
