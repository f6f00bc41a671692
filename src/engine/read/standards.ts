// The standards that the results of a tool can cite, gathered from its standard_reference.

/** The one text of the standards, or every text that its rules may give. */
export function standards(written: unknown): string[] {
  if (typeof written === "string") return [written.replace(/\s+/g, " ").trim()];
  if (Array.isArray(written)) return written.flatMap(standards);
  if (typeof written !== "object" || written === null) return [];
  // Only what rules give is cited; conditions, ids and reasons are not.
  return Object.entries(written).flatMap(([key, inner]) =>
    ["decide", "rules", "give", "otherwise", "text"].includes(key) ? standards(inner) : [],
  );
}
