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

/** Letters after which a sentence has said what a tool is for: it ends with its clause, or with what it goes on to list. */
const ENOUGH = 45;
const MORE_THAN_ENOUGH = 150;

/** What a tool is for: as much of the first sentence of its description as tells it. */
export function purposeOf(description: string): string {
  const [sentence = ""] = sentencesOf(description);
  const clause = upTo(sentence, /(?=[;:] | - )/, ENOUGH);
  const told = upTo(clause, /(?=, (?:with|as|how|what|which|whether) )/, MORE_THAN_ENOUGH);
  return told === sentence ? sentence : `${told}.`;
}

/** The parts of a text up to so many letters; an opened bracket is closed before it ends. */
function upTo(text: string, between: RegExp, enough: number): string {
  const [first = "", ...parts] = text.split(between);
  let told = first;
  for (const part of parts) {
    if (told.length >= enough && told.lastIndexOf("(") <= told.lastIndexOf(")")) return told;
    told += part;
  }
  return text;
}
