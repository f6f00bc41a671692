// Hashes that identify the definitions of a result. Auditors can verify them with sha256sum.

import type { DefinitionIdentity } from "../engine/language/files.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Tool } from "../engine/tool.js";
import { sha256 } from "./folder.js";

export interface Identity {
  /** name@version */
  readonly label: string;
  readonly sha256: string;
}

/** The file with texts common to all results. */
const COMMON = "common.yaml";

/** Returns the hash of the output of `sha256sum` for these files, sorted by path. */
function hashOf(files: Iterable<readonly [path: string, sha256: string]>): string {
  const lines = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, hash]) => `${hash}  ${path}\n`);
  return sha256(lines.join(""));
}

export function setHash(set: RuntimeSet): string {
  return hashOf([...set.files.values()].map((file) => [file.path, file.sha256] as const));
}

/** A result depends on the tool's file, its parts and shared tables, and the common texts. */
export function definitionFiles(set: RuntimeSet, tool: RuntimeTool): [path: string, sha256: string][] {
  const files = new Map(tool.facts.files);
  const common = set.files.get(COMMON);
  if (common !== undefined) files.set(COMMON, common.sha256);
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the identity that `identityOf` gives for the same tool in its set. */
export function wholeIdentity({ context }: Tool): DefinitionIdentity {
  const files = new Map(context.files);
  if (context.common !== "") files.set(COMMON, context.common);
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return { sha256: hashOf(sorted), files: sorted };
}

export function identityOf(set: RuntimeSet, tool: RuntimeTool): Identity {
  const { name, version } = tool.facts;
  return { label: `${name}@${version}`, sha256: hashOf(definitionFiles(set, tool)) };
}
