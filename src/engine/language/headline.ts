// The headline of a result: verdict with tones, answer sentences, numbers and utilisations.

export const TONES = ["good", "care", "bad", "unknown"] as const;
export type Tone = (typeof TONES)[number];

/** All except `answers` are result paths with dots. */
export interface Headline {
  readonly verdict?: string;
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Sentences with results in braces. */
  readonly answers?: readonly string[];
  readonly numbers?: readonly string[];
  /** The result with the currency of amounts without a unit. */
  readonly currency?: string;
  readonly bars?: readonly string[];
}

/** A result in a sentence: `{cost.high}`, or as a percentage `{utilisation:pct}`. */
export const IN_BRACES = /\{([a-z][a-z0-9_.]*)(:pct)?\}/g;

/** Returns the paths in a sentence, in order. */
export function pathsInAnswer(text: string): string[] {
  return [...text.matchAll(IN_BRACES)].map(([, path = ""]) => path);
}

/** Returns every result path of a headline. */
export function headlinePaths({ verdict, answers = [], numbers = [], bars = [] }: Headline): string[] {
  return [
    ...(verdict === undefined ? [] : [verdict]),
    ...answers.flatMap(pathsInAnswer),
    ...numbers,
    ...bars,
  ];
}
