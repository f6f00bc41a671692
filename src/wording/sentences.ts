// Splits texts into sentences.

/** Abbreviations with a full stop, besides single letters as in e.g. and i.e. */
const ABBREVIATIONS =
  "approx|Arts?|ca|cf|ch|cl|Dr|ed|eds|etc|excl|figs?|incl|max|min|No|Nos|Nr|pp?|para|Reg|s|Sch|sec|St|vol|vs";
const SHORTENED = new RegExp(`(?:^|[^\\p{L}])(?:\\p{L}|${ABBREVIATIONS})\\.$`, "iu");

/** Splits before capital letters, except after abbreviations. */
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

/** Characters after which a purpose may end at a clause, or at a list. */
const ENOUGH = 45;
const MORE_THAN_ENOUGH = 150;

/** Returns a tool's purpose: the start of its description's first sentence. */
export function purposeOf(description: string): string {
  const [sentence = ""] = sentencesOf(description);
  const clause = upTo(sentence, /(?=[;:] | - )/, ENOUGH);
  const told = upTo(clause, /(?=, (?:with|as|how|what|which|whether) )/, MORE_THAN_ENOUGH);
  return told === sentence ? sentence : `${told}.`;
}

/** Joins parts of a text up to a length, with closed brackets. */
function upTo(text: string, between: RegExp, enough: number): string {
  const [first = "", ...parts] = text.split(between);
  let told = first;
  for (const part of parts) {
    if (told.length >= enough && told.lastIndexOf("(") <= told.lastIndexOf(")")) return told;
    told += part;
  }
  return text;
}
