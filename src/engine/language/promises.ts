// Promises: a change of inputs, and the expected results. Inputs and results are dotted paths. A path through a list
// or map means any one item for raise and lower, and all items for scale.

export type Change =
  | {
      readonly kind: "raise" | "lower";
      /** Any one of these. */
      readonly inputs: readonly string[];
      /** The words of the input, lowest first, if it has no scale. */
      readonly order?: readonly string[];
    }
  | { readonly kind: "scale"; readonly factors: ReadonlyMap<string, number> }
  | { readonly kind: "swap"; readonly inputs: readonly [string, string] };

/** A forbidden direction of a result: by size, or by an order of words. */
export type Way = "more" | "less" | "better" | "worse";

export interface Expected {
  readonly never: ReadonlyMap<string, Way>;
  readonly keeps: readonly string[];
  readonly scales: ReadonlyMap<string, number>;
  /** The words of the results, best last, if they have no scale. */
  readonly order?: readonly string[];
}
