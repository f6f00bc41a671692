// Words for people: the titles of the words that inputs take and results give.

/** What a person picks or reads in the place of a word. */
export interface Choice {
  readonly title: string;
  readonly description?: string;
  /** Other words for it. */
  readonly also?: readonly string[];
}
export type Choices = ReadonlyMap<string, Choice>;

/** A word of the machine, such as ss or heat_pump; one with a capital, a space or a sign can be read as it is. */
export function isCodeWord(word: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(word);
}

/** A word of the machine as people read it where nobody gave it a title: heat_pump is Heat pump. */
export function inWords(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether that can be read: a word such as ss or gl24h cannot. */
export function readsAsWords(word: string): boolean {
  return word.split("_").every((piece) => /^[a-z]*[aeiouy][a-z]*$/.test(piece));
}

/** Whether a closed set of texts is one of words, and served as such; sentences are not. */
export function isEnum(set: ReadonlySet<string>): boolean {
  return set.size <= 150 && [...set].every((word) => !/\s/.test(word) && word !== "");
}

/** Folds case and the signs between words. Signs at an end stay: A+ differs from A. */
export function foldedWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, " ");
}

/** The title of a choice as schemas carry it. */
export function choiceTitle(choice: unknown): string | undefined {
  const title = typeof choice === "object" && choice !== null && "title" in choice ? choice.title : choice;
  return typeof title === "string" ? title : undefined;
}

/** Where the words of a field get their titles: its own, then the input of its name. */
export interface WordField {
  readonly name: string;
  readonly choices?: Choices;
}

/** All titles that a tool knows, from the nearest to the most general. */
export class Words {
  private readonly ofInputs = new Map<string, Choice>();

  constructor(
    readonly own: Choices,
    readonly common: Choices,
    readonly inputs: ReadonlyMap<string, Choices> = new Map(),
    /** Whether a word without a title is its code in words. */
    private readonly derives = true,
  ) {
    for (const choices of inputs.values())
      for (const [word, choice] of choices) {
        const before = this.ofInputs.get(word);
        // Two inputs that call one word differently leave it open what a result means by it.
        if (before === undefined) this.ofInputs.set(word, choice);
        else if (before.title !== choice.title) this.ofInputs.set(word, { title: "" });
      }
  }

  choice(word: string, field: WordField): Choice | undefined {
    const derived = this.derives && isCodeWord(word) ? { title: inWords(word) } : undefined;
    return this.titled(word, field) ?? derived;
  }

  /** What somebody wrote. */
  titled(word: string, field: WordField): Choice | undefined {
    const found =
      field.choices?.get(word) ??
      this.inputs.get(field.name)?.get(word) ??
      this.own.get(word) ??
      this.ofInputs.get(word) ??
      this.common.get(word);
    return found?.title === "" ? undefined : found;
  }

  /** Every word that has a title for a field. */
  known(field: WordField): string[] {
    const choices = [field.choices, this.inputs.get(field.name), this.own, this.ofInputs, this.common];
    return choices.flatMap((titles) => [...(titles?.keys() ?? [])]);
  }

  /** As schemas carry them: titles by word, with what they mean where that is said. */
  written(words: Iterable<string>, field: WordField): Record<string, string | Choice> | undefined {
    const found: Record<string, string | Choice> = {};
    for (const word of words) {
      const choice = this.choice(word, field);
      if (choice === undefined) continue;
      const { title, description } = choice;
      found[word] = description === undefined ? title : { title, description };
    }
    return Object.keys(found).length === 0 ? undefined : found;
  }
}
