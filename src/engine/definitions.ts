// A definition set: all files of a folder read, checked together and made ready to serve. Pure: it is given texts, not a disk.

import { type Built, buildTool } from "./build.js";
import { checkBounds } from "./checks/bounds.js";
import { checkConstant } from "./checks/constant.js";
import { checkCover } from "./checks/enum-cover.js";
import { checkForms } from "./checks/forms.js";
import { checkInfluence } from "./checks/influence.js";
import { checkReach } from "./checks/reach.js";
import { type CitationShare, citationShare } from "./checks/shares.js";
import { checkReviews, checkUnusedSources, type SourceUse, sourceUses } from "./checks/sources.js";
import { repeatedNumbers } from "./checks/texts.js";
import { checkUnused } from "./checks/unused.js";
import { type Finding, Report } from "./finding.js";
import { LIMITS } from "./limits.js";
import type { ToolDef } from "./model.js";
import { didYouMean } from "./nearest.js";
import { type Plans, readPlans } from "./read/plans.js";
import { FileReader, type Part, type SharedTable } from "./read/tool.js";
import { reachOf } from "./reason/walk.js";
import { type FileKind, type Schemas, StructureChecker } from "./structure.js";
import { Tool } from "./tool.js";
import { entriesOf, isYamlMap, readYaml, spotOf, spotOfKey, type YamlMap } from "./yaml.js";

export interface DefinitionFile {
  /** Path inside the definitions folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly reference?: string;
  readonly publisher?: string;
  readonly evidence: string;
  readonly date?: string;
  readonly url?: string;
  readonly review_by: string;
  readonly note?: string;
}

export interface DefinitionSet {
  readonly edition: string;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Tools of the older interface, kept apart. */
  readonly legacy: ReadonlyMap<string, Tool>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Where each source is cited, by its id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** What callers may use; undefined for a set that is not meant to be served to strangers. */
  readonly plans: Plans | undefined;
}

export interface Loaded {
  readonly findings: readonly Finding[];
  /** Of each tool that could be read: the numbers that have a source, by how sure it is. */
  readonly citations: readonly CitationShare[];
  /** Undefined when any finding is an error: a broken set is never served. */
  readonly set: DefinitionSet | undefined;
}

/** Checks of upkeep: what they find moves no result, so a set of the past is loaded in spite of it. */
export const UPKEEP: ReadonlySet<string> = new Set([
  "unused",
  "review",
  "uncited",
  "citation",
  "unreachable",
  "constant",
  "influence",
]);

/**
 * How much is checked: all, as `plumbline check` and the tests do, or what results rest on. What the latter leaves out
 * moves no result: rules that nothing reaches, results that never change, inputs without influence.
 */
export type Depth = "all" | "results";

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

/** The plans alone, whatever state the tools are in. */
export function loadPlans(
  file: DefinitionFile,
  schemas: Schemas,
): { findings: readonly Finding[]; plans: Plans | undefined } {
  const report = new Report();
  const map = readYaml(file.path, file.text, report);
  const sound = map !== undefined && checkerFor(schemas).check("plans", map, report);
  const plans = sound ? readPlans(map, report) : undefined;
  return { findings: report.sorted(), plans: report.failed ? undefined : plans };
}

/** Schemas are compiled once, however many sets are loaded. */
const checkers = new WeakMap<Schemas, StructureChecker>();

function checkerFor(schemas: Schemas): StructureChecker {
  const known = checkers.get(schemas) ?? new StructureChecker(schemas);
  checkers.set(schemas, known);
  return known;
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

  load(): DefinitionSet | undefined {
    const common = this.single("common.yaml", "common");
    const bibliography = this.single("sources.yaml", "sources");
    const sources = sourcesOf(bibliography);
    const offers = this.files.has("plans.yaml") ? this.single("plans.yaml", "plans") : undefined;
    const plans = offers === undefined ? undefined : readPlans(offers, this.report);
    const shared = this.tables();
    const reader = new FileReader(this.report, shared);
    const parts = new Map<string, Part>();
    for (const [file, map] of this.folder("parts", "part")) {
      const name = this.named(file, map, "part");
      parts.set(name, reader.part(name, file, map));
    }
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
    const disclaimer = String(common.disclaimer);
    const fields = isYamlMap(common.fields)
      ? Object.fromEntries(entriesOf(common.fields).map(([key, text]) => [key, String(text)]))
      : {};
    const tools = new Map<string, Tool>();
    const legacy = new Map<string, Tool>();
    for (const { def, built: each } of inOrder(built, ranks)) {
      const hashes = def.files.map((file) => [file, this.files.get(file)?.sha256 ?? ""] as const);
      const tool = new Tool(each.plan, {
        disclaimer,
        fields,
        sources,
        files: hashes,
        roundings: each.roundings,
      });
      (def.file.startsWith("legacy/") ? legacy : tools).set(def.name, tool);
    }
    for (const tool of [...tools.values(), ...legacy.values()]) checkForms(tool, this.report);
    return { edition: String(common.edition), tools, legacy, sources, uses, files: this.files, plans };
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

  private single(path: string, kind: "sources" | "common" | "plans"): YamlMap | undefined {
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
