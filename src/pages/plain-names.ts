// Identifiers as words, for what the definition gives no title: w_permanent_kn_m is "w permanent", shear_ratio "shear ratio".
import { unitOfName } from "../engine/language/unit-names.js";

/** A name without the unit that it ends in. */
export function stemOf(name: string): string {
  const unit = unitOfName(name);
  if (unit === undefined) return name;
  const tokens = name.split("_");
  for (let tail = 1; tail < tokens.length && tail <= 3; tail++) {
    const end = tokens.slice(-tail).join("_");
    if (unitOfName(`some_word_${end}`) === unit) return tokens.slice(0, -tail).join("_");
  }
  return name;
}

/** A letter with what stands below it, such as m_ed or v_pl_rd, is a symbol and not a word. */
export function isLetter(stem: string): boolean {
  return /^[a-z](_[a-z0-9]{1,9}){0,3}$/i.test(stem);
}

/** The last name of a path, as words. */
export function plainWords(path: string): string {
  const stem = stemOf(path.split(".").at(-1) ?? path);
  return isLetter(stem) ? stem : stem.replaceAll("_", " ");
}

/** Words as a heading begins. */
export function capital(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}
