// Texts of definitions cut into sentences.

/** Words that end with a full stop in the middle of a sentence, besides single letters as in e.g. and i.e. */
const ABBREVIATIONS =
  "approx|Arts?|ca|cf|ch|cl|Dr|ed|eds|etc|excl|figs?|incl|max|min|No|Nos|Nr|pp?|para|Reg|s|Sch|sec|St|vol|vs";
const SHORTENED = new RegExp(`(?:^|[^\\p{L}])(?:\\p{L}|${ABBREVIATIONS})\\.$`, "iu");

/** A sentence ends where a capital letter follows, and no word that is only shortened went before. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const piece of text.trim().split(/(?<=[.!?])\s+(?=["'(]?\p{Lu})/u)) {
    const before = sentences.at(-1);
    if (before !== undefined && SHORTENED.test(before))
      sentences[sentences.length - 1] = `${before} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}
