// Parsed arguments of a command: options, flags and words.
import { oneWord, Usage, wholeNumber } from "./usage.js";

export class Arguments {
  constructor(
    readonly command: string,
    readonly typed: readonly string[],
    /** Arguments without options and their values. */
    readonly words: readonly string[],
    readonly given: ReadonlyMap<string, readonly string[]>,
    /** Options that the command does not declare: inputs of a tool. */
    readonly inputs: readonly string[] = [],
  ) {}

  text(name: string): string | undefined {
    return this.given.get(name)?.at(-1);
  }

  /** Returns the value of an option with fixed words. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : oneWord(`--${name}`, given, words);
  }

  /** Returns the value of a whole-number option. */
  whole(name: string, least: number, most: number): number | undefined {
    const given = this.text(name);
    return given === undefined ? undefined : wholeNumber(`--${name}`, given, least, most);
  }

  flag(name: string): boolean {
    return this.given.has(name);
  }

  /** Throws Usage for more than `count` words. */
  atMost(count: number): this {
    const extra = this.words[count];
    if (extra !== undefined) throw new Usage(`${this.command} does not know ${extra}.`);
    return this;
  }
}
