// Reads, types and checks a set of definitions, for `plumbline check`, the editor and tests.
import { checkedTool } from "../engine/checks/all.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { type Finding, Report } from "../engine/language/findings.js";
import { Memory } from "../engine/language/memory.js";
import type { ToolDef } from "../engine/language/model.js";
import { draftTool, type Lint, loadSet } from "../engine/load.js";
import type { ReadSet } from "../engine/read/set.js";
import type { Schemas, Structure } from "../engine/read/structure.js";
import type { DefinitionSet } from "../engine/set.js";
import type { Tool } from "../engine/tool.js";
import type { TypedDefinition } from "../engine/typing/type-tool.js";
import { around, isShared, type SomeFiles } from "./around.js";
import { toTheirCause } from "./cause.js";
import { checkFigures } from "./figures.js";
import { lintAnswers, lintSet, lintTool } from "./lint.js";
import { toTheirParts } from "./part-names.js";
import { type CitationShare, citationShare, Numbers } from "./shares.js";
import { checkCited } from "./sources.js";
import { checkUnits } from "./units/agreement.js";
import { Units } from "./units/measured.js";

export interface LintedTool extends TypedDefinition {
  /** Numbers that need a source, by citation. */
  readonly numbers: Numbers;
}

export interface Loaded {
  readonly findings: readonly Finding[];
  /** Numbers with a source, by evidence, for each readable tool. */
  readonly citations: readonly CitationShare[];
  /** The readable and typed parts of an incomplete set. */
  readonly read: ReadSet;
  readonly typed: readonly LintedTool[];
  /** Undefined if there are errors. */
  readonly set: DefinitionSet | undefined;
}

/** Checks that do not affect results, and so do not prevent loading earlier sets. */
export const UPKEEP: ReadonlySet<string> = new Set([
  "unused",
  "review",
  "licence",
  "uncited",
  "citation",
  "unreachable",
]);

/**
 * Extent of the checks: all, those that results depend on, or some files. "results" omits unreachable rules and
 * constant results.
 */
export type Depth = "all" | "results" | SomeFiles;

/** Checks that depend on other tools. */
const BY_ALL: ReadonlySet<string> = new Set(["unused", "unreachable", "unasked"]);

/** With a cache, only parts that depend on changed files are read, checked and compiled again. */
export function loadDefinitions(
  files: readonly DefinitionFile[],
  schemas: Schemas,
  tolerated: ReadonlySet<string> = new Set(),
  depth: Depth = "all",
  memory: Memory = new Memory(),
): Loaded {
  const byPath: ReadonlyMap<string, DefinitionFile> = new Map(files.map((file) => [file.path, file]));
  const some = typeof depth === "string" ? undefined : depth;
  const given = some === undefined ? byPath : new Map([...byPath].filter(([path]) => some.read.has(path)));
  const mayBeUsed = (file: string) => some !== undefined && !some.named.has(file) && isShared(file);
  // An extending set may leave parts of the shipped set unused.
  const report = new Report(
    tolerated,
    (check, { file, line }) =>
      (UPKEEP.has(check) && line > (byPath.get(file)?.ownLines ?? line)) ||
      (BY_ALL.has(check) && mayBeUsed(file)),
  );
  const lint: Lint<LintedTool> = some?.forNames
    ? { tool: unlinted, set: () => {} }
    : { tool: linted, set: (read, tools) => lintSet(read, tools, depth !== "results", memory, report) };
  const { read, typed, set } = loadSet(given, schemas, lint, memory, report);
  if (some?.forNames) return { findings: report.sorted(), citations: [], read, typed, set };
  if (set !== undefined) lintAnswers(set, memory, report);
  const evidence = new Map(read.bibliography.map(({ source }) => [source.id, source.evidence]));
  const citations = typed.map(({ plan, numbers }) =>
    memory.step(plan.def.file, "citations", [plan, read.bibliography], report, () =>
      citationShare(plan.def, numbers, (source) => evidence.get(source)),
    ),
  );
  toTheirParts(report, read.parts.values(), byPath);
  toTheirCause(report, byPath);
  return { findings: report.sorted(), citations, read, typed, set: report.failed ? undefined : set };
}

/** Findings about names that other files may define. */
const ELSEWHERE: ReadonlySet<string> = new Set(["symbol", "part", "table", "name", "promise"]);

/**
 * Checks named files with their dependencies. Checks the whole set if none are named, if all tools are affected, or
 * if a name is missing.
 */
export function loadAround(
  files: readonly DefinitionFile[],
  schemas: Schemas,
  named: readonly string[],
): Loaded & { readonly isWhole: boolean } {
  const memory = new Memory();
  const load = (depth: Depth) => loadDefinitions(files, schemas, undefined, depth, memory);
  const some = named.length === 0 ? undefined : around(named, files);
  if (some === undefined) return { ...load("all"), isWhole: true };
  const loaded = load(some);
  const isUnknown = loaded.findings.some(
    ({ check, severity, typo }) => severity === "error" && typo === undefined && ELSEWHERE.has(check),
  );
  return { ...(isUnknown ? load("all") : loaded), isWhole: false };
}

/** Checks a single tool while it is edited. Returns the tool if it has no errors. */
export function loadDraft(
  files: ReadonlyMap<string, DefinitionFile>,
  schemas: Schemas | Structure,
  memory: Memory = new Memory(),
): { readonly findings: readonly Finding[]; readonly tool: Tool | undefined } {
  return draftTool(files, schemas, linted, memory);
}

/** Minimal checks for a tool that is only computed, such as one of an earlier commit. */
export function lintedToCompute(typed: TypedDefinition, _read: unknown, report: Report): TypedDefinition {
  checkUnits(new Units(typed.plan), report);
  checkFigures(typed.plan, report);
  return typed;
}

/** Types and checks one tool without the rest of its set. */
export function lintedTool(def: ToolDef, report: Report): LintedTool {
  const typed = checkedTool(def, report);
  return { ...typed, numbers: lintTool(typed, report) };
}

function unlinted(typed: TypedDefinition): LintedTool {
  return { ...typed, numbers: new Numbers() };
}

function linted(typed: TypedDefinition, read: ReadSet, report: Report): LintedTool {
  checkCited(typed.plan.def, read, report);
  return { ...typed, numbers: lintTool(typed, report) };
}
