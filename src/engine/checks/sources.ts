// The bibliography: where each source is cited, which source nothing cites, and which one is due for review.
import type { Report, Spot } from "../language/findings.js";
import { isYamlMap, spotOf, spotOfKey, type Yaml, type YamlMap } from "../read/yaml.js";

/** One place that cites a source, by `cite` or by `at` under the `cite` around it. */
export interface SourceUse {
  readonly source: string;
  readonly clause: string;
  /** Where the clause is surer or less sure than its source. */
  readonly evidence?: string;
  readonly spot: Spot;
}

/** Places by the id of the source, in the order in which the files were read. */
export function sourceUses(files: Iterable<YamlMap>): Map<string, SourceUse[]> {
  const uses = new Map<string, SourceUse[]>();
  const seen = new Set<object>();
  const note = (use: SourceUse): void => {
    const known = uses.get(use.source);
    if (known === undefined) uses.set(use.source, [use]);
    else known.push(use);
  };
  const visit = (value: Yaml, around: readonly SourceUse[]): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) visit(item, around);
      return;
    }
    const own = cited(value, around);
    for (const use of own) note(use);
    // An input may have any name, and a citation holds no citations.
    for (const [key, inner] of Object.entries(value))
      if (key !== "inputs" && key !== "cite") visit(inner, own.length > 0 ? own : around);
  };
  for (const file of files) visit(file, []);
  return uses;
}

function cited(map: YamlMap, around: readonly SourceUse[]): SourceUse[] {
  const at = typeof map.at === "string" || typeof map.at === "number" ? String(map.at) : undefined;
  if (map.cite !== undefined && map.cite !== null) {
    const list = Array.isArray(map.cite) ? map.cite : undefined;
    const spot = (index: number) => (list === undefined ? spotOf(map, "cite") : spotOf(list, index));
    return (list ?? [map.cite]).flatMap((cite, index) => {
      const use = citation(cite, spot(index));
      return use === undefined ? [] : [at === undefined ? use : { ...use, clause: at }];
    });
  }
  const [first] = around;
  return at === undefined || first === undefined ? [] : [{ ...first, clause: at, spot: spotOf(map, "at") }];
}

function citation(cite: Yaml, spot: Spot): SourceUse | undefined {
  if (typeof cite === "string") {
    const [source = "", ...clause] = cite.trim().split(/\s+/);
    return { source, clause: clause.join(" "), spot };
  }
  if (!isYamlMap(cite) || typeof cite.source !== "string") return undefined;
  const use = { source: cite.source, clause: String(cite.at ?? ""), spot };
  return typeof cite.evidence === "string" ? { ...use, evidence: cite.evidence } : use;
}

export function checkUnusedSources(
  bibliography: YamlMap,
  uses: ReadonlyMap<string, readonly SourceUse[]>,
  report: Report,
): void {
  for (const id of Object.keys(bibliography)) {
    if (uses.has(id)) continue;
    report.error(
      "unused",
      spotOfKey(bibliography, id),
      `Nothing cites the source ${id}.`,
      "delete it, or cite it",
    );
  }
}

/** A source must have been looked at again before the set claims to be current to a later day. */
export function checkReviews(bibliography: YamlMap, edition: string, report: Report): void {
  for (const [id, source] of Object.entries(bibliography)) {
    if (!isYamlMap(source) || String(source.review_by) >= edition) continue;
    report.error(
      "review",
      spotOf(source, "review_by"),
      `The source ${id} was to be reviewed by ${String(source.review_by)}, before the edition ${edition} of the set.`,
      "look at the source again, then move review_by",
    );
  }
}
