// Counts the numbers of a tool by kind and by evidence.
import type { Citation } from "../engine/language/model.js";

/** Where a number occurs: table cell, constant, formula or text, condition, or outcome of a rule. */
export const NUMBER_KINDS = ["cells", "constants", "formulas", "conditions", "given"] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Strongest evidence first. */
export const EVIDENCE = [
  "law",
  "guidance",
  "standard",
  "published",
  "rule_of_thumb",
  "judgement",
  "policy",
  "unverified",
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Numbers of one tool, by citation. */
export class Numbers {
  private readonly byCites = new Map<readonly Citation[], Map<NumberKind, number>>();

  add(kind: NumberKind, many: number, cites: readonly Citation[]): void {
    let kinds = this.byCites.get(cites);
    if (kinds === undefined) {
      kinds = new Map();
      this.byCites.set(cites, kinds);
    }
    kinds.set(kind, (kinds.get(kind) ?? 0) + many);
  }

  *[Symbol.iterator](): Generator<[readonly Citation[], NumberKind, number]> {
    for (const [cites, kinds] of this.byCites) for (const [kind, many] of kinds) yield [cites, kind, many];
  }
}

export interface Share {
  readonly numbers: number;
  readonly cited: number;
  /** Numbers by their weakest evidence. */
  readonly evidence: Readonly<Partial<Record<Evidence, number>>>;
}

export interface CitationShare extends Share {
  readonly tool: string;
  readonly file: string;
  /** All files of the tool. */
  readonly files: readonly string[];
  readonly kinds: Readonly<Record<NumberKind, Share>>;
}

export function citationShare(
  tool: { readonly name: string; readonly file: string; readonly files: readonly string[] },
  numbers: Numbers,
  evidenceOf: (source: string) => string | undefined,
): CitationShare {
  const empty = () => ({ numbers: 0, cited: 0, evidence: {} as Partial<Record<Evidence, number>> });
  const total = empty();
  const kinds = Object.fromEntries(NUMBER_KINDS.map((kind) => [kind, empty()])) as Record<
    NumberKind,
    ReturnType<typeof empty>
  >;
  for (const [cites, kind, many] of numbers) {
    const weakest = weakestOf(cites, evidenceOf);
    for (const share of [total, kinds[kind]]) {
      share.numbers += many;
      if (cites.length > 0) share.cited += many;
      if (weakest !== undefined) share.evidence[weakest] = (share.evidence[weakest] ?? 0) + many;
    }
  }
  return { tool: tool.name, file: tool.file, files: tool.files, ...total, kinds };
}

/** Returns the weakest evidence of the citations. */
export function weakestOf(
  cites: readonly Citation[],
  evidenceOf: (source: string) => string | undefined,
): Evidence | undefined {
  const ranks = cites.map((cite) =>
    EVIDENCE.indexOf((cite.evidence ?? evidenceOf(cite.source) ?? "unverified") as Evidence),
  );
  return ranks.length === 0 ? undefined : EVIDENCE[Math.max(...ranks)];
}
