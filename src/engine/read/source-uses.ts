// Where each source of the bibliography is cited.

import type { Location } from "../language/locations.js";
import { citationOf } from "./formulas.js";
import { locationOf, type Yaml, type YamlMap } from "./yaml.js";

/** One place that cites a source, by `cite` or by `at` under the `cite` around it. */
export interface SourceUse {
  readonly source: string;
  readonly clause: string;
  /** Where the clause is surer or less sure than its source. */
  readonly evidence?: string;
  readonly location: Location;
  /** Whether the source is named around this place, and here its clause alone. */
  readonly isInherited?: true;
}

/** The places of one file, in its order. */
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
    // An input may have any name, and a citation holds no citations.
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
