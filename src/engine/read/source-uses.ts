// Where each source of the bibliography is cited.
import type { Location } from "../language/locations.js";
import { locationOf } from "../language/locations.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

/** One place that cites a source, by `cite` or by `at` under the `cite` around it. */
export interface SourceUse {
  readonly source: string;
  readonly clause: string;
  /** Where the clause is surer or less sure than its source. */
  readonly evidence?: string;
  readonly location: Location;
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
    const location = (index: number) =>
      list === undefined ? locationOf(map, "cite") : locationOf(list, index);
    return (list ?? [map.cite]).flatMap((cite, index) => {
      const use = citation(cite, location(index));
      return use === undefined ? [] : [at === undefined ? use : { ...use, clause: at }];
    });
  }
  const [first] = around;
  return at === undefined || first === undefined
    ? []
    : [{ ...first, clause: at, location: locationOf(map, "at") }];
}

function citation(cite: Yaml, location: Location): SourceUse | undefined {
  if (typeof cite === "string") {
    const [source = "", ...clause] = cite.trim().split(/\s+/);
    return { source, clause: clause.join(" "), location };
  }
  if (!isYamlMap(cite) || typeof cite.source !== "string") return undefined;
  const use = { source: cite.source, clause: String(cite.at ?? ""), location };
  return typeof cite.evidence === "string" ? { ...use, evidence: cite.evidence } : use;
}
