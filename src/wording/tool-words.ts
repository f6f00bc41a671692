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

export interface Fit {
  /** More where the words stand in the name or the title. */
  readonly rank: number;
  /** The further texts in which words were found that stand nowhere else. */
  readonly where: readonly string[];
}

/** How a tool fits, or undefined where a word is missing. `further` are texts that count least, each with what it is. */
export function fitOf(
  { name, title, description, category, standard, questions = [] }: Described,
  words: readonly string[],
  further: readonly (readonly [kind: string, text: string])[] = [],
): Fit | undefined {
  const named = `${title} ${name}`.toLowerCase();
  const about =
    `${description} ${category} ${category.replaceAll("_", " ")} ${standard} ${questions.join(" ")}`.toLowerCase();
  const where = new Set<string>();
  let rank = 0;
  for (const word of words.map((each) => each.toLowerCase())) {
    if (named.includes(word)) rank += 10;
    else if (about.includes(word)) rank += 4;
    else {
      const found = further.find(([, text]) => text.toLowerCase().includes(word));
      if (found === undefined) return undefined;
      rank += 1;
      where.add(`${found[0]}: ${found[1]}`);
    }
  }
  return { rank, where: [...where] };
}
