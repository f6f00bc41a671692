// Which definitions gave a result: hashes that an auditor can work out again with sha256sum.

import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { sha256 } from "./folder.js";

export interface Identity {
  /** name@version */
  readonly label: string;
  readonly sha256: string;
}

/** The file with the sentences that every tool's result carries. */
const COMMON = "common.yaml";

/** The hash of what `sha256sum` prints for these files, sorted by path, in the definitions folder. */
function hashOf(files: Iterable<readonly [path: string, sha256: string]>): string {
  const lines = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, hash]) => `${hash}  ${path}\n`);
  return sha256(lines.join(""));
}

export function setHash(set: RuntimeSet): string {
  return hashOf([...set.files.values()].map((file) => [file.path, file.sha256] as const));
}

/** A tool's result depends on its own file, its parts and shared tables, and the common sentences. */
export function definitionFiles(set: RuntimeSet, tool: RuntimeTool): [path: string, sha256: string][] {
  const files = new Map(tool.facts.files);
  const common = set.files.get(COMMON);
  if (common !== undefined) files.set(COMMON, common.sha256);
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function identityOf(set: RuntimeSet, tool: RuntimeTool): Identity {
  const { name, version } = tool.facts;
  return { label: `${name}@${version}`, sha256: hashOf(definitionFiles(set, tool)) };
}
