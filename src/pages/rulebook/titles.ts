// Titles of names in the rule book: their own, that of a result that shows them, or the name as words. Abbreviations
// get the capitals used in titles.

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

  /** Returns the title, or the name as words, for use in a sentence. */
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

  /** A value takes the title of the result that shows it unchanged. */
  private result(def: ToolDef, node: ResultNode, path: string): void {
    this.note(def.file, `result-${path}`, calledOf(node));
    const shown = node.body.kind === "leaf" ? pathOf(node.body.value.it.expr) : undefined;
    const [first = ""] = shown?.split(".") ?? [];
    const value = def.values.find(({ name }) => name === first);
    if (value !== undefined && shown !== undefined) this.note(value.location.file, shown, calledOf(node));
  }
}
