// Titles of words in inputs and results.

/** The title of a word, for people. */
export interface Choice {
  readonly title: string;
  readonly description?: string;
  /** Other words for it. */
  readonly also?: readonly string[];
}
export type Choices = ReadonlyMap<string, Choice>;

/**
 * Whether a word is a code, such as ss or heat_pump. Words with capitals, spaces or punctuation are readable as they
 * are.
 */
export function isCodeWord(word: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(word);
}

/** Derives a title from a code: heat_pump becomes Heat pump. */
export function inWords(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a derived title is readable; ss and gl24h are not. */
export function readsAsWords(word: string): boolean {
  return word.split("_").every((piece) => /^[a-z]*[aeiouy][a-z]*$/.test(piece));
}

/** Whether a closed set is served as an enum: words, and up to three of them without punctuation, not sentences. */
export function isEnum(set: ReadonlySet<string>): boolean {
  return set.size <= 150 && [...set].every((word) => /^(?:\S+|\p{L}+(?: \p{L}+){1,2})$/u.test(word));
}

/** Folds case and separators between words. Punctuation at the ends stays: A+ differs from A. */
export function foldedWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, " ");
}

/** Returns the title of a choice in a schema. */
export function choiceTitle(choice: unknown): string | undefined {
  const title = typeof choice === "object" && choice !== null && "title" in choice ? choice.title : choice;
  return typeof title === "string" ? title : undefined;
}

/** The source of titles for a field's words: its own choices, then the input of its name. */
export interface WordField {
  readonly name: string;
  readonly choices?: Choices;
}

/** All titles of words in a tool, from specific to general. */
export class Words {
  private readonly ofInputs = new Map<string, Choice>();

  constructor(
    readonly own: Choices,
    readonly common: Choices,
    readonly inputs: ReadonlyMap<string, Choices> = new Map(),
    /** Whether to derive titles from codes. */
    private readonly derives = true,
  ) {
    for (const choices of inputs.values())
      for (const [word, choice] of choices) {
        const before = this.ofInputs.get(word);
        // If two inputs use different titles for a word, neither applies to results.
        if (before === undefined) this.ofInputs.set(word, choice);
        else if (before.title !== choice.title) this.ofInputs.set(word, { title: "" });
      }
  }

  choice(word: string, field: WordField): Choice | undefined {
    const derived = this.derives && isCodeWord(word) ? { title: inWords(word) } : undefined;
    return this.titled(word, field) ?? derived;
  }

  /** Returns the written title. */
  titled(word: string, field: WordField): Choice | undefined {
    const found =
      field.choices?.get(word) ??
      this.inputs.get(field.name)?.get(word) ??
      this.own.get(word) ??
      this.ofInputs.get(word) ??
      this.common.get(word);
    return found?.title === "" ? undefined : found;
  }

  /** Returns every word with a title for a field. */
  known(field: WordField): string[] {
    const choices = [field.choices, this.inputs.get(field.name), this.own, this.ofInputs, this.common];
    return choices.flatMap((titles) => [...(titles?.keys() ?? [])]);
  }

  /** Returns the titles by word for schemas, with descriptions if present. */
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
