// Searches tools by words for the command line and the explorer. Every word must match, unlike in server/mcp/find.ts,
// which ranks tools for a task in sentences.

interface Described {
  /** Questions that the tool answers, if available. */
  readonly questions?: readonly string[];
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly standard: string;
}

/** Returns a score, higher for matches in name or title; undefined if a word is missing. */
export function fitOf(
  { name, title, description, category, standard, questions = [] }: Described,
  words: readonly string[],
): number | undefined {
  const named = `${title} ${name}`.toLowerCase();
  const about =
    `${description} ${category} ${category.replaceAll("_", " ")} ${standard} ${questions.join(" ")}`.toLowerCase();
  let rank = 0;
  for (const word of words.map((each) => each.toLowerCase())) {
    if (named.includes(word)) rank += 10;
    else if (about.includes(word)) rank += 4;
    else return undefined;
  }
  return rank;
}
