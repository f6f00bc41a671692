// Loads definition sets of a few tools from texts.

import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import type { Tool } from "../../src/engine/tool.js";
import { type Loaded, loadDefinitions } from "../../src/lint/load.js";

const SCHEMAS = readSchemas();

/** The head of every definition here. */
export const head = (name: string, more = "") => `name: ${name}
title: A tool
description: A tool for a test.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
${more}inputs:
`;

/** Loads a tool from its text after the head, with one source. */
export function toolOf(name: string, definition: string, tolerated?: ReadonlySet<string>): Tool {
  const tool = toolsOf({ [name]: definition }, tolerated).get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

/** Loads several tools of one set, by name. */
export function toolsOf(
  definitions: Readonly<Record<string, string>>,
  tolerated?: ReadonlySet<string>,
): ReadonlyMap<string, Tool> {
  const { set, findings } = loadTools(definitions, tolerated);
  if (set === undefined) throw new Error(findings.map(formatFinding).join("\n"));
  return set.tools;
}

/** The same with the findings. */
export function loadTools(
  definitions: Readonly<Record<string, string>>,
  tolerated: Iterable<string> = [],
): Loaded {
  const texts = {
    "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
    "sources.yaml":
      "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
    ...Object.fromEntries(
      Object.entries(definitions).map(([name, text]) => [`tools/${name}.yaml`, head(name) + text]),
    ),
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: sha256(text) }));
  // Numbers in these formulas have no sources.
  return loadDefinitions(files, SCHEMAS, new Set([...tolerated, "uncited"]));
}
