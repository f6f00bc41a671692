// Result fields common to all tools, and the lists behind them.

/** The last fields of every result, in this order. */
export const COMMON_FIELDS = [
  "flags",
  "warnings",
  "assumptions",
  "recommendations",
  "standard_reference",
  "disclaimer",
] as const;
export type CommonField = (typeof COMMON_FIELDS)[number];

/** Internal names of the lists. */
export const LISTS = {
  flags: "flags",
  assumptions: "$assumptions",
  recommendations: "$recommendations",
  standard: "$standard_reference",
} as const;
/** Common fields that are lists. */
export type ListField = Exclude<CommonField, "warnings" | "disclaimer">;
