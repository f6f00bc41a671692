// A definition set of one tool, from its text.
import { formatFinding } from "../src/engine/finding.js";
import { loadDefinitions } from "../src/engine/loader.js";
import type { Tool } from "../src/engine/tool.js";
import { readSchemas, sha256 } from "../src/folder.js";

/** The tool of that name; its sources are one handbook. */
export function toolOf(name: string, definition: string): Tool {
  const texts = {
    "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
    "sources.yaml": "handbook: {title: Handbook, evidence: standard, review_by: 2027-11-01}\n",
    [`tools/${name}.yaml`]: definition,
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: sha256(text) }));
  const { set, findings } = loadDefinitions(files, readSchemas());
  const tool = set?.tools.get(name);
  if (tool === undefined) throw new Error(findings.map(formatFinding).join("\n"));
  return tool;
}
