// Wrong use of the command line or of a setting, in a sentence for its caller. The exit code is 2.
export class Usage extends Error {}

/** Throws Usage for a word that is not in the list. */
export function oneWord<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === given);
  if (word === undefined) throw new Usage(`${name} must be one of ${words.join(", ")}, not ${given}.`);
  return word;
}

/** Throws Usage for a text that is no whole number, or not within the bounds. */
export function wholeNumber(name: string, given: string, least: number, most: number): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Usage(`${name} must be a whole number from ${least} to ${most}, not ${given}.`);
  return number;
}
