// Recomputes a stored result with the definition files that produced it, found by their SHA-256.

import { readSchemas, sha256 } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import type { Explanation } from "../engine/explain/explanation.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { type Finding, formatFinding } from "../engine/language/findings.js";
import type { Schemas } from "../engine/read/structure.js";
import type { DefinitionSet } from "../engine/set.js";
import type { Tool } from "../engine/tool.js";
import { isRecord } from "../json/objects.js";
import { loadDefinitions, UPKEEP } from "../lint/load.js";
import { refusalLines } from "../wording/wording.js";
import { type Difference, differences } from "./cases.js";
import { History } from "./history.js";

/** Files of every set that explanations do not name. */
const COMMON = ["common.yaml", "sources.yaml"];
/** Versions of the common files that are tried. */
const MOST_TRIES = 100;

export interface StoredResult {
  readonly explanation: Explanation;
  /** The stored result without fields that the service adds. */
  readonly result: Readonly<Record<string, unknown>>;
}

export interface Found {
  readonly file: DefinitionFile;
  /** The commit with this content; undefined for the working tree. */
  readonly commit?: string;
}

export type Reproduction =
  | { readonly kind: "missing"; readonly files: readonly string[]; readonly searched: string }
  | { readonly kind: "broken"; readonly lines: readonly string[] }
  | {
      readonly kind: "computed";
      readonly found: readonly Found[];
      readonly result: readonly Difference[];
      readonly explanation: readonly Difference[];
    };

export class NotStored extends Error {}

/** Reads a response with its explanation, or an explanation alone. */
export function readStored(value: unknown): StoredResult {
  if (!isRecord(value)) throw new NotStored("it must be one JSON object");
  const inside = value.explanation;
  const explanation = isRecord(inside) ? inside : value;
  const files = explanation.definition_files;
  if (!isRecord(files) || Object.keys(files).length === 0 || !isRecord(explanation.inputs))
    throw new NotStored("it has no explanation; request the result with explain");
  if (typeof explanation.tool !== "string" || !isRecord(explanation.result))
    throw new NotStored("its explanation names no tool or no result");
  if (!Object.values(explanation.inputs).every((input) => isRecord(input) && "value" in input))
    throw new NotStored("its explanation has inputs without a value");
  const { explanation: _explanation, tier: _tier, ...result } = value;
  return {
    explanation: explanation as unknown as Explanation,
    result: isRecord(inside) ? result : explanation.result,
  };
}

export async function reproduce(folder: string, stored: StoredResult): Promise<Reproduction> {
  const history = History.of(folder);
  const present = readFolder(folder);
  const wanted = Object.entries(stored.explanation.definition_files);
  const found = wanted.map(([path, hash]) => find(path, String(hash), present, history));
  const missing = wanted.flatMap(([path, hash], at) => (found[at] === undefined ? [`${hash}  ${path}`] : []));
  if (missing.length > 0) {
    const searched =
      history === undefined ? "the working tree (no git)" : "the working tree and the git history";
    return { kind: "missing", files: missing, searched };
  }
  const known = found.filter((each): each is Found => each !== undefined);
  const named = wanted.map(([path]) => path);
  const schemas = readSchemas();
  let best: Reproduction | undefined;
  for (const common of commons(present, history, named)) {
    const files = [...known.map(({ file }) => file), ...common];
    const attempt = await recompute(files, schemas, known, stored);
    if (weight(attempt) === 0) return attempt;
    if (best === undefined || weight(attempt) < weight(best)) best = attempt;
  }
  return best ?? { kind: "broken", lines: [`The files ${COMMON.join(" and ")} were not found.`] };
}

function find(
  path: string,
  hash: string,
  present: readonly DefinitionFile[],
  history: History | undefined,
): Found | undefined {
  const here = present.find((file) => file.path === path && file.sha256 === hash);
  if (here !== undefined) return { file: here };
  for (const { blob, commit } of history?.versions(path) ?? []) {
    const file = history?.file(path, blob);
    if (file !== undefined && sha256(file.text) === hash) return { file, commit };
  }
  return undefined;
}

/** Yields the current common files, then earlier versions. Files that the result names by hash are fixed. */
function* commons(
  present: readonly DefinitionFile[],
  history: History | undefined,
  named: readonly string[],
): Generator<DefinitionFile[]> {
  const varied = COMMON.filter((path) => !named.includes(path));
  const now = present.filter(({ path }) => varied.includes(path));
  if (now.length === varied.length) yield now;
  if (varied.length === 0) return;
  let tries = 0;
  for (const then of history?.together(varied) ?? []) {
    if (then.length === varied.length && ++tries <= MOST_TRIES) yield then;
  }
}

async function recompute(
  files: readonly DefinitionFile[],
  schemas: Schemas,
  found: readonly Found[],
  stored: StoredResult,
): Promise<Reproduction> {
  const { set, findings } = loadDefinitions(files, schemas, UPKEEP);
  const tool = set === undefined ? undefined : toolOf(set, stored.explanation.tool);
  if (tool === undefined) return { kind: "broken", lines: brokenLines(findings, stored.explanation.tool) };
  const input = Object.fromEntries(
    Object.entries(stored.explanation.inputs).flatMap(([name, { value, from }]) =>
      from === "default" ? [] : [[name, value]],
    ),
  );
  const outcome = tool.run(input);
  const { explanation } = tool.explain(input);
  if (!outcome.ok || explanation === undefined)
    return {
      kind: "broken",
      lines: ["The inputs are refused today:", ...(outcome.ok ? [] : refusalLines(outcome.problems))],
    };
  const result = asJson(outcome.result);
  const { result: own, definition_files: _files, ...steps } = stored.explanation;
  return {
    kind: "computed",
    found,
    result: [
      ...differences("", stored.result, result),
      // A response contains its result twice, and both are compared.
      ...(own === stored.result ? [] : differences("explanation.result", own, result)),
    ],
    // Explanations may gain fields, so only stored fields are compared.
    explanation: differences("explanation", steps, asJson(explanation)).filter(
      ({ path, expected }) => expected !== undefined && path !== "explanation.result",
    ),
  };
}

function brokenLines(findings: readonly Finding[], name: string): string[] {
  const errors = findings.filter(({ severity, check }) => severity === "error" && !UPKEEP.has(check));
  return errors.length === 0 ? [`The files do not define the tool ${name}.`] : errors.map(formatFinding);
}

function toolOf(set: DefinitionSet, name: string): Tool | undefined {
  return set.tools.get(name) ?? set.legacy.get(name);
}

/** Distance from an identical reproduction. Result differences outweigh step differences. */
function weight(reproduction: Reproduction): number {
  if (reproduction.kind !== "computed") return Number.POSITIVE_INFINITY;
  return reproduction.result.length * 1e6 + reproduction.explanation.length;
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
