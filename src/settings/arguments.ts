// What was typed after the name of a command: options with their values, flags and the other words.
import { oneWord, Usage, wholeNumber } from "./usage.js";

export class Arguments {
  constructor(
    readonly command: string,
    /** As they were typed. */
    readonly typed: readonly string[],
    /** What is no option and no value of one. */
    readonly words: readonly string[],
    readonly given: ReadonlyMap<string, readonly string[]>,
    /** Names of given options that the command does not declare: inputs of a tool. */
    readonly inputs: readonly string[] = [],
  ) {}

  /** The value of an option. */
  text(name: string): string | undefined {
    return this.given.get(name)?.at(-1);
  }

  /** The value of an option that takes one of these words. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : oneWord(`--${name}`, given, words);
  }

  /** The value of an option that takes a whole number. */
  whole(name: string, least: number, most: number): number | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : wholeNumber(`--${name}`, given, least, most);
  }

  flag(name: string): boolean {
    return this.given.has(name);
  }

  /** Refuses words where the command takes none, or more than it takes. */
  atMost(count: number): this {
    const extra = this.words[count];
    if (extra !== undefined) throw new Usage(`${this.command} does not know ${extra}.`);
    return this;
  }
}
