// Invalid use of a command or setting, with a message. The exit code is 2.
export class Usage extends Error {}

/** Throws Usage for a word that is not in the list. */
export function oneWord<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === given);
  if (word === undefined) throw new Usage(`${name} must be one of ${words.join(", ")}, not ${given}.`);
  return word;
}

/** Throws Usage unless the text is a whole number within the bounds. */
export function wholeNumber(name: string, given: string, least: number, most: number): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Usage(`${name} must be a whole number from ${least} to ${most}, not ${given}.`);
  return number;
}
