// From the files of a definition set to its tools: read, type, check, make. Pure: it is given texts, not a disk.
import { type CheckedTool, checkedTool, checkSet } from "./checks/all.js";
import { checkExamples } from "./checks/examples.js";
import { checkForms } from "./checks/forms.js";
import { citationShare } from "./checks/shares.js";
import type { DefinitionFile } from "./language/files.js";
import { Report } from "./language/findings.js";
import type { ToolDef } from "./language/model.js";
import { type Common, type ReadSet, readSet } from "./read/set.js";
import type { Schemas, Structure } from "./read/structure.js";
import type { DefinitionSet, Depth, Loaded } from "./set.js";
import { Tool } from "./tool.js";

type Files = ReadonlyMap<string, DefinitionFile>;

export function loadDefinitions(
  files: readonly DefinitionFile[],
  schemas: Schemas,
  tolerated: ReadonlySet<string> = new Set(),
  depth: Depth = "all",
): Loaded {
  const report = new Report(tolerated);
  const byPath: Files = new Map(files.map((file) => [file.path, file]));
  const read = readSet(byPath, schemas, report);
  const typed = read.tools.map((def) => typeAndCheck(def, read, report));
  const sound = typed.filter((tool) => tool !== undefined);
  checkSet({ ...read, broken: read.broken || sound.length < typed.length }, sound, depth === "all", report);
  const listed = inOrder(sound, read.common);
  const evidence = new Map(read.bibliography.map(({ source }) => [source.id, source.evidence]));
  const citations = listed.map(({ plan, numbers }) =>
    citationShare(plan.def, numbers, (source) => evidence.get(source)),
  );
  const set = report.failed ? undefined : make(read, listed, byPath, depth, report);
  return { findings: report.sorted(), citations, set: report.failed ? undefined : set };
}

/** Files that every tool's definition is read with, besides its own. */
const COMMON: readonly string[] = ["common.yaml", "sources.yaml"];

/** A tool of a set that was found to be sound, from the files that make it up. */
export function loadTool(files: Files, paths: readonly string[], schemas: Schemas | Structure): Tool {
  const report = new Report();
  const own: Files = new Map(
    [...COMMON, ...paths].flatMap((path) => {
      const file = files.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }),
  );
  const read = readSet(own, schemas, report);
  const [def] = read.tools;
  const typed = def === undefined ? undefined : typeAndCheck(def, read, report);
  const [wrong] = report.sorted().filter(({ severity }) => severity === "error");
  if (typed === undefined || read.common === undefined || wrong !== undefined)
    throw new Error(
      `A definition of a sound set does not load: ${wrong?.message ?? "nothing is wrong with it"}`,
    );
  return toolOf(typed, read, read.common, files);
}

/** A chain of values and the formulas in it may each be within their limits and together too deep. */
function typeAndCheck(def: ToolDef, { bibliography }: ReadSet, report: Report): CheckedTool | undefined {
  try {
    return checkedTool(def, new Set(bibliography.map(({ source }) => source.id)), report);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.error("size", def.location, "The tool's values nest too deeply.");
    return undefined;
  }
}

function make(
  read: ReadSet,
  listed: readonly CheckedTool[],
  files: Files,
  depth: Depth,
  report: Report,
): DefinitionSet | undefined {
  const { common, bibliography, uses } = read;
  if (common === undefined) return undefined;
  const tools = new Map<string, Tool>();
  const legacy = new Map<string, Tool>();
  for (const typed of listed) {
    const tool = toolOf(typed, read, common, files);
    // Who only checks does not wait for what computes: it is made when somebody first asks for it.
    if (depth === "results") tool.ready();
    (tool.facts.file.startsWith("legacy/") ? legacy : tools).set(tool.name, tool);
    checkForms(tool.plan, tool.functions(), report);
    checkExamples(tool.plan.def, (input) => tool.refusals(input), report);
  }
  const sources = new Map(bibliography.map(({ source }) => [source.id, source]));
  return { edition: common.edition, tools, legacy, sources, uses, files };
}

function toolOf({ plan, roundings }: CheckedTool, read: ReadSet, common: Common, files: Files): Tool {
  return new Tool(plan, {
    disclaimer: common.disclaimer,
    fields: common.fields,
    sources: new Map(read.bibliography.map(({ source }) => [source.id, source])),
    files: plan.def.files.map((file) => [file, files.get(file)?.sha256 ?? ""] as const),
    clauses: clausesIn(plan.def.files, read),
    roundings,
  });
}

/** What these files cite: clauses by the id of their source. */
function clausesIn(files: readonly string[], { uses }: ReadSet): Record<string, readonly string[]> {
  const cited = [...uses].map(([source, places]) => {
    const own = places.filter(({ location }) => files.includes(location.file));
    return [source, [...new Set(own.map(({ clause }) => clause))]] as const;
  });
  return Object.fromEntries(cited.filter(([, clauses]) => clauses.length > 0));
}

/** Tools that the catalogue names in its order, then the others by name. */
function inOrder(tools: readonly CheckedTool[], common: Common | undefined): CheckedTool[] {
  const ranks = new Map((common?.catalogue ?? []).map(({ name }, at) => [name, at]));
  const rank = ({ plan }: CheckedTool) => ranks.get(plan.def.name) ?? ranks.size;
  return [...tools].sort((a, b) => rank(a) - rank(b) || (a.plan.def.name < b.plan.def.name ? -1 : 1));
}
