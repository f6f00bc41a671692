// Prints the share of numbers with a source: one line per tool, or per kind of number. Numbers count under their
// weakest evidence.

import { type CitationShare, EVIDENCE, NUMBER_KINDS, type Share } from "../lint/shares.js";
import { columns } from "./columns.js";

export function citationLines(shares: readonly CitationShare[], detailed: boolean): string {
  const kinds = EVIDENCE.filter((evidence) => shares.some((share) => share.evidence[evidence] !== undefined));
  const cells = (share: Share) => [
    String(share.numbers),
    percent(share.cited, share.numbers),
    ...kinds.map((evidence) => String(share.evidence[evidence] ?? 0)),
  ];
  const lines = shares.flatMap((share) => [
    [share.tool, ...cells(share)],
    ...(detailed
      ? NUMBER_KINDS.filter((kind) => share.kinds[kind].numbers > 0).map((kind) => [
          `  ${kind}`,
          ...cells(share.kinds[kind]),
        ])
      : []),
  ]);
  return columns([["tool", "numbers", "cited", ...kinds], ...lines]);
}

/** Rounds down, so that 100 % means all. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}
