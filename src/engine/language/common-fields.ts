// What every tool has beside its own: the last fields of its results, and the lists that they come from.

/** Fields that every result has after the tool's own, in this order. */
export const COMMON_FIELDS = [
  "flags",
  "warnings",
  "assumptions",
  "recommendations",
  "standard_reference",
  "disclaimer",
] as const;
export type CommonField = (typeof COMMON_FIELDS)[number];

/** Names under which the lists of a tool are values. */
export const LISTS = {
  flags: "flags",
  assumptions: "$assumptions",
  recommendations: "$recommendations",
  standard: "$standard_reference",
} as const;
/** The common fields that these lists are. */
export type ListField = Exclude<CommonField, "warnings" | "disclaimer">;
