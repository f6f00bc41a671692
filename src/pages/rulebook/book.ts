// The model of the rule book: one page per file, an anchor for every name, rule and row, and their users.

import { valuesIn } from "../../engine/language/entries.js";
import { kindOfFile } from "../../engine/language/files.js";
import type { Expr } from "../../engine/language/formula.js";
import type { TableDef, Template, ToolDef, ValueDef } from "../../engine/language/model.js";
import type { DefinitionSet } from "../../engine/set.js";
import type { Tool } from "../../engine/tool.js";
import { type NamedThing, NameIndex } from "../../lint/names.js";
import { citedTitle } from "../sheet/references.js";
import { anchorsIn } from "./anchor-locations.js";
import { keyOf, type Target, tableAnchor } from "./anchors.js";
import type { Changes } from "./changes.js";
import type { AnchorPlace, Chapter, PageKind } from "./chapters.js";
import { Comments } from "./comments.js";
import { type CitedNumbers, numbersIn } from "./numbers.js";
import { Titles } from "./titles.js";

export interface BookOptions {
  readonly changes: Changes;
  /** Test results of promises, by `tool promise`; undefined if none were tested. */
  readonly tried?: ReadonlyMap<string, string> | undefined;
  /** Whether the explorer and the API reference are on the same site. */
  readonly served: boolean;
}

export class Book {
  readonly titles: Titles;
  readonly chapters = new Map<string, Chapter>();
  get changes(): Changes {
    return this.options.changes;
  }

  private readonly anchors = new Map<string, ReadonlySet<string>>();
  private readonly values = new Map<ValueDef, Target>();
  private readonly sentences = new Map<string, Template>();
  private readonly indexes = new Map<Tool, NameIndex>();
  private readonly found = new Map<Chapter, readonly CitedNumbers[]>();
  /** Users of each location, in page order. */
  private readonly users = new Map<string, Map<string, AnchorPlace>>();

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
      for (const [anchor, value] of valuesIn(chapter)) {
        this.values.set(value, { file, anchor });
        if (value.kind === "text") this.sentences.set(keyOf({ file, anchor }), value.template.it);
      }
    }
  }

  private chapter(file: string, kind: PageKind, tools: readonly Tool[]): Chapter {
    const text = this.set.files.get(file)?.text ?? "";
    const head = this.set.heads.get(file);
    const defs = tools.map((tool) => tool.plan.def);
    const here = <T extends { readonly location: { readonly file: string } }>(all: Iterable<T>): T[] =>
      [...all].filter(({ location }) => location.file === file);
    const name = file.replace(/^.*\/|\.yaml$/g, "");
    const contents = {
      file,
      kind,
      name,
      title: head?.title ?? this.titles.heading(name),
      head,
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

  /** Returns the common name of a source. */
  sourceName(id: string): string {
    const source = this.set.sources.get(id);
    return citedTitle(source?.title ?? id, source?.reference);
  }

  numbers(chapter: Chapter): readonly CitedNumbers[] {
    const known = this.found.get(chapter) ?? numbersIn(chapter);
    this.found.set(chapter, known);
    return known;
  }

  /** Returns the definitions that a name may refer to: none if it is built in, several if tools differ. */
  targetsOf({ tools }: Chapter, expr: Expr): readonly Target[] {
    const found = new Map<string, Target>();
    for (const tool of tools) {
      const index = this.indexes.get(tool) ?? new NameIndex(tool.plan);
      this.indexes.set(tool, index);
      for (const named of index.itemOf(expr)) {
        const target = this.targetOf(named, tool.plan.def);
        if (target !== undefined && this.hasPlace(target)) found.set(keyOf(target), target);
      }
    }
    return [...found.values()];
  }

  /** Returns the text that a name refers to, which is shown in place of the name. */
  sentenceAt([target, ...others]: readonly Target[]): Template | undefined {
    return target === undefined || others.length > 0 ? undefined : this.sentences.get(keyOf(target));
  }

  private targetOf({ kind, name, location, def }: NamedThing, tool: ToolDef): Target | undefined {
    const { file } = location;
    switch (kind) {
      case "input":
        return { file: tool.file, anchor: `input-${name}` };
      case "table":
      case "column": {
        const anchor = tableAnchor(def as TableDef);
        return {
          file: (def as TableDef).location.file,
          anchor: kind === "table" ? anchor : `${anchor}-column-${name}`,
        };
      }
      case "function":
        return { file, anchor: name };
      case "value":
        return this.values.get(def as ValueDef);
      default:
        return undefined;
    }
  }

  hasPlace({ file, anchor }: Target): boolean {
    return this.anchors.get(file)?.has(anchor) === true;
  }

  /** Returns the location that contains a position. */
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

/** Removes duplicates by location, because parts and shared tables occur in several tools. */
function unique<T extends { readonly name: string; readonly location: { readonly line: number } }>(
  all: readonly T[],
): T[] {
  const seen = new Set<string>();
  return all.filter(({ name, location }) => {
    const key = `${location.line} ${name}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
