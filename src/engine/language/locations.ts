// Positions of definitions in their files, for findings.

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value as written; empty for maps and lists. */
interface WrittenValue {
  readonly raw: string;
  readonly start: number;
}

/**
 * The position of a map or list with its keys and values, as offsets. Lines are computed on demand, because few
 * positions are ever shown.
 */
export class Position {
  constructor(
    readonly start: number,
    /** Returns the location of an offset. */
    readonly at: (offset: number) => Location,
    readonly keys = new Map<string, number>(),
    readonly values = new Map<string, WrittenValue>(),
    /** Maps and lists among the values. */
    readonly inner = new Map<string, Position>(),
  ) {}

  get location(): Location {
    return this.at(this.start);
  }

  /** Returns the location of a key's value, or of the map if the key is missing. */
  of(key: string | number): Location {
    return this.at(this.values.get(String(key))?.start ?? this.start);
  }

  ofKey(key: string): Location {
    const start = this.keys.get(key);
    return start === undefined ? this.of(key) : this.at(start);
  }

  /** Returns the location of the nth occurrence of a word inside a value, in any scalar style. */
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

  /** Returns the location of an offset within a multi-line value, or else the start of the value. */
  inside(key: string | number, text: string, offset: number): Location {
    const value = this.values.get(String(key));
    if (value === undefined || !value.raw.includes("\n")) return this.of(key);
    const { raw, start } = value;
    let at = /^[>|]/.test(raw) ? raw.indexOf("\n") : /^["']/.test(raw) ? 1 : 0;
    // Folding changes spaces, so only other characters are counted.
    const [whole, own, before] = [raw.slice(at).replace(/["']$/, ""), text, text.slice(0, offset)].map(
      (each) => each.replace(/\s/g, ""),
    ) as [string, string, string];
    if (!whole.endsWith(own)) return this.of(key);
    let left = whole.length - own.length + before.length;
    for (; at < raw.length; at++) if (!/\s/.test(raw[at] ?? "") && left-- === 0) break;
    return this.at(start + Math.min(at, raw.trimEnd().length));
  }

  /** Adds keys, and positions of maps and lists in other files. */
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

  /** Returns the location of a word that is a key or a whole value, or undefined. */
  named(word: string): Location | undefined {
    if (this.keys.has(word)) return this.ofKey(word);
    for (const { raw, start } of this.values.values())
      if (raw === word || (/^(["']).*\1$/.test(raw) && raw.slice(1, -1) === word)) return this.at(start);
    return undefined;
  }
}

/** A replacer for JSON.stringify that ignores positions, so that equal definitions compare equal. */
export function unplaced(key: string, value: unknown): unknown {
  if (value instanceof Position || /^(?:l|codeL)ocation$/.test(key)) return undefined;
  return value instanceof Map ? [...value] : value;
}

/** The position of definitions that no file contains. */
export const BUILT_IN = new Position(0, () => ({ file: "(built in)", line: 1, column: 1 }));
