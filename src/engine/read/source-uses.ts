// Finds the citations of each source.

import type { Location } from "../language/locations.js";
import { citationOf } from "./formulas.js";
import { locationOf, type Yaml, type YamlMap } from "./yaml.js";

/** A citation, by `cite`, or by `at` within an enclosing `cite`. */
export interface SourceUse {
  readonly source: string;
  readonly clause: string;
  /** Evidence of the clause, if it differs from the source's. */
  readonly evidence?: string;
  readonly location: Location;
  /** Whether only the clause is given here, and the source further out. */
  readonly isInherited?: true;
}

/** Returns the citations of a file, in order. */
export function sourceUses(file: YamlMap): SourceUse[] {
  const uses: SourceUse[] = [];
  const seen = new Set<object>();
  const visit = (value: Yaml, around: readonly SourceUse[]): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) visit(item, around);
      return;
    }
    const own = cited(value, around);
    uses.push(...own);
    // Inputs may have any name, and citations contain no citations.
    for (const [key, inner] of Object.entries(value))
      if (key !== "inputs" && key !== "cite") visit(inner, own.length > 0 ? own : around);
  };
  visit(file, []);
  return uses;
}

function cited(map: YamlMap, around: readonly SourceUse[]): SourceUse[] {
  const at = typeof map.at === "string" || typeof map.at === "number" ? String(map.at) : undefined;
  if (map.cite !== undefined && map.cite !== null) {
    const list = Array.isArray(map.cite) ? map.cite : undefined;
    return (list ?? [map.cite]).flatMap((raw, index) => {
      const cite = citationOf(raw);
      const location = list === undefined ? locationOf(map, "cite") : locationOf(list, index);
      if (cite === undefined) return [];
      const { source, clause, ...more } = cite;
      return [{ source, clause: at ?? clause, location, ...more }];
    });
  }
  const [first] = around;
  return at === undefined || first === undefined
    ? []
    : [{ ...first, clause: at, location: locationOf(map, "at"), isInherited: true }];
}
