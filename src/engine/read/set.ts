// Reads all files of a definition set: YAML, structure, shared files, then each tool.
import { LIMITS } from "../language/bounds.js";
import { type DefinitionFile, kindOfFile } from "../language/files.js";
import type { Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import type { Memory } from "../language/memory.js";
import type { ToolDef } from "../language/model.js";
import type { Choices } from "../language/words.js";
import { filesBeside, withSections } from "./beside.js";
import { listIn } from "./fields.js";
import { type FileHead, headOf, sharedIn } from "./heads.js";
import type { Part, SharedTable } from "./sections.js";
import {
  type Common,
  commonOf,
  type ListedLicence,
  type ListedSource,
  licencesOf,
  sourcesOf,
} from "./set-facts.js";
import { checkBounds } from "./sizes.js";
import { type SourceUse, sourceUses } from "./source-uses.js";
import { type FileKind, type Schemas, type Structure, StructureChecker } from "./structure.js";
import { FileReader } from "./tool.js";
import { readChoices } from "./words.js";
import { locationOf, readYaml, type YamlMap } from "./yaml.js";

export interface ReadSet {
  /** Undefined if common.yaml is missing or invalid. */
  readonly common: Common | undefined;
  readonly bibliography: readonly ListedSource[];
  /** Undefined if licences.yaml is missing or unreadable. */
  readonly licences: readonly ListedLicence[] | undefined;
  readonly parts: ReadonlyMap<string, Part>;
  readonly shared: ReadonlyMap<string, SharedTable>;
  readonly tools: readonly ToolDef[];
  /** Citations of each source. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
  readonly heads: ReadonlyMap<string, FileHead>;
  /** Whether a file was unreadable, so that its uses are unknown. */
  readonly broken: boolean;
}

export function readSet(
  files: ReadonlyMap<string, DefinitionFile>,
  schemas: Schemas | Structure,
  memory: Memory,
  report: Report,
): ReadSet {
  return new SetReader(files, checkerFor(schemas), memory, report).read();
}

/** Caches compiled schemas for all sets. */
const checkers = new WeakMap<Schemas, StructureChecker>();

function checkerFor(schemas: Schemas | Structure): Structure {
  if (isStructure(schemas)) return schemas;
  const known = checkers.get(schemas) ?? new StructureChecker(schemas);
  checkers.set(schemas, known);
  return known;
}

function isStructure(given: Schemas | Structure): given is Structure {
  return typeof given.check === "function";
}

class SetReader {
  private readonly maps: [file: string, map: YamlMap][] = [];
  /** Names of unreadable definitions. */
  private readonly unread = new Set<string>();

  constructor(
    private readonly all: ReadonlyMap<string, DefinitionFile>,
    private readonly structure: Structure,
    private readonly memory: Memory,
    private readonly report: Report,
  ) {
    if (all.size > LIMITS.files)
      report.error("size", { file: ".", line: 1, column: 1 }, `The set has more than ${LIMITS.files} files.`);
  }

  read(): ReadSet {
    const { memory, report } = this;
    const common = this.single("common.yaml", "common");
    const sources = this.single("sources.yaml", "sources");
    if (sources === undefined && this.all.has("sources.yaml")) this.unread.add("sources");
    const licences = this.all.has("licences.yaml") ? this.single("licences.yaml", "licences") : undefined;
    if (this.all.has("patches.yaml"))
      report.error(
        "file",
        { file: "patches.yaml", line: 1, column: 1 },
        "Patches of shipped files are not read.",
        "put the changed file into this folder, at the path that it ships under",
      );
    const shared = new Map<string, SharedTable>();
    for (const [file, map] of this.files("table")) {
      const name = this.named(file, map, "table");
      const read = (own: Report) =>
        new FileReader(own, new Map(), new Map(), undefined, this.unread).sharedTable(name, file, map);
      shared.set(name, memory.step(file, "table", [map], report, read));
    }
    const parts = new Map<string, Part>();
    for (const [file, map] of this.files("part")) {
      const name = this.named(file, map, "part");
      this.once(locationOf(map, "part"), `The part ${name}`, parts.get(name)?.file);
      const read = (own: Report) =>
        new FileReader(own, shared, new Map(), undefined, this.unread).part(name, file, map);
      const from = [map, this.unreadOf(map), ...tablesOf(map, shared)];
      parts.set(name, memory.step(file, "part", from, report, read));
    }
    const words = memory.step("common.yaml", "words", [JSON.stringify(common?.words)], report, () =>
      readChoices(common?.words),
    );
    const ignored = typeof common?.ignored === "string" ? common.ignored : undefined;
    const tools = this.tools(shared, parts, words, ignored);
    const titled = new Map(
      tools.map(({ file, title, description }) => [file, { title, description }] as const),
    );
    return {
      common: common === undefined ? undefined : commonOf(common),
      bibliography:
        sources === undefined
          ? sourcesOf(this.bibliographyInDoubt())
          : memory.step("sources.yaml", "sources", [sources], report, () => sourcesOf(sources)),
      licences: licences === undefined ? undefined : licencesOf(licences),
      parts,
      shared,
      tools,
      uses: this.uses(),
      heads: new Map(this.maps.map(([file, map]) => [file, { ...headOf(map), ...titled.get(file) }])),
      broken: this.unread.size > 0,
    };
  }

  private tools(
    shared: ReadonlyMap<string, SharedTable>,
    parts: ReadonlyMap<string, Part>,
    words: Choices,
    ignored: string | undefined,
  ): ToolDef[] {
    const seen = new Map<string, string>();
    const beside = new Map(this.files("section"));
    const tools = [...this.files("tool"), ...this.files("legacy")].flatMap(([file, own]) => {
      const name = this.named(file, own, "name");
      const files = filesBeside(file, this.all);
      const sections = files.flatMap((path) => {
        const section = beside.get(path);
        beside.delete(path);
        return section === undefined ? [] : [[path, section] as const];
      });
      const map = this.memory.step(
        file,
        "whole",
        [own, ...sections.map(([, section]) => section)],
        this.report,
        (report) => withSections(own, sections, report),
      );
      this.once(locationOf(map, "name"), `The tool ${name}`, seen.get(name));
      seen.set(name, file);
      const from = [
        map,
        words,
        ignored,
        this.unreadOf(map),
        ...partsOf(map, parts),
        ...tablesOf(map, shared),
      ];
      const read = (report: Report) =>
        new FileReader(report, shared, words, ignored, this.unread).tool([file, ...files], map, parts);
      const isWhole = sections.length === files.length;
      const tool = isWhole ? this.memory.step(file, "tool", from, this.report, read) : undefined;
      if (tool === undefined) this.unread.add(`tool ${name}`);
      return tool ?? [];
    });
    for (const file of beside.keys())
      if (!this.all.has(`${dirOf(file)}.yaml`))
        this.report.error("file", { file, line: 1, column: 1 }, "There is no tool for this file.");
    return tools;
  }

  /** Returns the unreadable parts and tables that a file uses. */
  private unreadOf(map: YamlMap): string {
    const parts = listIn(map, "parts").map((name) => `part ${String(name)}`);
    const shared = sharedIn(map).map((name) => `table ${name}`);
    return [...parts, ...shared].filter((name) => this.unread.has(name)).join();
  }

  /** Returns the apparent ids of an unreadable bibliography, so that citations of them are no errors. */
  private bibliographyInDoubt(): YamlMap {
    const { text = "" } = this.all.get("sources.yaml") ?? {};
    return Object.fromEntries([...text.matchAll(/^(\w+):/gm)].map(([, id = ""]) => [id, {}]));
  }

  private uses(): Map<string, SourceUse[]> {
    const uses = new Map<string, SourceUse[]>();
    for (const [file, map] of this.maps) {
      const found = this.memory.step(file, "uses", [map], this.report, () => sourceUses(map));
      for (const use of found) {
        const known = uses.get(use.source);
        if (known === undefined) uses.set(use.source, [use]);
        else known.push(use);
      }
    }
    return uses;
  }

  private once(location: Location, what: string, before: string | undefined): void {
    if (before !== undefined) this.report.error("name", location, `${what} is also defined in ${before}.`);
  }

  /** Yields valid files of a kind. */
  private *files(kind: "tool" | "legacy" | "section" | "part" | "table"): Generator<[string, YamlMap]> {
    for (const file of [...this.all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      if (kindOfFile(file.path) !== kind || !file.path.endsWith(".yaml")) continue;
      const map = this.sound(kind === "legacy" ? "tool" : kind, file);
      if (map === undefined) this.unread.add(`${kind} ${stemOf(file.path)}`);
      else {
        this.maps.push([file.path, map]);
        yield [file.path, map];
      }
    }
  }

  private single(path: string, kind: "sources" | "licences" | "common"): YamlMap | undefined {
    const file = this.all.get(path);
    if (file === undefined) {
      this.report.error("file", { file: path, line: 1, column: 1 }, "The file is missing.");
      return undefined;
    }
    return this.sound(kind, file);
  }

  private sound(kind: FileKind, { path, text }: DefinitionFile): YamlMap | undefined {
    const { structure } = this;
    return this.memory.step(path, "yaml", [text, structure], this.report, (own) => {
      const map = readYaml(path, text, own);
      if (map === undefined || !checkBounds(map, kind === "table", own)) return undefined;
      return structure.check(kind, map, own) ? map : undefined;
    });
  }

  /** The file name must equal the defined name. */
  private named(file: string, map: YamlMap, key: "name" | "part" | "table"): string {
    const name = String(map[key]);
    const stem = stemOf(file);
    const message = `The file is called ${stem}.yaml and defines ${name}.`;
    if (stem !== name) this.report.error("file", locationOf(map, key), message, "give both one name");
    return name;
  }
}

function dirOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

function stemOf(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/\.yaml$/, "");
}

/** Returns the parts that a tool uses; for missing ones the available names, as a cache key. */
function partsOf(map: YamlMap, parts: ReadonlyMap<string, Part>): unknown[] {
  return listIn(map, "parts").map((name) => parts.get(String(name)) ?? [...parts.keys()].join());
}

/** Returns the same for shared tables. */
function tablesOf(map: YamlMap, shared: ReadonlyMap<string, SharedTable>): unknown[] {
  return sharedIn(map).map((name) => shared.get(name) ?? [...shared.keys()].join());
}
