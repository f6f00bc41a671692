// What answers the question that a tool is asked: its verdict with the tone of each word, the answer in sentences, its numbers, its utilisations.

export const TONES = ["good", "care", "bad", "unknown"] as const;
export type Tone = (typeof TONES)[number];

/** Each but the answers is a path in the results, the fields inside an object or a list after dots. */
export interface Headline {
  readonly verdict?: string;
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Sentences that answer the question, with results in braces. */
  readonly answers?: readonly string[];
  readonly numbers?: readonly string[];
  /** The result that holds the currency of amounts which have no unit of their own. */
  readonly currency?: string;
  readonly bars?: readonly string[];
}

/** A result in a sentence: `{cost.high}`, or as a share of 1 in per cent `{utilisation:pct}`. */
export const IN_BRACES = /\{([a-z][a-z0-9_.]*)(:pct)?\}/g;

/** The paths that a sentence names, in their order. */
export function pathsInAnswer(text: string): string[] {
  return [...text.matchAll(IN_BRACES)].map(([, path = ""]) => path);
}

/** Every result that a headline shows, by its path. */
export function headlinePaths({ verdict, answers = [], numbers = [], bars = [] }: Headline): string[] {
  return [
    ...(verdict === undefined ? [] : [verdict]),
    ...answers.flatMap(pathsInAnswer),
    ...numbers,
    ...bars,
  ];
}
