// Reads the files of a definition set, checks them together and makes their tools. Pure: it is given texts, not a disk.

import { checkConstant } from "./checks/constant.js";
import { checkCover } from "./checks/enum-cover.js";
import { checkExamples } from "./checks/examples.js";
import { checkForms } from "./checks/forms.js";
import { checkInfluence } from "./checks/influence.js";
import { checkReach } from "./checks/reach.js";
import { type CitationShare, citationShare } from "./checks/shares.js";
import { checkReviews, checkUnusedSources, sourceUses } from "./checks/sources.js";
import { repeatedNumbers } from "./checks/texts.js";
import { checkUnused } from "./checks/unused.js";
import { LIMITS } from "./language/bounds.js";
import { Report } from "./language/findings.js";
import type { ToolDef } from "./language/model.js";
import { didYouMean } from "./language/nearest.js";
import { checkBounds } from "./read/sizes.js";
import { type FileKind, type Schemas, StructureChecker } from "./read/structure.js";
import { FileReader, type Part, type SharedTable } from "./read/tool.js";
import { entriesOf, isYamlMap, readYaml, spotOf, spotOfKey, type YamlMap } from "./read/yaml.js";
import { reachOf } from "./checks/reason/walk.js";
import type { DefinitionFile, DefinitionSet, Depth, Loaded, Source } from "./set.js";
import { Tool } from "./tool.js";
import { type Built, buildTool } from "./typing/type-tool.js";

export function loadDefinitions(
  files: readonly DefinitionFile[],
  schemas: Schemas,
  tolerated: ReadonlySet<string> = new Set(),
  depth: Depth = "all",
): Loaded {
  const report = new Report(tolerated);
  const loader = new Loader(files, schemas, report, depth);
  const set = loader.load();
  return { findings: report.sorted(), citations: loader.citations, set: report.failed ? undefined : set };
}

/** Files that every tool's definition is read with, besides its own. */
const COMMON: readonly string[] = ["common.yaml", "sources.yaml"];

/** A tool of a set that was found to be sound, from the files that make it up. */
export function loadTool(
  files: ReadonlyMap<string, DefinitionFile>,
  paths: readonly string[],
  schemas: Schemas,
): Tool {
  const report = new Report();
  const own = [...COMMON, ...paths].flatMap((path) => files.get(path) ?? []);
  const tool = new Loader(own, schemas, report, "results").loadOne();
  const [wrong] = report.sorted().filter(({ severity }) => severity === "error");
  if (tool === undefined || wrong !== undefined)
    throw new Error(
      `A definition of a sound set does not load: ${wrong?.message ?? "nothing is wrong with it"}`,
    );
  return tool;
}

/** Schemas are compiled once, however many sets are loaded. */
const checkers = new WeakMap<Schemas, StructureChecker>();

function checkerFor(schemas: Schemas): StructureChecker {
  const known = checkers.get(schemas) ?? new StructureChecker(schemas);
  checkers.set(schemas, known);
  return known;
}

interface Common {
  readonly common: YamlMap | undefined;
  readonly bibliography: YamlMap | undefined;
  readonly sources: ReadonlyMap<string, Source>;
  readonly shared: ReadonlyMap<string, SharedTable>;
  readonly parts: ReadonlyMap<string, Part>;
  readonly reader: FileReader;
}

class Loader {
  private readonly structure: StructureChecker;
  private readonly files: ReadonlyMap<string, DefinitionFile>;
  private readonly maps: YamlMap[] = [];
  citations: CitationShare[] = [];
  private broken = false;

  constructor(
    files: readonly DefinitionFile[],
    schemas: Schemas,
    private readonly report: Report,
    private readonly depth: Depth,
  ) {
    this.structure = checkerFor(schemas);
    this.files = new Map(files.map((file) => [file.path, file]));
    if (files.length > LIMITS.files) {
      report.error("size", { file: ".", line: 1, column: 1 }, `The set has more than ${LIMITS.files} files.`);
    }
  }

  /** What all tools of the set take from. */
  private common(): Common {
    const common = this.single("common.yaml", "common");
    const bibliography = this.single("sources.yaml", "sources");
    const shared = this.tables();
    const reader = new FileReader(this.report, shared);
    const parts = new Map<string, Part>();
    for (const [file, map] of this.folder("parts", "part")) {
      const name = this.named(file, map, "part");
      parts.set(name, reader.part(name, file, map));
    }
    return { common, bibliography, sources: sourcesOf(bibliography), shared, parts, reader };
  }

  /** The only tool of files that are part of a sound set. */
  loadOne(): Tool | undefined {
    const { common, sources, reader, parts } = this.common();
    const [first] = [...this.folder("tools", "tool"), ...this.folder("legacy", "tool")];
    if (first === undefined || common === undefined) return undefined;
    const def = reader.tool(...first, parts);
    const built = this.build(def, new Set(sources.keys()));
    return built === undefined ? undefined : this.tool(def, built, common, sources);
  }

  private tool(def: ToolDef, built: Built, common: YamlMap, sources: ReadonlyMap<string, Source>): Tool {
    const fields = isYamlMap(common.fields)
      ? Object.fromEntries(entriesOf(common.fields).map(([key, text]) => [key, String(text)]))
      : {};
    return new Tool(built.plan, {
      disclaimer: String(common.disclaimer),
      fields,
      sources,
      files: def.files.map((file) => [file, this.files.get(file)?.sha256 ?? ""] as const),
      roundings: built.roundings,
    });
  }

  load(): DefinitionSet | undefined {
    const { common, bibliography, sources, shared, parts, reader } = this.common();
    const built: { def: ToolDef; built: Built }[] = [];
    const seen = new Map<string, string>();
    for (const [file, map] of [...this.folder("tools", "tool"), ...this.folder("legacy", "tool")]) {
      const name = this.named(file, map, "name");
      if (seen.has(name))
        this.report.error(
          "name",
          spotOf(map, "name"),
          `The tool ${name} is also defined in ${seen.get(name)}.`,
        );
      seen.set(name, file);
      const def = reader.tool(file, map, parts);
      const tool = this.build(def, new Set(sources.keys()));
      if (tool === undefined) continue;
      built.push({ def, built: tool });
      repeatedNumbers(def, this.report);
    }
    // What a broken file or formula, or what is beyond a limit, would have used is not known.
    const unreadable = this.report.findings.some(({ check }) =>
      ["formula", "symbol", "name", "text", "size"].includes(check),
    );
    if (!this.broken && !unreadable)
      checkUnused(
        built.map((each) => each.def),
        parts,
        shared,
        new Set(built.flatMap((each) => [...each.built.used])),
        this.report,
      );
    const uses = sourceUses(this.maps);
    if (bibliography !== undefined) {
      if (common !== undefined) checkReviews(bibliography, String(common.edition), this.report);
      // A citation that names no source may have meant one of those that nothing cites.
      if (!this.broken && !this.report.findings.some(({ check }) => check === "citation"))
        checkUnusedSources(bibliography, uses, this.report);
    }
    for (const { def } of built) this.succeeded(def, seen);
    this.complete(built);
    const ranks = common === undefined ? new Map<string, number>() : this.catalogue(common, seen);
    this.citations = inOrder(built, ranks).map((each) =>
      citationShare(each.def, each.built.numbers, (source) => sources.get(source)?.evidence),
    );
    if (common === undefined || this.report.failed) return undefined;
    const tools = new Map<string, Tool>();
    const legacy = new Map<string, Tool>();
    for (const { def, built: each } of inOrder(built, ranks)) {
      const tool = this.tool(def, each, common, sources);
      // Who only checks does not wait for what computes: it is made when somebody first asks for it.
      if (this.depth === "results") tool.ready();
      (def.file.startsWith("legacy/") ? legacy : tools).set(def.name, tool);
    }
    for (const tool of [...tools.values(), ...legacy.values()]) {
      checkForms(tool, this.report);
      checkExamples(tool, this.report);
    }
    return { edition: String(common.edition), tools, legacy, sources, uses, files: this.files };
  }

  /** Who is sent on must arrive. */
  private succeeded({ successor, holder }: ToolDef, tools: ReadonlyMap<string, string>): void {
    const known = [...tools].flatMap(([name, file]) => (file.startsWith("tools/") ? [name] : []));
    if (successor === undefined || this.broken || known.includes(successor)) return;
    const message = `The successor ${successor} is not a tool of the set.`;
    this.report.error("name", spotOf(holder, "successor"), message, didYouMean(successor, known));
  }

  /** What no input reaches and what none moves; only of a set that is sound, whose every name and type is known. */
  private complete(all: readonly { readonly def: ToolDef; readonly built: Built }[]): void {
    if (this.broken || this.report.findings.some(({ severity }) => severity === "error")) return;
    // Without an `otherwise` a result could be missing: that is proved whoever loads.
    const open = ({ built: { plan } }: { readonly built: Built }) =>
      plan.slots.some(({ def }) => def.kind === "decide" && def.otherwise === undefined);
    const built = this.depth === "all" ? all : all.filter(open);
    const reached = built.map(({ def, built: { plan } }) => ({ def, reach: reachOf(plan) }));
    reached.forEach(({ reach }, at) => {
      checkCover(reach, built[at]?.built.plan.slots ?? [], this.report);
    });
    // What a decision leaves open would be taken for null below.
    if (this.depth === "results") return;
    if (this.report.findings.some(({ check }) => check === "otherwise")) return;
    reached.forEach(({ def, reach }, at) => {
      const each = built[at]?.built;
      if (each === undefined) return;
      checkInfluence(def, each.formulas, reach, this.report);
      if (reach !== undefined) checkConstant(each.plan.results, reach, this.report);
    });
    const used = new Set(built.flatMap((each) => [...each.built.used]));
    checkReach(reached, used, this.report);
  }

  /** Places of the tools that the catalogue names. */
  private catalogue(common: YamlMap, tools: ReadonlyMap<string, string>): Map<string, number> {
    const listed = common.catalogue;
    if (!Array.isArray(listed)) return new Map();
    listed.forEach((name, at) => {
      if (this.broken || tools.has(String(name))) return;
      const message = `The catalogue names ${String(name)}, which is not a tool.`;
      this.report.remark("name", spotOf(listed, at), message, didYouMean(String(name), tools.keys()));
    });
    return new Map(listed.map((name, at) => [String(name), at]));
  }

  /** A chain of values and the formulas in it may each be within their limits and together too deep. */
  private build(def: ToolDef, sources: ReadonlySet<string>): Built | undefined {
    try {
      return buildTool(def, sources, this.report);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.broken = true;
      this.report.error("size", def.spot, "The tool's values nest too deeply.");
      return undefined;
    }
  }

  /** Files of a folder that read well and have the right structure. */
  private *folder(folder: string, kind: "tool" | "part" | "table"): Generator<[string, YamlMap]> {
    for (const file of [...this.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      if (!file.path.startsWith(`${folder}/`) || !file.path.endsWith(".yaml")) continue;
      const map = readYaml(file.path, file.text, this.report);
      if (map !== undefined && this.sound(kind, map)) {
        this.maps.push(map);
        yield [file.path, map];
      } else this.broken = true;
    }
  }

  private single(path: string, kind: "sources" | "common"): YamlMap | undefined {
    const file = this.files.get(path);
    if (file === undefined) {
      this.report.error("file", { file: path, line: 1, column: 1 }, "The file is missing.");
      return undefined;
    }
    const map = readYaml(path, file.text, this.report);
    return map !== undefined && this.sound(kind, map) ? map : undefined;
  }

  private sound(kind: FileKind, map: YamlMap): boolean {
    return checkBounds(map, kind === "table", this.report) && this.structure.check(kind, map, this.report);
  }

  private tables(): Map<string, SharedTable> {
    const shared = new Map<string, SharedTable>();
    for (const [file, map] of this.folder("tables", "table")) {
      const name = this.named(file, map, "table");
      shared.set(name, { name, file, map, spot: spotOfKey(map, "table") });
    }
    return shared;
  }

  /** A file is called after what it defines. */
  private named(file: string, map: YamlMap, key: "name" | "part" | "table"): string {
    const name = String(map[key]);
    const stem = (file.split("/").at(-1) ?? "").replace(/\.yaml$/, "");
    if (stem !== name) {
      this.report.error(
        "file",
        spotOf(map, key),
        `The file is called ${stem}.yaml and defines ${name}.`,
        "give both one name",
      );
    }
    return name;
  }
}

function sourcesOf(bibliography: YamlMap | undefined): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const [id, raw] of bibliography === undefined ? [] : entriesOf(bibliography))
    if (isYamlMap(raw)) sources.set(id, { ...(raw as object), id } as Source);
  return sources;
}

/** Tools that the catalogue names in its order, then the others by name. */
function inOrder<T extends { readonly def: ToolDef }>(
  tools: readonly T[],
  ranks: ReadonlyMap<string, number>,
): T[] {
  const rank = ({ def }: T) => ranks.get(def.name) ?? ranks.size;
  return [...tools].sort((a, b) => rank(a) - rank(b) || (a.def.name < b.def.name ? -1 : 1));
}
