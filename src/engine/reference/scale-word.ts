// Words of scales: each knows the scale that gives it its rank.

export class ScaleWord {
  constructor(
    readonly word: string,
    readonly scale: readonly string[],
  ) {}
}

/** A text as a word of a scale with these words, where there is one; any other value as it is. */
export function onScale<T>(value: T, words: readonly string[] | undefined): T | ScaleWord {
  return words !== undefined && typeof value === "string" ? new ScaleWord(value, words) : value;
}

/** The value with the word of a scale as the text that it is. */
export function plain<T>(value: T | ScaleWord): T | string {
  return value instanceof ScaleWord ? value.word : value;
}

/** How far one value stands above another on the scale that one of them is a word of; undefined where neither is. */
export function stepsAbove(a: unknown, b: unknown): number | undefined {
  const scale = a instanceof ScaleWord ? a.scale : b instanceof ScaleWord ? b.scale : undefined;
  return scale && scale.indexOf(String(plain(a))) - scale.indexOf(String(plain(b)));
}
