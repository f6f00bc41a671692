// The definitions as a book: one page a file, a place for every name, rule and row, and who uses what.

import { kindOfFile } from "../../engine/language/files.js";
import { Report } from "../../engine/language/findings.js";
import type { Expr } from "../../engine/language/formula.js";
import type { ToolDef, ValueDef } from "../../engine/language/model.js";
import { readYaml } from "../../engine/read/yaml.js";
import type { DefinitionSet } from "../../engine/set.js";
import type { Tool } from "../../engine/tool.js";
import { pathOf } from "../formulas.js";
import { knownAs } from "../sheet/references.js";
import { anchorsIn } from "./anchor-locations.js";
import { keyOf, type Target, tableAnchor, valuesIn } from "./anchors.js";
import type { Changes } from "./changes.js";
import type { AnchorPlace, Chapter, PageKind } from "./chapters.js";
import { Comments } from "./comments.js";
import { type CitedNumbers, numbersIn } from "./numbers.js";
import { Titles } from "./titles.js";

export interface BookOptions {
  readonly changes: Changes;
  /** How far each promise was tried, by `tool promise`; undefined where nobody tried them. */
  readonly tried?: ReadonlyMap<string, string> | undefined;
  /** Whether explorer and API reference stand beside the book. */
  readonly served: boolean;
}

export class Book {
  readonly titles: Titles;
  readonly chapters = new Map<string, Chapter>();
  get changes(): Changes {
    return this.options.changes;
  }

  private readonly anchors = new Map<string, ReadonlySet<string>>();
  private readonly names = new Map<string, Map<string, Target[]>>();
  private readonly found = new Map<Chapter, readonly CitedNumbers[]>();
  /** Users of a place, in the order in which the pages were made. */
  private readonly users = new Map<string, Map<string, AnchorPlace>>();
  /** The calculation that a value runs: fields of the value are the calculation's. */
  private readonly runs = new Map<string, string>();
  /** Paths that a value may be the same as, or is made of the items of. */
  private readonly alike = new Map<string, readonly string[]>();

  constructor(
    readonly set: DefinitionSet,
    readonly options: BookOptions,
  ) {
    const tools = [...set.tools.values(), ...set.legacy.values()];
    this.titles = new Titles(tools);
    for (const file of set.files.keys()) {
      const kind = kindOfFile(file);
      if (kind === undefined || kind === "section") continue;
      const users = tools.filter((tool) => tool.plan.def.files.includes(file));
      const chapter = this.chapter(file, kind, users);
      this.chapters.set(file, chapter);
      this.anchors.set(file, new Set(chapter.places.map(({ anchor }) => anchor)));
      for (const [anchor, value] of valuesIn(chapter)) this.noteRuns(value, keyOf({ file, anchor }));
      this.names.set(file, namesSeen(users, file));
    }
  }

  private chapter(file: string, kind: PageKind, tools: readonly Tool[]): Chapter {
    const text = this.set.files.get(file)?.text ?? "";
    const map = readYaml(file, text, new Report()) ?? {};
    const defs = tools.map((tool) => tool.plan.def);
    const here = <T extends { readonly location: { readonly file: string } }>(all: Iterable<T>): T[] =>
      [...all].filter(({ location }) => location.file === file);
    const name = file.replace(/^.*\/|\.yaml$/g, "");
    const contents = {
      file,
      kind,
      name,
      title: typeof map.title === "string" ? map.title : this.titles.heading(name),
      map,
      tools,
      tables: unique(defs.flatMap((def) => here(def.tables.values()))),
      calculations: unique(defs.flatMap((def) => here(def.calculations.values()))),
      values: unique(defs.flatMap((def) => here(def.values))),
    };
    const places = anchorsIn(contents, this.titles);
    return {
      ...contents,
      places,
      comments: new Comments(
        text,
        places.map(({ line }) => line),
      ),
    };
  }

  /** What people call a source. */
  sourceName(id: string): string {
    const source = this.set.sources.get(id);
    return knownAs(source?.title ?? id, source?.reference);
  }

  /** The numbers of a chapter, found once. */
  numbers(chapter: Chapter): readonly CitedNumbers[] {
    const known = this.found.get(chapter) ?? numbersIn(chapter);
    this.found.set(chapter, known);
    return known;
  }

  /** Where a name that stands in this file is defined: nowhere if it is built in, in several places if tools differ. */
  find(file: string, name: string): readonly Target[] {
    return this.names.get(file)?.get(name) ?? [];
  }

  private noteRuns(value: ValueDef, key: string): void {
    const call =
      value.kind === "calculate" ? value.call : value.kind === "each" ? value.calculate : undefined;
    if (call !== undefined) this.runs.set(key, call.name);
    const source =
      value.kind === "pick"
        ? value.source
        : value.kind === "each"
          ? value.loop.source
          : value.kind === "formula"
            ? value.formula
            : undefined;
    if (source !== undefined) this.alike.set(key, pathsIn(source.it.expr));
  }

  /**
   * The field of a value: inside a group, a column of a table, what the calculation gives that the value runs, or a
   * field of what the value was taken from. Where that may be one of several, all of them.
   */
  fieldsOf(target: Target, field: string, steps = 6): Target[] {
    const { file, anchor } = target;
    for (const inside of [`${anchor}.${field}`, `${anchor}-column-${field}`])
      if (this.hasPlace({ file, anchor: inside })) return [{ file, anchor: inside }];
    if (steps === 0) return [];
    const run = this.runs.get(keyOf(target));
    const calculations = run === undefined ? [] : this.find(file, run);
    const given = calculations.flatMap((calculation) => this.fieldsOf(calculation, field, steps - 1));
    if (given.length > 0) return given;
    return (this.alike.get(keyOf(target)) ?? []).flatMap((path) =>
      this.seenFrom(target, path, steps - 1).flatMap((from) => this.fieldsOf(from, field, steps - 1)),
    );
  }

  /** A path as a value sees it: its neighbours first, then the tool's names. */
  private seenFrom({ file, anchor }: Target, path: string, steps: number): readonly Target[] {
    const [first = "", ...fields] = path.split(".");
    let around = anchor;
    let found: Target | undefined;
    while (found === undefined && around.includes(".")) {
      around = around.slice(0, around.lastIndexOf("."));
      const near = { file, anchor: `${around}.${first}` };
      if (this.hasPlace(near)) found = near;
    }
    let targets: readonly Target[] = found === undefined ? this.find(file, first) : [found];
    for (const field of fields)
      targets = steps <= 0 ? [] : targets.flatMap((target) => this.fieldsOf(target, field, steps - 1));
    return targets;
  }

  hasPlace({ file, anchor }: Target): boolean {
    return this.anchors.get(file)?.has(anchor) === true;
  }

  /** The place that a line belongs to. */
  placeAt(file: string, line: number, column: number): AnchorPlace | undefined {
    return this.chapters
      .get(file)
      ?.places.filter((place) => place.line < line || (place.line === line && place.column <= column))
      .at(-1);
  }

  noteUse(target: Target, user: AnchorPlace): void {
    const key = keyOf(target);
    const users = this.users.get(key) ?? new Map<string, AnchorPlace>();
    users.set(keyOf(user), user);
    this.users.set(key, users);
  }

  usersOf(target: Target): AnchorPlace[] {
    const key = keyOf(target);
    return [...(this.users.get(key)?.values() ?? [])].filter((user) => keyOf(user) !== key);
  }
}

/** Functions that give items of their arguments, or choose among them. */
const PASSING = new Set(["first", "last", "take", "concat", "if"]);

/** Paths whose value, or whose items, an expression may give. */
export function pathsIn(expr: Expr): string[] {
  const path = pathOf(expr);
  if (path !== undefined) return [path];
  if (expr.kind === "index") return pathsIn(expr.of);
  if (expr.kind === "operator" && expr.op === "??") return expr.args.flatMap(pathsIn);
  // A call of a table gives one of its rows.
  if (expr.kind === "call") return PASSING.has(expr.name) ? expr.args.flatMap(pathsIn) : [expr.name];
  return [];
}

/** A part is read once, a shared table under every name that takes it in: the location tells what is the same. */
function unique<T extends { readonly name: string; readonly location: { readonly line: number } }>(
  all: readonly T[],
): T[] {
  const seen = new Set<string>();
  return all.filter(({ name, location }) => {
    const key = `${location.line} ${name}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** Names as formulas of a file see them, over all tools that the file is part of. */
function namesSeen(tools: readonly Tool[], file: string): Map<string, Target[]> {
  const names = new Map<string, Target[]>();
  const claim = (name: string, target: Target): void => {
    const known = names.get(name) ?? [];
    if (!known.some((other) => keyOf(other) === keyOf(target))) known.push(target);
    names.set(name, known);
  };
  for (const { plan } of tools) {
    const def: ToolDef = plan.def;
    for (const name of plan.inputs.keys()) claim(name, { file: def.file, anchor: `input-${name}` });
    for (const [name, table] of def.tables)
      claim(name, { file: table.location.file, anchor: tableAnchor(table) });
    for (const [name, { location }] of def.calculations) claim(name, { file: location.file, anchor: name });
    for (const { name, location } of def.values)
      if (!name.startsWith("$")) claim(name, { file: location.file, anchor: name });
  }
  // What a file defines itself is what its own formulas mean.
  for (const { plan } of tools)
    for (const { name, location } of plan.def.values)
      if (location.file === file && !name.startsWith("$")) names.set(name, [{ file, anchor: name }]);
  return names;
}
