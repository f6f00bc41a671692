// Adds a hint if a share was sent for a percentage (0.4 for 40). The result is unchanged.
import { isRecord } from "../../json/objects.js";

/** Fields with a smaller maximum are rates, for which values below 1 % are usual. */
const WHOLE_SHARE = 50;

export function shareHints(schema: unknown, input: unknown, path = ""): string[] {
  if (!isRecord(schema) || !isRecord(input)) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    const field = isRecord(schema.properties) ? schema.properties[name] : undefined;
    const at = path === "" ? name : `${path}.${name}`;
    if (!isRecord(field)) return [];
    if (Array.isArray(value))
      return value.flatMap((item, index) => shareHints(field.items, item, `${at}[${index}]`));
    if (isRecord(value)) return shareHints(field, value, at);
    const isShare = field.unit === "%" && typeof field.maximum === "number" && field.maximum >= WHOLE_SHARE;
    if (!isShare || typeof value !== "number" || value <= 0 || value >= 1) return [];
    const meant = Number((value * 100).toPrecision(12));
    return [`${at} was computed as ${value} %. If ${meant} % was meant, send ${meant}.`];
  });
}
