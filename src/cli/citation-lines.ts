// The share of numbers that have a source, as a table: one line for each tool, with detail one more for each kind of
// number. Numbers are split by the weakest evidence that they rest on.

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

/** Rounded down: 100 % is said only of all. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}
