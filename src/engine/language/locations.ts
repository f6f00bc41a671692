// Where the pieces of a definition are written in its files, so that a finding can point at them.

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value as it is written; the text of a map or list is empty. */
interface WrittenValue {
  readonly raw: string;
  readonly start: number;
}

/**
 * Where a map or list of a file is written, with its keys and values as characters of the file. Lines are counted on demand,
 * because few of the thousands of positions are ever shown.
 */
export class Position {
  constructor(
    readonly start: number,
    /** Returns the location of a character of the file. */
    readonly at: (offset: number) => Location,
    readonly keys = new Map<string, number>(),
    readonly values = new Map<string, WrittenValue>(),
    /** Maps and lists among the values. */
    readonly inner = new Map<string, Position>(),
  ) {}

  get location(): Location {
    return this.at(this.start);
  }

  /** Returns the location of the value under a key, or of the whole if there is none. */
  of(key: string | number): Location {
    return this.at(this.values.get(String(key))?.start ?? this.start);
  }

  ofKey(key: string): Location {
    const start = this.keys.get(key);
    return start === undefined ? this.of(key) : this.at(start);
  }

  /** Returns the location of the nth occurrence of a word inside a value, whatever the style of the scalar. */
  ofWord(key: string | number, word: string, nth = 0): Location {
    const value = this.values.get(String(key));
    if (value === undefined) return this.location;
    const wordLike = /^\w/.test(word);
    let from = 0;
    for (let found = 0; ; ) {
      const at = value.raw.indexOf(word, from);
      if (at < 0) return this.at(value.start);
      const before = value.raw[at - 1] ?? " ";
      const after = value.raw[at + word.length] ?? " ";
      const whole = !wordLike || (!/\w/.test(before) && !/\w/.test(after));
      if (whole && found++ === nth) return this.at(value.start + at);
      from = at + 1;
    }
  }

  /** Returns where a character of the text is that a value of several lines ends with; else where the value begins. */
  inside(key: string | number, text: string, offset: number): Location {
    const value = this.values.get(String(key));
    if (value === undefined || !value.raw.includes("\n")) return this.of(key);
    const { raw, start } = value;
    let at = /^[>|]/.test(raw) ? raw.indexOf("\n") : /^["']/.test(raw) ? 1 : 0;
    // Lines may be folded: only characters other than spaces are counted.
    const [whole, own, before] = [raw.slice(at).replace(/["']$/, ""), text, text.slice(0, offset)].map(
      (each) => each.replace(/\s/g, ""),
    ) as [string, string, string];
    if (!whole.endsWith(own)) return this.of(key);
    let left = whole.length - own.length + before.length;
    for (; at < raw.length; at++) if (!/\s/.test(raw[at] ?? "") && left-- === 0) break;
    return this.at(start + Math.min(at, raw.trimEnd().length));
  }

  /** Returns this position with further keys, and with maps and lists of other files among its values. */
  with({
    keys = [],
    inner = [],
  }: {
    keys?: Iterable<[string, number]>;
    inner?: Iterable<[string, Position]>;
  }): Position {
    const all = { keys: new Map([...this.keys, ...keys]), inner: new Map([...this.inner, ...inner]) };
    return new Position(this.start, this.at, all.keys, this.values, all.inner);
  }

  /** Returns where a word is a key or a whole value; undefined if it is neither. */
  named(word: string): Location | undefined {
    if (this.keys.has(word)) return this.ofKey(word);
    for (const { raw, start } of this.values.values())
      if (raw === word || (/^(["']).*\1$/.test(raw) && raw.slice(1, -1) === word)) return this.at(start);
    return undefined;
  }
}

/** Replaces what JSON.stringify writes of the model, so that equal pieces at different locations are equal. */
export function unplaced(key: string, value: unknown): unknown {
  if (value instanceof Position || /^(?:l|codeL)ocation$/.test(key)) return undefined;
  return value instanceof Map ? [...value] : value;
}

/** The position of pieces that no file contains. */
export const BUILT_IN = new Position(0, () => ({ file: "(built in)", line: 1, column: 1 }));
