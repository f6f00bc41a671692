// Loads definition sets for a parent process with time and memory limits: one message in, one message out.

import { readSchemas } from "../../../../src/definitions/folder.js";
import { formatFinding } from "../../../../src/engine/language/findings.js";
import { loadDefinitions } from "../../../../src/lint/load.js";

/** The texts of a set, by path. */
export type Order = Readonly<Record<string, string>>;

export interface Loading {
  /** Findings as `plumbline check` prints them. */
  readonly findings: readonly string[];
  readonly loaded: boolean;
  readonly ms: number;
}

const schemas = readSchemas();

process.on("message", (order: Order) => {
  const files = Object.entries(order).map(([path, text]) => ({ path, text, sha256: "" }));
  const began = performance.now();
  const { findings, set } = loadDefinitions(files, schemas);
  for (const tool of set?.tools.values() ?? []) tool.ready();
  const loading: Loading = {
    findings: findings.map(formatFinding),
    loaded: set !== undefined,
    ms: performance.now() - began,
  };
  process.send?.(loading);
});
