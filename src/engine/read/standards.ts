// Collects the standards that a tool can cite from its standard_reference.

/** Returns the text, or every text that rules can give. */
export function standards(written: unknown): string[] {
  if (typeof written === "string") return [written.replace(/\s+/g, " ").trim()];
  if (Array.isArray(written)) return written.flatMap(standards);
  if (typeof written !== "object" || written === null) return [];
  // Only outcomes of rules are cited; conditions, ids and reasons are not.
  return Object.entries(written).flatMap(([key, inner]) =>
    ["decide", "rules", "give", "otherwise", "text"].includes(key) ? standards(inner) : [],
  );
}
