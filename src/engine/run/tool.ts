// A tool as served: its facts and its evaluator, which starts at the first use.

import { NonFinite } from "../functions/evaluation.js";
import type { FigureData, FigureHead } from "../language/figures.js";
import type { DefinitionFile, Licence, Source } from "../language/files.js";
import type { Headline } from "../language/headline.js";
import type { FormHints } from "../language/inputs.js";
import { once } from "../language/once.js";
import { withCodes } from "./choices.js";
import type { Compiled, InputNotes, Start, Violation } from "./compiled.js";
import { titlesIn, worded } from "./figure-words.js";
import { type FigureNumbers, figureOf } from "./figures.js";
import { GIVEN } from "./functions.js";
import { type InputProblem, type MakeValidator, show, startValidator, type Validator } from "./validate.js";

export type Result = Record<string, unknown>;
export type Outcome =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/** An example input with a title. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  /** Questions that it answers, in everyday words. */
  readonly questions: readonly string[];
  /** Other words by which people look for it. */
  readonly also: readonly string[];
  readonly version: string;
  readonly edition: string;
  /** The tool that replaces this one. */
  readonly successor?: string;
  /** The standards that its results can cite. */
  readonly standard: string;
  readonly inputs: readonly string[];
  /** The results that answer the question. */
  readonly headline?: Headline;
  readonly examples: readonly Example[];
  /** Path of its definition, and all of its files with hashes. */
  readonly file: string;
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** Data of a compiled tool besides its code, as JSON. */
export interface ToolData {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  /** The inputs behind each value, by slot id. */
  readonly behind: readonly (readonly string[] | null)[];
  /** The constant part of each figure. */
  readonly figures: readonly FigureHead[];
  /** Cited clauses, by source id. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  /** Groups, suggestions and alternative words of inputs. */
  readonly formHints?: FormHints;
}

/** The code of a compiled tool. */
export interface ToolModule {
  readonly start: Start;
  readonly validator: MakeValidator;
}

export interface CompiledTool {
  readonly data: ToolData;
  readonly module: ToolModule;
}

/** A served set of definitions. */
export interface RuntimeSet<T extends RuntimeTool = RuntimeTool> {
  readonly edition: string;
  readonly tools: ReadonlyMap<string, T>;
  /** Tools of the older interface. */
  readonly legacy: ReadonlyMap<string, T>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Licences of the sources; empty if the set has none. */
  readonly licences: ReadonlyMap<string, Licence>;
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** The folder of the built form, if it was opened from one. */
  readonly built?: string;
  /** Whether tools of the built form were omitted. */
  readonly isPart?: boolean;
}

interface Running {
  readonly compiled: Compiled;
  readonly validator: Validator;
}

export class RuntimeTool {
  private running: Running | undefined;
  private compiledTool: () => CompiledTool;

  constructor(
    readonly facts: ToolFacts,
    make: () => CompiledTool,
  ) {
    this.compiledTool = once(make);
  }

  get name(): string {
    return this.facts.name;
  }

  get data(): ToolData {
    return this.compiledTool().data;
  }

  get inputSchema(): Readonly<Record<string, unknown>> {
    return this.data.inputSchema;
  }

  get outputSchema(): Readonly<Record<string, unknown>> {
    return this.data.outputSchema;
  }

  get formHints(): FormHints {
    return this.data.formHints ?? {};
  }

  /** Starts the evaluator if necessary. */
  ready(): Running {
    this.running ??= start(this.compiledTool());
    return this.running;
  }

  /** Uses the evaluator of another instance of the same tool. */
  adopt(other: RuntimeTool): void {
    this.compiledTool = other.compiledTool;
    this.running = other.ready();
  }

  validate(input: unknown): InputProblem[] {
    return this.accept(input).problems;
  }

  /** Returns the input with codes for choices, and the remaining problems. */
  accept(input: unknown): { readonly input: unknown; readonly problems: InputProblem[] } {
    const { validator } = this.ready();
    const problems = validator(input);
    if (!problems.some(({ allowed }) => allowed !== undefined)) return { input, problems };
    const coded = this.coded(input);
    return coded === input ? { input, problems } : { input: coded, problems: validator(coded) };
  }

  private coded<Input>(input: Input): Input {
    return withCodes(input, this.inputSchema, this.formHints) as Input;
  }

  /** Computes with the compiled evaluator. A brief result has null assumptions and recommendations. */
  run(input: unknown, brief = false): Outcome {
    const { input: accepted, problems } = this.accept(input);
    if (problems.length > 0) return { ok: false, problems };
    return this.compute(accepted as Readonly<Record<string, unknown>>, brief);
  }

  /** Computes a valid input. */
  compute(input: Readonly<Record<string, unknown>>, brief = false): Outcome {
    const { compiled } = this.ready();
    return this.computeBy(compiled, compiled.open(input), input, brief);
  }

  protected computeBy(
    { violations, result }: Pick<Compiled, "violations" | "result">,
    root: object,
    input: Readonly<Record<string, unknown>>,
    brief = false,
  ): Outcome {
    try {
      const violated = violations(root);
      if (violated.length > 0) return { ok: false, problems: violated.map(toProblem) };
      return { ok: true, result: result(root, brief) };
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return { ok: false, problems: [blame(input, this.data.behind[error.site] ?? undefined)] };
    }
  }

  /** Returns the tool's text functions; undefined results for functions with other parameters. */
  wordForms(): (name: string, word: string) => string | undefined {
    const { forms, open } = this.ready().compiled;
    const root = open({});
    return (name, word) => forms[name]?.(root, word)?.toString();
  }

  /** Returns notes on the inputs that a valid input omits. */
  inputNotes(input: Readonly<Record<string, unknown>>): InputNotes {
    const { compiled } = this.ready();
    try {
      return compiled.inputNotes(compiled.open(this.coded(input)));
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return { inapplicable: [], replaced: new Map() };
    }
  }

  /** Returns the figures of a valid input, without empty ones. */
  figures(input: Readonly<Record<string, unknown>>): FigureData[] {
    const { compiled } = this.ready();
    const coded = this.coded(input);
    return this.figuresBy(compiled, compiled.open(coded), coded);
  }

  protected figuresBy(
    { figures }: Pick<Compiled, "figures">,
    root: object,
    input: Readonly<Record<string, unknown>>,
  ): FigureData[] {
    const numbers = figures.map((figure) => {
      try {
        return figure(root);
      } catch (error) {
        if (!(error instanceof NonFinite)) throw error;
        return null;
      }
    });
    return this.drawn(input, numbers);
  }

  /** Builds figures from numbers, and runs sweeps. */
  private drawn(
    input: Readonly<Record<string, unknown>>,
    numbers: readonly (FigureNumbers | null)[],
  ): FigureData[] {
    const titles = titlesIn([this.data.outputSchema, this.data.inputSchema]);
    return this.data.figures.flatMap((head, at) => {
      const found = numbers[at] ?? null;
      const figure = found === null ? undefined : figureOf(head, found, (x) => this.swept(head, input, x));
      return figure === undefined ? [] : [worded(figure, titles)];
    });
  }

  /** Returns a result at a value of an input, or for the sent input; null if it is refused or not a number. */
  private swept({ over = "", result = "" }: FigureHead, input: object, x?: number): number | null {
    const outcome = this.run(x === undefined ? input : { ...input, [over]: x });
    let found: unknown = outcome.ok ? outcome.result : null;
    for (const name of result.split(".")) found = (found as Result | null)?.[name] ?? null;
    return typeof found === "number" ? found : null;
  }
}

/** Returns the problems of an outcome. */
export function problemsOf(outcome: Outcome): readonly InputProblem[] {
  return outcome.ok ? [] : outcome.problems;
}

/** Returns a result as JSON text. `tail` contains further fields with a leading comma. */
export function resultText(result: Result, tail: string): string {
  return `${JSON.stringify(result).slice(0, -1)}${tail}}`;
}

function start({ data, module }: CompiledTool): Running {
  return {
    compiled: module.start(GIVEN),
    validator: startValidator(module.validator, data.inputSchema, data.formHints),
  };
}

export function toProblem(violation: Violation): InputProblem {
  return { pointer: `/${violation.field}`, message: violation.message };
}

/** Returns the most extreme of the inputs that a non-finite value depends on. */
export function blame(
  input: Readonly<Record<string, unknown>>,
  reached: readonly string[] | undefined,
): InputProblem {
  const candidates = Object.entries(input).flatMap(([name, value]) =>
    typeof value === "number" && (reached === undefined || reached.includes(name)) ? [{ name, value }] : [],
  );
  // Zero is usually harmless, so it ranks below truly extreme values.
  const extremeness = (value: number) => (value === 0 ? 20 : Math.abs(Math.log10(Math.abs(value))));
  const [worst] = candidates.sort((a, b) => extremeness(b.value) - extremeness(a.value));
  if (worst === undefined) return { pointer: "", message: "These inputs cannot be computed with." };
  const size = Math.abs(worst.value) < 1 ? "small" : "large";
  return {
    pointer: `/${worst.name}`,
    message: `${worst.name} (${show(worst.value)}) is too ${size} to compute with.`,
  };
}
