// Where the pieces of a definition stand in its files, so that a finding can point at them. Positions are kept beside the
// objects that were read, by the object: who has one, and a key of it, can always say where that is.

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Where an object, its keys and its values begin, as characters of the file, and the values as they are written. Lines are
 * counted when they are asked for: of thousands of places few are ever shown.
 */
export interface Positions {
  readonly start: number;
  readonly keys: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, { readonly raw: string; readonly start: number }>;
  /** The location of a character of the file. */
  readonly at: (offset: number) => Location;
}

const places = new WeakMap<object, Positions>();

export function recordPositions(holder: object, known: Positions): void {
  places.set(holder, known);
}

export function positionsOf(holder: object): Positions | undefined {
  return places.get(holder);
}

/** Where an object, or one key's value in it, stands. */
export function locationOf(holder: object, key?: string | number): Location {
  const known = places.get(holder);
  if (known === undefined) return { file: "(built in)", line: 1, column: 1 };
  const value = key === undefined ? undefined : known.values.get(String(key));
  return known.at(value?.start ?? known.start);
}

/** Where a key itself stands. */
export function locationOfKey(holder: object, key: string): Location {
  const known = places.get(holder);
  const start = known?.keys.get(key);
  return known === undefined || start === undefined ? locationOf(holder, key) : known.at(start);
}

/** Where the nth occurrence of a word inside a value stands, whatever the style of the scalar. */
export function locationOfWord(holder: object, key: string | number, word: string, nth = 0): Location {
  const known = places.get(holder);
  const value = known?.values.get(String(key));
  if (known === undefined || value === undefined) return locationOf(holder, key);
  const wordLike = /^\w/.test(word);
  let from = 0;
  for (let found = 0; ; ) {
    const at = value.raw.indexOf(word, from);
    if (at < 0) return known.at(value.start);
    const before = value.raw[at - 1] ?? " ";
    const after = value.raw[at + word.length] ?? " ";
    const whole = !wordLike || (!/\w/.test(before) && !/\w/.test(after));
    if (whole && found++ === nth) return known.at(value.start + at);
    from = at + 1;
  }
}

/** Where a text goes on after its beginning, in one of several lines; of one in a line where it begins. */
export function locationAfter(holder: object, key: string | number, beginning: string): Location {
  const known = places.get(holder);
  const value = known?.values.get(String(key));
  if (known === undefined || value === undefined || !value.raw.includes("\n")) return locationOf(holder, key);
  const { raw, start } = value;
  // Lines may be folded: only what is no space is counted.
  let left = beginning.replace(/\s/g, "").length;
  let at = /^[>|]/.test(raw) ? raw.indexOf("\n") : /^["']/.test(raw) ? 1 : 0;
  for (; at < raw.length; at++) if (!/\s/.test(raw[at] ?? "") && left-- === 0) break;
  return known.at(start + Math.min(at, raw.trimEnd().length));
}
