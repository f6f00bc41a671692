// Loads tools from definition files: read, type, check, compile. Takes texts and does not access the disk.

import { checkedTool } from "./checks/all.js";
import type { Check } from "./checks/check.js";
import type { DefinitionFile } from "./language/files.js";
import { type Finding, formatFinding, Report } from "./language/findings.js";
import { Memory } from "./language/memory.js";
import type { ToolDef } from "./language/model.js";
import { type ReadSet, readSet } from "./read/set.js";
import type { Common } from "./read/set-facts.js";
import type { Schemas, Structure } from "./read/structure.js";
import type { DefinitionSet } from "./set.js";
import { Tool } from "./tool.js";
import type { TypedDefinition } from "./typing/type-tool.js";

export const OVERRIDE: Check = {
  code: "override",
  isRemark: true,
  refuses: "a file that replaces one of the set that is extended",
  example: "This file replaces the shipped one.",
};

type Files = ReadonlyMap<string, DefinitionFile>;

type LintTool<T> = (typed: TypedDefinition, read: ReadSet, report: Report) => T;

/** The checks of src/lint. */
export interface Lint<T extends TypedDefinition> {
  readonly tool: LintTool<T>;
  set(read: ReadSet, tools: readonly T[], report: Report): void;
}

/** With a cache, only steps that depend on changed files run again. */
export function loadSet<T extends TypedDefinition>(
  files: Files,
  schemas: Schemas,
  lint: Lint<T>,
  memory: Memory,
  report: Report,
): { readonly read: ReadSet; readonly typed: readonly T[]; readonly set: DefinitionSet | undefined } {
  for (const { path, isInstead } of files.values())
    if (isInstead) report.found(OVERRIDE, { file: path, line: 1, column: 1 }, OVERRIDE.example);
  memory.only(files);
  const read = readSet(files, schemas, memory, report);
  const typed = read.tools.map((def) => typeAndCheck(def, read, lint.tool, memory, report));
  const sound = typed.filter((tool) => tool !== undefined);
  const broken = read.broken || sound.length < typed.length;
  lint.set({ ...read, broken }, sound, report);
  const listed = inOrder(sound, read.common);
  const set = report.failed ? undefined : make(read, listed, files, memory, report);
  return { read, typed: listed, set };
}

/** Files that every tool needs. */
const TEXTS = "common.yaml";
const COMMON: readonly string[] = [TEXTS, "sources.yaml"];

/** Loads a tool of a valid set from its files; by default without lint. */
export function loadTool(
  files: Files,
  paths: readonly string[],
  schemas: Schemas | Structure,
  lint: LintTool<TypedDefinition> = (typed) => typed,
): Tool {
  const own: Files = new Map(
    [...COMMON, ...paths].flatMap((path) => {
      const file = files.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }),
  );
  const { findings, tool } = draftTool(own, schemas, lint);
  if (tool !== undefined) return tool;
  const wrong = findings.find(({ severity }) => severity === "error")?.message ?? "nothing is wrong with it";
  throw new Error(`A definition of a sound set does not load: ${wrong}`);
}

/** Loads a tool from its files. Returns findings, and the tool if there are no errors. */
export function draftTool<T extends TypedDefinition>(
  files: Files,
  schemas: Schemas | Structure,
  lint: LintTool<T>,
  memory: Memory = new Memory(),
): { readonly findings: readonly Finding[]; readonly tool: Tool | undefined } {
  const report = new Report();
  const read = readSet(files, schemas, memory, report);
  const [def] = read.tools;
  const typed = def === undefined ? undefined : typeAndCheck(def, read, lint, memory, report);
  const { common } = read;
  const isSound = typed !== undefined && common !== undefined && !report.failed;
  return { findings: report.sorted(), tool: isSound ? toolOf(typed, read, common, files) : undefined };
}

function typeAndCheck<T extends TypedDefinition>(
  def: ToolDef,
  read: ReadSet,
  lint: LintTool<T>,
  memory: Memory,
  report: Report,
): T | undefined {
  const ids = read.bibliography.map(({ source }) => source.id);
  // Unreadable parts must not cause further findings.
  const before = report.findings.filter(({ location }) => def.files.includes(location.file));
  const from = [def, lint, ids.join(), before.map(formatFinding).join("\n")];
  return memory.step(def.file, "plan", from, report, (own) => {
    for (const finding of before) own.take(finding);
    try {
      return lint(checkedTool(def, own), read, own);
    } catch (error) {
      // A chain of values and its formulas may each be within limits, and together exceed the stack.
      if (!(error instanceof RangeError)) throw error;
      own.error("size", def.location, "The tool's values nest too deeply.");
      return undefined;
    }
  });
}

function make(
  read: ReadSet,
  listed: readonly TypedDefinition[],
  files: Files,
  memory: Memory,
  report: Report,
): DefinitionSet | undefined {
  const { common, bibliography, uses, heads } = read;
  if (common === undefined) return undefined;
  const tools = new Map<string, Tool>();
  const legacy = new Map<string, Tool>();
  const around = [common.disclaimer, JSON.stringify(common.fields), bibliography];
  for (const typed of listed) {
    const { plan } = typed;
    const { file, files: paths } = plan.def;
    const hashes = [TEXTS, ...paths].map((path) => files.get(path)?.sha256).join();
    const tool = memory.step(file, "made", [plan, hashes, ...around], report, () =>
      toolOf(typed, read, common, files),
    );
    (file.startsWith("legacy/") ? legacy : tools).set(tool.name, tool);
  }
  const sources = new Map(bibliography.map(({ source }) => [source.id, source]));
  const licences = new Map((read.licences ?? []).map(({ licence }) => [licence.id, licence]));
  return { edition: common.edition, tools, legacy, sources, licences, uses, heads, files };
}

function toolOf({ plan, roundings }: TypedDefinition, read: ReadSet, common: Common, files: Files): Tool {
  return new Tool(plan, {
    disclaimer: common.disclaimer,
    fields: common.fields,
    sources: new Map(read.bibliography.map(({ source }) => [source.id, source])),
    files: plan.def.files.map((file) => [file, files.get(file)?.sha256 ?? ""] as const),
    common: files.get(TEXTS)?.sha256 ?? "",
    clauses: clausesIn(plan.def.files, read),
    roundings,
  });
}

/** Returns the clauses that these files cite, by source. */
function clausesIn(files: readonly string[], { uses }: ReadSet): Record<string, readonly string[]> {
  const cited = [...uses].map(([source, places]) => {
    const own = places.filter(({ location }) => files.includes(location.file));
    return [source, [...new Set(own.map(({ clause }) => clause))]] as const;
  });
  return Object.fromEntries(cited.filter(([, clauses]) => clauses.length > 0));
}

/** Returns tools in catalogue order, then by name. */
function inOrder<T extends TypedDefinition>(tools: readonly T[], common: Common | undefined): T[] {
  const ranks = new Map((common?.catalogue ?? []).map(({ name }, at) => [name, at]));
  const rank = ({ plan }: TypedDefinition) => ranks.get(plan.def.name) ?? ranks.size;
  return [...tools].sort((a, b) => rank(a) - rank(b) || (a.plan.def.name < b.plan.def.name ? -1 : 1));
}
