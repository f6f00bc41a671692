// Tools by the words that somebody types: a tool fits when it holds every word. For the list of the command line and the
// explorer; server/mcp/find.ts has another job, a task in sentences, of which the best tool need not hold every word.

interface Described {
  /** Questions that the tool answers, where they are at hand. */
  readonly questions?: readonly string[];
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly standard: string;
}

/** How well a tool fits, more where words stand in its name or title; undefined where a word is missing. */
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
