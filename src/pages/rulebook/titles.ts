// What the rule book calls things: by their own title, by that of the result which shows them, else by their name as words
// in which abbreviations have the capitals that titles of the same set give them.

import type { ResultNode, ToolDef, ValueDef } from "../../engine/language/model.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import type { Tool } from "../../engine/tool.js";
import { isRecord } from "../../objects.js";
import { capital, isLetter, plainWords, stemOf } from "../plain-names.js";
import { pathOf } from "../sentences.js";
import { isGreek, letterTex, nameTex, wordsTex } from "../tex-names.js";
import { anchorOf, type Target } from "./anchors.js";

export interface Called {
  readonly title?: string;
  readonly symbol?: string;
  readonly unit?: string;
}

/** Titles that are longer would make a formula a paragraph. */
const LONGEST = 34;

export class Titles {
  /** By `file#anchor`. */
  private readonly known = new Map<string, Called>();
  private readonly capitals: ReadonlyMap<string, string>;

  constructor(tools: readonly Tool[]) {
    const said: string[] = [];
    for (const { plan } of tools) {
      const { def } = plan;
      for (const [name, schema] of Object.entries(propertiesOf(def))) {
        this.note(def.file, `input-${name}`, calledOf(schema));
        said.push(String(schema.title ?? ""));
      }
      for (const node of def.results) this.result(def, node, "", said);
      for (const value of def.values) this.value(value, "");
      for (const { name, values } of def.calculations.values())
        for (const value of values) this.value(value, name);
    }
    this.capitals = capitalsIn([...said, ...tools.map(({ plan }) => plan.def.title)]);
  }

  /** As it stands in a sentence: a title as it is, a name as words. */
  of({ file, anchor }: Target, name: string): string {
    return this.known.get(`${file}#${anchor}`)?.title ?? this.words(name);
  }

  called({ file, anchor }: Target): Called {
    return this.known.get(`${file}#${anchor}`) ?? {};
  }

  words(name: string): string {
    return plainWords(name)
      .split(" ")
      .map((word) => this.capitals.get(word) ?? word)
      .join(" ");
  }

  heading(name: string): string {
    return capital(this.words(name));
  }

  /** A name in a formula: its symbol, its title where that is short, else itself as letters or words. */
  tex(path: string, { symbol, title }: Called): string {
    const name = path.split(".").at(-1) ?? path;
    if (symbol !== undefined) return symbol;
    if (title !== undefined && title.length <= LONGEST) return wordsTex(title);
    const stem = stemOf(name);
    if (isLetter(stem)) return letterTex(stem);
    return isGreek(stem) ? nameTex(stem) : wordsTex(this.words(name));
  }

  private note(file: string, anchor: string, called: Called): void {
    const key = `${file}#${anchor}`;
    this.known.set(key, { ...called, ...this.known.get(key) });
  }

  private value(value: ValueDef, around: string): void {
    const anchor = anchorOf(value.name, around);
    const { title, symbol, location } = value;
    const unit = value.unit ?? unitOfName(value.name);
    this.note(location.file, anchor, {
      ...(title === undefined ? {} : { title }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(unit === undefined ? {} : { unit }),
    });
    if (value.kind === "group" || value.kind === "each")
      for (const inner of value.values) this.value(inner, anchor);
  }

  /** A result that shows a value as it is lends it its title. */
  private result(def: ToolDef, node: ResultNode, around: string, said: string[]): void {
    const path = `${around}${node.name}`;
    said.push(node.title ?? "");
    this.note(def.file, `result-${path}`, calledOf(node));
    if (node.body.kind === "leaf") {
      const shown = pathOf(node.body.value.it.expr);
      const [first = ""] = shown?.split(".") ?? [];
      const value = def.values.find(({ name }) => name === first);
      if (value !== undefined && shown !== undefined) this.note(value.location.file, shown, calledOf(node));
    } else for (const field of node.body.fields) this.result(def, field, `${path}.`, said);
  }
}

function propertiesOf({ inputSchema }: ToolDef): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { properties } = inputSchema;
  return isRecord(properties) ? (properties as Record<string, Record<string, unknown>>) : {};
}

function calledOf(of: object): Called {
  const { title, symbol } = of as { title?: unknown; symbol?: unknown };
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof symbol === "string" ? { symbol } : {}),
  };
}

/** Words that titles write with several capitals more often than without, by their small letters. */
function capitalsIn(titles: readonly string[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [word] of titles.join(" ").matchAll(/[A-Za-z][A-Za-z0-9]+/g)) {
    const forms = counts.get(word.toLowerCase()) ?? new Map<string, number>();
    forms.set(word, (forms.get(word) ?? 0) + 1);
    counts.set(word.toLowerCase(), forms);
  }
  const found = new Map<string, string>();
  for (const [small, forms] of counts) {
    const [[most] = [small]] = [...forms].sort(([, a], [, b]) => b - a);
    if (/[A-Z].*[A-Z]/.test(most) || /^[a-z]+[A-Z]/.test(most)) found.set(small, most);
  }
  return found;
}
