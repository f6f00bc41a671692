// Suggests the word or input that a caller probably meant. Suggestions must be right, because programs follow them.
import { LIMITS } from "../language/bounds.js";
import { editDistance } from "../language/nearest.js";

/** Shorter words that differ by a letter are different words; only other spellings are corrected. */
const SHORTEST_MISTYPED = 5;
const LONGEST = 60;

/** Lowers the case and removes separators. */
function folded(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/**
 * Returns the intended word: another spelling, its title, or a unique near misspelling. Digits are never corrected.
 */
export function meantWord(
  sent: string,
  words: readonly string[],
  titles: ReadonlyMap<string, string> = new Map(),
  also: Readonly<Record<string, readonly string[]>> = {},
): string | undefined {
  const tried = words.slice(0, LIMITS.candidates);
  const form = folded(sent);
  const exact = sent.trim().toLowerCase();
  for (const same of [
    (word: string) => word.toLowerCase() === exact,
    (word: string) => folded(word) === form && form !== "",
    (word: string) => form !== "" && folded(titles.get(word) ?? "") === form,
  ]) {
    const found = tried.filter(same);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  const others = new Map(tried.flatMap((word) => (also[word] ?? []).map((other) => [other, word])));
  const other = mistyped(form, [...others.keys()].slice(0, LIMITS.candidates));
  return mistyped(form, tried) ?? (other === undefined ? undefined : others.get(other));
}

function mistyped(form: string, words: readonly string[]): string | undefined {
  if (form.length < SHORTEST_MISTYPED - 1) return undefined;
  const near = words
    .map((word) => ({ word, distance: editDistance(form, folded(word)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best, next] = near;
  if (best === undefined || best.distance === next?.distance) return undefined;
  const { length } = folded(best.word);
  if (length < SHORTEST_MISTYPED || best.distance > Math.max(1, Math.floor(length / 4))) return undefined;
  return digitsOf(best.word) === digitsOf(form) ? best.word : undefined;
}

/** Returns the intended input: misspelt, or without its unit or another part. */
export function meantInput(sent: string, known: readonly string[]): string | undefined {
  const near = meantWord(sent, known);
  if (near !== undefined) return near;
  const parts = partsOf(sent);
  if (parts.length === 0) return undefined;
  const holding = known
    .slice(0, LIMITS.candidates)
    .filter((name) => parts.every((part) => partsOf(name).includes(part)));
  const [only, ...others] = holding;
  return others.length === 0 ? only : undefined;
}

function partsOf(name: string): string[] {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

/** Whether two names end alike, as with the same unit. */
export function endAlike(a: string, b: string): boolean {
  return partsOf(a).at(-1) === partsOf(b).at(-1);
}
