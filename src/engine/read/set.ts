// Reads all files of a definition set: YAML, structure, what all tools share, then each tool as a model.
import { LIMITS } from "../language/bounds.js";
import { type DefinitionFile, kindOfFile, type Source } from "../language/files.js";
import type { Report } from "../language/findings.js";
import { type Location, locationOf, locationOfKey } from "../language/locations.js";
import type { ToolDef } from "../language/model.js";
import { checkBounds } from "./sizes.js";
import { type SourceUse, sourceUses } from "./source-uses.js";
import { type FileKind, type Schemas, StructureChecker } from "./structure.js";
import { FileReader, type Part, type SharedTable } from "./tool.js";
import { readChoices } from "./words.js";
import { entriesOf, isYamlMap, readYaml, type YamlMap } from "./yaml.js";

/** What all tools take from common.yaml. */
export interface Common {
  readonly edition: string;
  readonly editionLocation: Location;
  readonly disclaimer: string;
  /** Descriptions of the common fields of results. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether it gives words titles: the set is written for people. */
  readonly statesWords: boolean;
  /** The tools in the order in which they are listed. */
  readonly catalogue: readonly { readonly name: string; readonly location: Location }[];
}

/** A source of the bibliography, and where it stands. */
export interface ListedSource {
  readonly source: Source;
  readonly location: Location;
  readonly reviewLocation: Location;
}

export interface ReadSet {
  /** Undefined where common.yaml is missing or wrong. */
  readonly common: Common | undefined;
  readonly bibliography: readonly ListedSource[];
  readonly parts: ReadonlyMap<string, Part>;
  readonly shared: ReadonlyMap<string, SharedTable>;
  readonly tools: readonly ToolDef[];
  /** Where each source is cited, by its id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
  /** Whether a file could not be read: what it would have used is not known. */
  readonly broken: boolean;
}

export function readSet(
  files: ReadonlyMap<string, DefinitionFile>,
  schemas: Schemas,
  report: Report,
): ReadSet {
  return new SetReader(files, checkerFor(schemas), report).read();
}

/** Schemas are compiled once, however many sets are loaded. */
const checkers = new WeakMap<Schemas, StructureChecker>();

function checkerFor(schemas: Schemas): StructureChecker {
  const known = checkers.get(schemas) ?? new StructureChecker(schemas);
  checkers.set(schemas, known);
  return known;
}

class SetReader {
  private readonly maps: YamlMap[] = [];
  /** Files that could not be read, by what they would have defined. */
  private readonly unread = new Set<string>();

  constructor(
    private readonly all: ReadonlyMap<string, DefinitionFile>,
    private readonly structure: StructureChecker,
    private readonly report: Report,
  ) {
    if (all.size > LIMITS.files)
      report.error("size", { file: ".", line: 1, column: 1 }, `The set has more than ${LIMITS.files} files.`);
  }

  read(): ReadSet {
    const common = this.single("common.yaml", "common");
    const sources = this.single("sources.yaml", "sources");
    const listed = sources ?? this.bibliographyInDoubt();
    const shared = new Map<string, SharedTable>();
    for (const [file, map] of this.files("table")) {
      const name = this.named(file, map, "table");
      shared.set(name, { name, file, map, location: locationOfKey(map, "table") });
    }
    const reader = new FileReader(this.report, shared, readChoices(common?.words), this.unread);
    const parts = new Map<string, Part>();
    for (const [file, map] of this.files("part")) {
      const name = this.named(file, map, "part");
      this.once(locationOf(map, "part"), `The part ${name}`, parts.get(name)?.file);
      parts.set(name, reader.part(name, file, map));
    }
    const tools = this.tools(reader, parts);
    return {
      common: common === undefined ? undefined : commonOf(common),
      bibliography: sourcesOf(listed),
      parts,
      shared,
      tools,
      uses: sourceUses(this.maps),
      broken: this.unread.size > 0,
    };
  }

  private tools(reader: FileReader, parts: ReadonlyMap<string, Part>): ToolDef[] {
    const seen = new Map<string, string>();
    return [...this.files("tool"), ...this.files("legacy")].flatMap(([file, map]) => {
      const name = this.named(file, map, "name");
      this.once(locationOf(map, "name"), `The tool ${name}`, seen.get(name));
      seen.set(name, file);
      const tool = reader.tool(file, map, parts);
      if (tool === undefined) this.unread.add(`tool ${name}`);
      return tool ?? [];
    });
  }

  /** The ids that a bibliography with a mistake in it seems to have: who cites them makes none. */
  private bibliographyInDoubt(): YamlMap {
    const { text = "" } = this.all.get("sources.yaml") ?? {};
    if (text !== "") this.unread.add("sources");
    return Object.fromEntries([...text.matchAll(/^(\w+):/gm)].map(([, id = ""]) => [id, {}]));
  }

  private once(location: Location, what: string, before: string | undefined): void {
    if (before !== undefined) this.report.error("name", location, `${what} is also defined in ${before}.`);
  }

  /** Files of a kind that read well and have the right structure. */
  private *files(kind: "tool" | "legacy" | "part" | "table"): Generator<[string, YamlMap]> {
    for (const file of [...this.all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      if (kindOfFile(file.path) !== kind || !file.path.endsWith(".yaml")) continue;
      const map = readYaml(file.path, file.text, this.report);
      if (map !== undefined && this.sound(kind === "legacy" ? "tool" : kind, map)) {
        this.maps.push(map);
        yield [file.path, map];
      } else this.unread.add(`${kind} ${stemOf(file.path)}`);
    }
  }

  private single(path: string, kind: "sources" | "common"): YamlMap | undefined {
    const file = this.all.get(path);
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

  /** A file is called after what it defines. */
  private named(file: string, map: YamlMap, key: "name" | "part" | "table"): string {
    const name = String(map[key]);
    const stem = stemOf(file);
    if (stem !== name) {
      this.report.error(
        "file",
        locationOf(map, key),
        `The file is called ${stem}.yaml and defines ${name}.`,
        "give both one name",
      );
    }
    return name;
  }
}

function stemOf(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/\.yaml$/, "");
}

function commonOf(map: YamlMap): Common {
  const { catalogue, fields } = map;
  return {
    edition: String(map.edition),
    editionLocation: locationOf(map, "edition"),
    disclaimer: String(map.disclaimer),
    statesWords: isYamlMap(map.words),
    fields: isYamlMap(fields)
      ? Object.fromEntries(entriesOf(fields).map(([key, text]) => [key, String(text)]))
      : {},
    catalogue: Array.isArray(catalogue)
      ? catalogue.map((name, at) => ({ name: String(name), location: locationOf(catalogue, at) }))
      : [],
  };
}

function sourcesOf(map: YamlMap): ListedSource[] {
  return entriesOf(map).flatMap(([id, raw]) =>
    isYamlMap(raw)
      ? [
          {
            source: { ...(raw as object), id } as Source,
            location: locationOfKey(map, id),
            reviewLocation: locationOf(raw, "review_by"),
          },
        ]
      : [],
  );
}
