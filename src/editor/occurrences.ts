// Where the things of a tool are named: in formulas, in the braces of texts, and in sections that name inputs and results.

import { type Location, locationOf, locationOfKey, placesOf } from "../engine/language/locations.js";
import type { TableDef, WrittenFormula } from "../engine/language/model.js";
import { entriesOf, isYamlMap, type Yaml, yamlOf } from "../engine/read/yaml.js";
import type { Typed } from "../engine/typing/plan.js";
import type { LintedTool } from "../lint/load.js";
import { type DefinitionSymbol, ToolSymbols } from "./symbols.js";

export interface Occurrence {
  readonly thing: DefinitionSymbol;
  readonly location: Location;
}

/** Names in a formula, and codes in quotes; a dot before one makes it a field. */
const TOKENS = /(\.\s*)?([A-Za-z_]\w*)|\\?"((?:[^"\\]|\\[^"])*)\\?"/g;

export function occurrencesOf(tool: LintedTool): Occurrence[] {
  return new Finder(tool).all();
}

/** Things that one scalar of the file names, by bare name and as fields. */
interface Named {
  readonly written: WrittenFormula;
  readonly bare: Map<string, DefinitionSymbol>;
  readonly fields: Map<string, DefinitionSymbol>;
  /** Formulas of it without spaces. */
  readonly texts: string[];
}

class Finder {
  private readonly things: ToolSymbols;
  private readonly found: Occurrence[] = [];

  constructor(private readonly tool: LintedTool) {
    this.things = new ToolSymbols(tool);
  }

  all(): Occurrence[] {
    this.formulas();
    const { def } = this.tool.plan;
    const map = yamlOf(def.holder);
    for (const name of def.inputs.keys()) this.note(this.things.input(name), def.inputs.get(name)?.location);
    for (const slot of this.tool.plan.slots)
      if (!slot.name.startsWith("$")) this.note(this.things.value(slot), slot.def.location);
    for (const table of def.tables.values()) this.table(table);
    for (const scope of this.tool.plan.scopes) {
      const { calculation } = scope;
      this.note(this.things.calculation(scope), calculation?.location);
      for (const [name, given] of calculation?.given ?? [])
        this.note(this.things.parameter(scope, name), given.location);
    }
    for (const node of def.results) this.note(this.things.result(node.name), node.location);
    for (const key of ["constraints", "headline", "promises", "examples"]) this.plain(map[key] ?? null);
    const flags = Array.isArray(map.flags) ? map.flags : [];
    for (const entry of flags)
      if (isYamlMap(entry) && typeof entry.code === "string")
        this.note(this.things.flag(entry.code), locationOf(entry, "code"));
    return this.found;
  }

  private note(thing: DefinitionSymbol | undefined, location: Location | undefined): void {
    if (thing !== undefined && location !== undefined) this.found.push({ thing, location });
  }

  private formulas(): void {
    const scalars = new Map<object, Map<string | number, Named>>();
    for (const { written, typed } of this.tool.typer.formulas) {
      const { holder, key } = written;
      const keys = scalars.get(holder) ?? new Map<string | number, Named>();
      scalars.set(holder, keys);
      const named: Named = keys.get(key) ?? { written, bare: new Map(), fields: new Map(), texts: [] };
      keys.set(key, named);
      named.texts.push(spaceless(written.it.text));
      for (const step of stepsOf(typed)) {
        const thing = this.things.named(step);
        if (thing !== undefined) (step.op === "field" ? named.fields : named.bare).set(thing.name, thing);
      }
    }
    for (const keys of scalars.values()) for (const named of keys.values()) this.scalar(named);
  }

  private scalar({ written, bare, fields, texts }: Named): void {
    const { holder, key } = written;
    const known = placesOf(holder);
    const value = known?.values.get(String(key));
    if (known === undefined || value === undefined) return;
    if (value.raw === "") {
      // A result without a formula is the value of its name.
      this.note(bare.get(String(key)), locationOfKey(holder, String(key)));
      return;
    }
    const quoted = /^["']/.test(value.raw) ? 1 : 0;
    const text = value.raw.slice(quoted, value.raw.length - quoted);
    const whole = spaceless(text.replaceAll('\\"', '"').replace(/^=\s/, ""));
    const isFormula = texts.some((each) => each === whole);
    for (const token of text.matchAll(TOKENS)) {
      if (!isFormula && !inBraces(text, token.index)) continue;
      const [all, dot, name, code] = token;
      const word = name ?? code ?? "";
      const thing = dot === undefined ? (bare.get(word) ?? fields.get(word)) : fields.get(word);
      if (thing === undefined || (code !== undefined && thing.kind !== "flag")) continue;
      this.note(thing, known.at(value.start + quoted + token.index + all.indexOf(word)));
    }
  }

  private table(table: TableDef): void {
    this.note(this.things.table(table), table.location);
    const { columns, keys, rows } = yamlOf(table.holder);
    for (const map of [columns, keys, ...(Array.isArray(rows) ? rows : [])]) {
      if (!isYamlMap(map)) continue;
      for (const [name] of entriesOf(map))
        this.note(this.things.column(table, name), locationOfKey(map, name));
    }
  }

  /** A section that names inputs and results as words or keys. */
  private plain(value: Yaml): void {
    if (typeof value !== "object" || value === null) return;
    const thingOf = (word: string) => this.things.input(word) ?? this.things.result(word);
    const known = placesOf(value);
    for (const [key, start] of known?.keys ?? []) this.note(thingOf(key), known?.at(start));
    for (const [key, { raw, start }] of known?.values ?? []) {
      if (["say", "because", "title", "description", "id"].includes(key)) continue;
      // In a sentence of the headline only what stands in braces is a name.
      for (const token of raw.matchAll(/[A-Za-z_]\w*/g))
        if (!raw.includes("{") || inBraces(raw, token.index))
          this.note(thingOf(token[0]), known?.at(start + token.index));
    }
    for (const inner of Object.values(value)) this.plain(inner);
  }
}

function spaceless(text: string): string {
  return text.replace(/\s+/g, "");
}

function inBraces(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return before.lastIndexOf("{") > before.lastIndexOf("}");
}

/** Every step of a formula; what it names is not entered. */
function* stepsOf(typed: Typed): Generator<Typed> {
  yield typed;
  const { of, key, test, body, args, items } = typed as Partial<
    Record<"of" | "key" | "test" | "body", Typed>
  > & {
    readonly args?: readonly Typed[] | ReadonlyMap<string, Typed>;
    readonly items?: readonly Typed[];
  };
  for (const one of [of, key, test, body]) if (one !== undefined) yield* stepsOf(one);
  for (const one of [...(args?.values() ?? []), ...(items ?? [])]) yield* stepsOf(one);
}
