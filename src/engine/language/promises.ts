// What a promise changes about an input, and what it then expects of the results. Inputs and results are named by paths
// with dots; a path through a list or a map means any one item of it where it is raised, and all where it is scaled.

export type Change =
  | {
      readonly kind: "raise" | "lower";
      /** Any one of these. */
      readonly inputs: readonly string[];
      /** The words of the input, lowest first, where it has no scale. */
      readonly order?: readonly string[];
    }
  | { readonly kind: "scale"; readonly factors: ReadonlyMap<string, number> }
  | { readonly kind: "swap"; readonly inputs: readonly [string, string] };

/** A way that a result may not go: by size, or by an order of words. */
export type Way = "more" | "less" | "better" | "worse";

export interface Expected {
  readonly never: ReadonlyMap<string, Way>;
  readonly keeps: readonly string[];
  readonly scales: ReadonlyMap<string, number>;
  /** The words of the results, best last, where they have no scale. */
  readonly order?: readonly string[];
}
