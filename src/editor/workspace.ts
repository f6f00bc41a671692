// A definitions folder in an editor: files on disk or unsaved, findings, and mentions of every thing. Unaffected
// results are cached.

import { readSchemas, sha256 } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Location } from "../engine/language/locations.js";
import { Memory } from "../engine/language/memory.js";
import type { DefinitionSet } from "../engine/set.js";
import { around } from "../lint/around.js";
import type { Depth, LintedTool, Loaded } from "../lint/load.js";
import { loadDefinitions } from "../lint/load.js";
import { type NamedThing, sameNamed } from "../lint/names.js";
import { doubtsSince } from "../lint/since/since.js";
import { History, type Revision } from "../workbench/history.js";
import { type Occurrence, occurrencesOf } from "./occurrences.js";

const SCHEMAS = readSchemas();
const TOOL = /^(?:tools|legacy)\/\w+\.yaml$/;
const SOURCES = "sources.yaml";
const NONE: DefinitionFile = { path: SOURCES, text: "{}", sha256: "" };

export class Workspace {
  private readonly index = new WeakMap<LintedTool, Occurrence[]>();
  /** The last readable state of each tool, by file. */
  private readonly lastGood = new Map<string, LintedTool>();
  private files: ReadonlyMap<string, DefinitionFile> = new Map();
  private known: Loaded | undefined;
  /** Files that were read with their dependencies; undefined after the whole set was read. */
  private begun: Set<string> | undefined = new Set();
  /** Files read for their names only. */
  private readonly named = new Set<string>();
  private all: Occurrence[] | undefined;
  private committed: Revision | undefined;
  /** The last set without errors. */
  set: DefinitionSet | undefined;

  constructor(
    readonly folder: string,
    /** Returns the unsaved text of a file that is open in the editor. */
    private readonly open: (path: string) => string | undefined,
    private readonly memory = new Memory(),
  ) {}

  /** Returns a workspace with edited texts, to preview an edit. */
  edited(texts: ReadonlyMap<string, string>): Workspace {
    return new Workspace(this.folder, (path) => texts.get(path) ?? this.open(path), this.memory);
  }

  /** Invalidates the caches. */
  changed(): void {
    this.known = undefined;
    this.all = undefined;
  }

  /** Reads the whole set. */
  get loaded(): Loaded {
    const isWhole = this.begun === undefined;
    this.begun = undefined;
    return this.known !== undefined && isWhole ? this.known : this.read(this.texts(), "all");
  }

  /** Reads files with their dependencies, until the whole set is read. This takes a fraction of the time. */
  private readAround(...paths: readonly string[]): void {
    const { begun } = this;
    if (begun === undefined || (this.known !== undefined && paths.every((path) => begun.has(path)))) return;
    for (const path of paths) begun.add(path);
    const texts = this.texts();
    const some = around([...begun], texts);
    if (some !== undefined) this.read(texts, some);
  }

  /**
   * Reads the names of a file and its dependencies. At the start it skips findings, which halves the time, and
   * sources unless requested.
   */
  private readNames(path: string, withSources = false): void {
    const { begun, named } = this;
    if (begun === undefined || begun.size > 0) this.readAround(path);
    else if (this.known === undefined || !named.has(path) || withSources) {
      named.add(path);
      const texts = this.texts();
      const some = around([...named], texts);
      const short = withSources ? texts : texts.map((file) => (file.path === SOURCES ? NONE : file));
      if (some !== undefined) this.read(short, { ...some, forNames: true });
    }
  }

  /**
   * Continues the first read in steps: names of open files, then those files, then two tools at a time. Returns false
   * when done.
   */
  readOn(): boolean {
    const { begun } = this;
    if (begun === undefined) return false;
    if (this.files.size === 0) this.texts();
    const left = [...this.files.keys()].filter((path) => !begun.has(path));
    const opened = left.filter((path) => this.open(path) !== undefined);
    const unnamed = begun.size > 0 ? [] : opened.filter((path) => !this.named.has(path));
    if (unnamed.length > 0) {
      for (const path of unnamed) this.readNames(path);
      return true;
    }
    const next = opened.length > 0 ? opened : left.filter((path) => TOOL.test(path)).slice(0, 2);
    if (next.length > 0) this.readAround(...next);
    return next.length > 0;
  }

  private texts(): DefinitionFile[] {
    const files = readFolder(this.folder).map((file) => {
      const text = this.open(file.path);
      return text === undefined || text === file.text
        ? file
        : { path: file.path, text, sha256: sha256(text) };
    });
    this.files = new Map(files.map((file) => [file.path, file]));
    return files;
  }

  private read(files: readonly DefinitionFile[], depth: Depth): Loaded {
    const known = loadDefinitions(files, SCHEMAS, undefined, depth, this.memory);
    this.known = known;
    this.all = undefined;
    for (const file of this.lastGood.keys()) if (!this.files.has(file)) this.lastGood.delete(file);
    for (const tool of known.typed) this.lastGood.set(tool.plan.def.file, tool);
    this.set = known.set ?? this.set;
    return known;
  }

  /** Returns the last read, which may be partial. */
  private get current(): Loaded {
    return this.known ?? this.loaded;
  }

  /** Returns doubts about edits since the last commit. */
  doubts(): ReturnType<typeof doubtsSince> {
    const history = History.of(this.folder);
    const head = history?.commit("HEAD");
    if (history === undefined || head === undefined) return [];
    if (!head.startsWith(this.committed?.name ?? "-")) this.committed = history.revision(head);
    return doubtsSince(this.committed?.files ?? [], [...this.files.values()]);
  }

  text(path: string): string {
    void this.current;
    return this.files.get(path)?.text ?? "";
  }

  /** Returns the tools that use a file, in their last readable state. */
  toolsOf(path: string): LintedTool[] {
    void this.current;
    return [...this.lastGood.values()].filter(({ plan }) => plan.def.files.includes(path));
  }

  /** Returns every mention in the set, once each. */
  occurrences(): readonly Occurrence[] {
    this.all ??= this.collect();
    return this.all;
  }

  at(path: string, line: number, column: number): Occurrence[] {
    this.readNames(path);
    const found = this.standingAt(path, line, column);
    if (found.length > 0 || this.begun?.size !== 0) return found;
    this.readNames(path, true);
    return this.standingAt(path, line, column);
  }

  private standingAt(path: string, line: number, column: number): Occurrence[] {
    return this.occurrences().filter(
      ({ thing, location }) =>
        location.file === path &&
        location.line === line &&
        location.column <= column &&
        column <= location.column + thing.name.length,
    );
  }

  of(thing: NamedThing): Occurrence[] {
    return this.occurrences().filter((other) => sameNamed(other.thing, thing));
  }

  private collect(): Occurrence[] {
    const found: Occurrence[] = [];
    const seen = new Set<string>();
    const lines = new Map<string, string[]>();
    const lineOf = ({ file, line }: Location) => {
      const known = lines.get(file) ?? this.text(file).split("\n");
      lines.set(file, known);
      return known[line - 1] ?? "";
    };
    const { typed } = this.current;
    for (const { thing, location } of [...typed.flatMap((tool) => this.ofTool(tool)), ...this.ofSet()]) {
      const place = namedAt(thing.name, location, lineOf);
      if (place === undefined) continue;
      const key = `${place.file}:${place.line}:${place.column} ${thing.location.file}:${thing.location.line}:${thing.location.column}`;
      if (!seen.has(key)) found.push({ thing, location: place });
      seen.add(key);
    }
    return found;
  }

  private ofTool(tool: LintedTool): Occurrence[] {
    const known = this.index.get(tool) ?? occurrencesOf(tool);
    this.index.set(tool, known);
    return known;
  }

  /** Returns mentions of sources, parts and shared tables. */
  private ofSet(): Occurrence[] {
    const { bibliography, uses, parts, shared, tools } = this.current.read;
    const found: Occurrence[] = [];
    for (const { source, location } of bibliography) {
      const written = [source.title, source.reference].filter((text) => text !== undefined).join(", ");
      const type = `a source: ${source.evidence}, to be reviewed by ${source.review_by}`;
      const thing: NamedThing = { kind: "source", name: source.id, location, type, written };
      for (const at of [location, ...(uses.get(source.id) ?? []).map((use) => use.location)])
        found.push({ thing, location: at });
    }
    for (const { kind, name, location } of tools.flatMap(({ taken }) => taken)) {
      const file = parts.get(name)?.file;
      const defined =
        kind === "shared table" ? shared.get(name)?.location : file && { file, line: 1, column: 1 };
      if (defined) found.push({ thing: { kind, name, location: defined }, location });
    }
    return found;
  }
}

/** Finds the name itself: at the location, after a quote, or as the key above. */
function namedAt(name: string, location: Location, lineOf: (at: Location) => string): Location | undefined {
  for (const column of [location.column, location.column + 1])
    if (startsWord(lineOf(location), column, name)) return { ...location, column };
  for (const line of [location.line, location.line - 1]) {
    const text = lineOf({ ...location, line });
    const at = new RegExp(`(?:^|[\\s{,])${name}["']?:`).exec(text);
    if (at === null) continue;
    const column = at.index + at[0].indexOf(name) + 1;
    if (line < location.line || column < location.column) return { ...location, line, column };
  }
  return undefined;
}

function startsWord(line: string, column: number, name: string): boolean {
  return line.startsWith(name, column - 1) && !/\w/.test(line[column - 1 + name.length] ?? " ");
}
