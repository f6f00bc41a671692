// What the rule book calls things: by their own title, by that of the result which shows them, else by their name as words
// in which abbreviations have the capitals that titles of the same set give them.

import { valuesIn } from "../../engine/language/entries.js";
import type { ResultNode, ToolDef } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { propertiesOf } from "../../wording/field-words.js";
import { capital, plainWords, type Spelling, spellingIn } from "../../wording/plain-names.js";
import { type Called, calledOf } from "../called.js";
import { pathOf } from "../formulas.js";
import { resultsIn } from "../results.js";
import { keyOf, type Target } from "./anchors.js";

export class Titles {
  private readonly known = new Map<string, Called>();
  private readonly spell: Spelling;

  constructor(tools: readonly Tool[]) {
    const said: string[] = [];
    for (const { plan } of tools) {
      const { def } = plan;
      for (const [name, schema] of Object.entries(propertiesOf(def.inputSchema))) {
        this.note(def.file, `input-${name}`, calledOf(schema));
        said.push(String(schema.title ?? ""));
      }
      for (const [path, node] of resultsIn(def.results)) {
        said.push(node.title ?? "");
        this.result(def, node, path);
      }
      for (const [anchor, value] of valuesIn({ values: def.values, calculations: def.calculations.values() }))
        this.note(value.location.file, anchor, calledOf(value));
    }
    this.spell = spellingIn([...said, ...tools.map(({ plan }) => plan.def.title)]);
  }

  /** As it stands in a sentence: a title as it is, a name as words. */
  of(target: Target, name: string): string {
    return this.called(target).title ?? this.words(name);
  }

  called(target: Target): Called {
    return this.known.get(keyOf(target)) ?? {};
  }

  words(name: string): string {
    return this.spell(plainWords(name));
  }

  heading(name: string): string {
    return capital(this.words(name));
  }

  private note(file: string, anchor: string, called: Called): void {
    const key = keyOf({ file, anchor });
    this.known.set(key, { ...called, ...this.known.get(key) });
  }

  /** A result that shows a value as it is lends it its title. */
  private result(def: ToolDef, node: ResultNode, path: string): void {
    this.note(def.file, `result-${path}`, calledOf(node));
    const shown = node.body.kind === "leaf" ? pathOf(node.body.value.it.expr) : undefined;
    const [first = ""] = shown?.split(".") ?? [];
    const value = def.values.find(({ name }) => name === first);
    if (value !== undefined && shown !== undefined) this.note(value.location.file, shown, calledOf(node));
  }
}
