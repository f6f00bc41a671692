// The standards that a tool can cite: its one text, or every text that its rules may give.
import type { Tool } from "../engine/tool.js";

export function standardOf(tool: Tool): string {
  const written: unknown = tool.plan.def.holder.standard_reference;
  return [...new Set(texts(written))].join("; ");
}

function texts(written: unknown): string[] {
  if (typeof written === "string") return [written.replace(/\s+/g, " ").trim()];
  if (Array.isArray(written)) return written.flatMap(texts);
  if (typeof written !== "object" || written === null) return [];
  // Only what rules give is cited; conditions, ids and reasons are not.
  return Object.entries(written).flatMap(([key, inner]) =>
    ["decide", "rules", "give", "otherwise", "text"].includes(key) ? texts(inner) : [],
  );
}
