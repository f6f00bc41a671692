// Titles of names and words on a sheet: their own, that of a result that shows them, or the name as words.

import type { ExplainedStep } from "../../engine/explain/explanation.js";
import type { Expr } from "../../engine/language/formula.js";
import { isCodeWord } from "../../engine/language/words.js";
import { fieldAt, fieldWords } from "../../wording/field-words.js";
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
import type { Graph, GraphLeaf, Used } from "./graph.js";
import { perUnit } from "./headline.js";
import type { ResultStep } from "./result-steps.js";
import { isSimple, standsFor } from "./values.js";

export class Naming {
  private readonly steps = new Map<ExplainedStep, Called>();
  /** Titles by result name, for table columns with the same names. */
  private readonly fields = new Map<string, Called>();
  /** Results that show a field of a row or input, by source. */
  private readonly ends = new Map<string, Called>();
  private readonly spell: Spelling;
  /** The currency of the case, and the steps that are amounts in it. */
  private readonly currency: string | undefined;
  private readonly amounts = new Set<ExplainedStep>();

  constructor(
    private readonly context: SheetContext,
    private readonly graph: Graph,
    results: readonly ResultStep[],
  ) {
    this.spell = spellingOf(context.inputSchema, context.outputSchema);
    for (const { node, step } of results) {
      const called = calledOf(node);
      once(this.fields, node.name, called);
      const chain = step === undefined ? [] : graph.chain(step);
      for (const each of chain) if (!this.steps.has(each)) this.steps.set(each, called);
      const last = chain.at(-1);
      const leaf = last && graph.alias(last);
      if (leaf !== undefined) once(this.ends, endOf(leaf), called);
    }
    const { currency, numbers = [] } = context.headline ?? {};
    const code = currency === undefined ? undefined : graph.result(currency)?.value;
    this.currency = typeof code === "string" ? code : undefined;
    for (const path of this.currency === undefined ? [] : numbers)
      if (fieldAt(context.outputSchema, path).unit === undefined) this.addAmount(graph.result(path));
  }

  private addAmount(step: ExplainedStep | undefined): void {
    if (step === undefined || this.amounts.has(step)) return;
    this.amounts.add(step);
    const [only, second] = new Set(Object.values(step.reads ?? {}).flat());
    if (only !== undefined && second === undefined) this.addAmount(this.graph.step(only));
  }

  /** Returns the unit of a step; amounts have the currency of the case. */
  unit(step: ExplainedStep): string | undefined {
    const unit = step.unit === "1" ? undefined : step.unit;
    if (this.currency === undefined) return unit;
    if (unit === undefined) return this.amounts.has(step) ? this.currency : undefined;
    return perUnit(unit, this.currency);
  }

  private called(leaf: GraphLeaf, far = 0): Called {
    const { path, ids } = leaf;
    const name = lastOf(path);
    const step = this.graph.source(leaf);
    if (step !== undefined && isItself(step, name)) {
      const own = this.ofStep(step);
      // A parameter has the title of its argument.
      const handed = far < FARTHEST && step.kind === "given" && this.graph.alias(step);
      return handed ? this.called(handed, far + 1) : own;
    }
    const input = path === name && ids.includes(`input:${name}`) && schemaOf(this.context.inputSchema, name);
    if (input) return calledOf(input);
    return this.ends.get(endOf(leaf)) ?? this.fields.get(name) ?? {};
  }

  private ofStep(step: ExplainedStep): Called {
    return { ...this.steps.get(step), ...calledOf(step) };
  }

  /** Returns the title of a step; empty if its symbol is enough. */
  title(step: ExplainedStep): string {
    const { title } = this.ofStep(step);
    return title ?? (this.symbol(step) === undefined ? capital(this.spell(plainWords(step.name))) : "");
  }

  symbol(step: ExplainedStep): string | undefined {
    const { symbol, title } = this.ofStep(step);
    const stem = stemOf(step.name);
    return symbol ?? (title === undefined && isLetter(stem) ? letterTex(stem) : undefined);
  }

  /** Returns a name for a sentence. */
  words(leaf: GraphLeaf): string {
    return this.called(leaf).title ?? this.spell(plainWords(leaf.path));
  }

  /** Returns the title of a column or field without its schema. */
  column(name: string): string {
    const { title } = this.fields.get(name) ?? {};
    return title ?? capital(this.spell(plainWords(name)));
  }

  list(name: string): string {
    return this.spell(name.replaceAll("_", " "));
  }

  /** Returns the symbols of names in a formula. */
  symbolsIn({ leaf: leafOf }: Pick<Used, "leaf">): Symbols {
    return {
      get: (name) => {
        const leaf = leafOf(name);
        const called = this.called(leaf);
        const symbol = called.symbol ?? (called.title === undefined ? this.converted(leaf) : undefined);
        return calledTex(leaf.path, { ...called, ...(symbol === undefined ? {} : { symbol }) }, (each) =>
          this.spell(plainWords(each)),
        );
      },
      call: (name) => wordsTex(this.list(name)),
    };
  }

  /** A step that only converts a unit shares the symbol of its column. */
  private converted({ of }: GraphLeaf): string | undefined {
    const formula = this.graph.written(of)?.formula;
    const [left, right] = formula?.kind === "operator" && /^[*/]$/.test(formula.op) ? formula.args : [];
    const isSame = left !== undefined && pathOf(left) !== undefined && right?.kind === "number";
    return isSame && right.value % 10 === 0 ? this.symbol(of) : undefined;
  }

  /** Returns an input's title for a sentence. */
  input(name: string): string {
    return calledOf(schemaOf(this.context.inputSchema, name) ?? {}).title ?? this.spell(plainWords(name));
  }

  isInput(path: string): boolean {
    return schemaOf(this.context.inputSchema, path) !== undefined;
  }

  unitOf(leaf: GraphLeaf): string | undefined {
    const step = this.graph.source(leaf);
    const name = lastOf(leaf.path);
    if (step !== undefined && isItself(step, name)) return this.unit(step);
    const schema = leaf.path === name ? schemaOf(this.context.inputSchema, name) : undefined;
    return fieldWords(schema, name).unit;
  }

  /** Replaces code words in a formula by their titles. */
  inWords(expr: Expr, of = ""): Expr {
    if (expr.kind === "text") return { kind: "text", value: String(this.word(expr.value, of)) };
    const [first] = "args" in expr ? expr.args : [];
    const path = (first && pathOf(first)) ?? of;
    return withParts(expr, (part) => this.inWords(part, lastOf(path)));
  }

  choice(word: string): string | undefined {
    return this.context.words?.choice(word, { name: "" })?.title;
  }

  /** Returns the title of a code word; other values unchanged. */
  word(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.word(item, name));
    if (typeof value !== "string") return worded(value, undefined);
    const { inputSchema, outputSchema } = this.context;
    const known = worded(value, schemaOf(inputSchema, name) ?? schemaOf(outputSchema, name));
    return known !== value
      ? known
      : (this.context.words?.choice(value, { name })?.title ?? this.wordsOf(value));
  }

  /** Spells code words without a title, such as england_wales. Other texts are unchanged. */
  private wordsOf(value: string): string {
    return isCodeWord(value) ? this.list(value) : value;
  }
}

/** Whether a step is the value itself, and not a record or list that contains it. */
function isItself({ name, value }: ExplainedStep, wanted: string): boolean {
  return name === wanted || (isSimple(value) && !standsFor(value));
}

/** Limit on followed parameters. */
const FARTHEST = 8;

/** Returns a key for a field of a row or input. */
function endOf({ path, ids }: GraphLeaf): string {
  return JSON.stringify([ids, lastOf(path)]);
}

/** Two different titles cancel each other. */
function once(known: Map<string, Called>, key: string, called: Called): void {
  const before = known.get(key);
  known.set(key, before === undefined || before.title === called.title ? called : {});
}
