// What answers the question that a tool is asked: its verdict with the tone of each word, the answer in sentences, its numbers, its utilisations.

export const TONES = ["good", "care", "bad", "unknown"] as const;
export type Tone = (typeof TONES)[number];

/** Each is a path in the results, the fields inside an object or a list after dots. */
export interface Headline {
  readonly verdict?: string;
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Sentences that answer the question. */
  readonly answers?: readonly string[];
  readonly numbers?: readonly string[];
  readonly bars?: readonly string[];
}
