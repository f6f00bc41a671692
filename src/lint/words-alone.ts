// Words that stand by themselves in a definition, as names of choices do.
/** A word by itself: a key, a cell, an item of a list, or in quotes. In a sentence it means what it means to people. */
const ALONE = /(?<=^[\s-]*|[{[,:]\s*|")\w+(?=\s*(?:[,:}\]"]|$))/g;
/** Three words with nothing but spaces between them make a sentence or formula, where commas and ends of lines tell nothing. */
const SENTENCE = /^[^{["]*\b[A-Za-z]+ [a-z]+ [a-z]+/;
const QUOTED = /(?<=")\w+(?=")/g;

/** How often each word stands alone in a text, outside comments. */
export function wordsIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split("\n")) {
    const said = line.replace(/(?:^|\s)#.*$/, "");
    for (const [word] of said.matchAll(SENTENCE.test(said) ? QUOTED : ALONE))
      found.set(word, (found.get(word) ?? 0) + 1);
  }
  return found;
}
