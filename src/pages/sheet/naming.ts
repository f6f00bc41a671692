// What names and words are called on a sheet: by their own title, by the result that shows them, else in plain words.
import type { Expr } from "../../engine/language/formula.js";
import { isCodeWord } from "../../engine/language/words.js";
import type { ExplainedStep } from "../../engine/reference/explain.js";
import { fieldWords } from "../../wording/field-words.js";
import {
  capital,
  isLetter,
  plainWords,
  type Spelling,
  spellingOf,
  stemOf,
} from "../../wording/plain-names.js";
import { type Called, calledOf, calledTex } from "../called.js";
import { lastOf, pathOf, withParts } from "../formulas.js";
import type { Symbols } from "../tex.js";
import { letterTex, wordsTex } from "../tex-names.js";
import { type SheetContext, schemaOf, worded } from "./context.js";
import type { Ends } from "./ends.js";
import type { ResultStep } from "./result-steps.js";
import type { Place, Trail } from "./trail.js";

export class Naming {
  private readonly steps = new Map<ExplainedStep, Called>();
  /** Names of results, for columns of tables that are shown under them. */
  private readonly fields = new Map<string, Called>();
  private readonly spell: Spelling;

  constructor(
    private readonly context: SheetContext,
    private readonly trail: Trail,
    results: readonly ResultStep[],
    private readonly ends: Ends,
  ) {
    this.spell = spellingOf(context.inputSchema, context.outputSchema);
    for (const { node, place } of results) {
      const called = calledOf(node);
      const known = this.fields.get(node.name);
      // Two results of one name that are called differently say nothing of a third.
      this.fields.set(node.name, known === undefined || known.title === called.title ? called : {});
      for (const { step } of place === undefined ? [] : trail.chain(place))
        if (!this.steps.has(step)) this.steps.set(step, called);
    }
  }

  private called(path: string, place: Place): Called {
    const found = this.trail.find(path, place.scope)?.step;
    const name = lastOf(path);
    if (found?.name === name) return this.ofStep(found);
    const input = path === name ? schemaOf(this.context.inputSchema, name) : undefined;
    if (input !== undefined) return calledOf(input);
    const end = this.ends.result(path, this.trail.worth(path, place))?.node;
    return end === undefined ? (this.fields.get(name) ?? {}) : calledOf(end);
  }

  private ofStep(step: ExplainedStep): Called {
    return { ...this.steps.get(step), ...calledOf(step) };
  }

  /** What a step is called, in words; nothing where its symbol says all that is known. */
  title(step: ExplainedStep): string {
    const { title } = this.ofStep(step);
    return title ?? (this.symbol(step) === undefined ? capital(this.spell(plainWords(step.name))) : "");
  }

  symbol(step: ExplainedStep): string | undefined {
    const { symbol, title } = this.ofStep(step);
    const stem = stemOf(step.name);
    return symbol ?? (title === undefined && isLetter(stem) ? letterTex(stem) : undefined);
  }

  /** A name in a sentence. */
  words(path: string, place: Place): string {
    return this.called(path, place).title ?? this.spell(plainWords(path));
  }

  /** A column or a field that is shown away from the schema that knows it. */
  column(name: string): string {
    const { title } = this.fields.get(name) ?? {};
    return title ?? capital(this.spell(plainWords(name)));
  }

  /** A table or a list by its name. */
  list(name: string): string {
    return this.spell(name.replaceAll("_", " "));
  }

  /** How names are written in the formulas of a step. */
  symbolsAt(place: Place): Symbols {
    return {
      get: (path) => calledTex(path, this.called(path, place), (name) => this.spell(plainWords(name))),
      call: (name) => wordsTex(this.list(name)),
    };
  }

  isInput(path: string): boolean {
    return schemaOf(this.context.inputSchema, path) !== undefined;
  }

  unitAt(path: string, place: Place): string | undefined {
    const found = this.trail.find(path, place.scope)?.step;
    const name = lastOf(path);
    if (found?.name === name) return found.unit;
    const schema = path === name ? schemaOf(this.context.inputSchema, name) : undefined;
    return fieldWords(schema, name).unit;
  }

  /** A formula whose words of the machine are words of people. */
  inWords(expr: Expr, of = ""): Expr {
    if (expr.kind === "text") return { kind: "text", value: String(this.word(expr.value, of)) };
    const [first] = "args" in expr ? expr.args : [];
    const path = (first && pathOf(first)) ?? of;
    return withParts(expr, (part) => this.inWords(part, lastOf(path)));
  }

  /** A word of the machine as people say it; anything else as it is. */
  word(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.word(item, name));
    if (typeof value !== "string") return worded(value, undefined);
    const known = worded(value, schemaOf(this.context.inputSchema, name));
    return known !== value
      ? known
      : (this.context.words?.choice(value, { name })?.title ?? this.wordsOf(value));
  }

  /** A word of the machine that has no title, such as england_wales; texts of people are left as they are. */
  private wordsOf(value: string): string {
    return isCodeWord(value) ? this.list(value) : value;
  }
}
