// A tool as it is served: what is said about it, and what computes, which is made when somebody first asks for it.

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

/** An input that shows how a tool is called, with a title for people. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is said about a tool. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  /** Questions that it answers, as people put them. */
  readonly questions: readonly string[];
  readonly version: string;
  readonly edition: string;
  /** The tool that takes the place of this one. */
  readonly successor?: string;
  /** The standards that its results can cite. */
  readonly standard: string;
  readonly inputs: readonly string[];
  /** Which results answer the question. */
  readonly headline?: Headline;
  readonly examples: readonly Example[];
  /** Path of its definition, and all files that make it up, with their hashes. */
  readonly file: string;
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** What a compiled tool is made of besides its code; it can be written as JSON. */
export interface ToolData {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  /** The inputs that each value depends on, by the number of its slot. */
  readonly behind: readonly (readonly string[] | null)[];
  /** What is said of each figure. */
  readonly figures: readonly FigureHead[];
  /** The clauses that its files cite, by the id of the source. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  /** Groups, suggestions and other words of inputs. */
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

/** A set of definitions as it is served. */
export interface RuntimeSet<T extends RuntimeTool = RuntimeTool> {
  readonly edition: string;
  readonly tools: ReadonlyMap<string, T>;
  /** Tools of the older interface, kept apart. */
  readonly legacy: ReadonlyMap<string, T>;
  readonly sources: ReadonlyMap<string, Source>;
  /** On what terms they may be used; none where the set does not say. */
  readonly licences: ReadonlyMap<string, Licence>;
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** The folder of the built form that it was opened from, where it was. */
  readonly built?: string;
  /** Whether tools that the built form holds are left out of it. */
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

  /** Makes what computes, where it is not there yet. */
  ready(): Running {
    this.running ??= start(this.compiledTool());
    return this.running;
  }

  /** Computes with what another form of the same tool has made already. */
  adopt(other: RuntimeTool): void {
    this.compiledTool = other.compiledTool;
    this.running = other.ready();
  }

  validate(input: unknown): InputProblem[] {
    return this.accept(input).problems;
  }

  /** Returns the input with its choices as codes, and the problems that remain. */
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

  /** The compiled evaluator: serves requests. A brief result leaves assumptions and recommendations null. */
  run(input: unknown, brief = false): Outcome {
    const { input: accepted, problems } = this.accept(input);
    if (problems.length > 0) return { ok: false, problems };
    return this.compute(accepted as Readonly<Record<string, unknown>>, brief);
  }

  /** Computes an input that is known to be valid. */
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

  /** What the tool's own functions make of a word; undefined where one is never called with texts alone. */
  wordForms(): (name: string, word: string) => string | undefined {
    const { forms, open } = this.ready().compiled;
    const root = open({});
    return (name, word) => forms[name]?.(root, word)?.toString();
  }

  /** What a valid input means for the inputs that it leaves out. */
  inputNotes(input: Readonly<Record<string, unknown>>): InputNotes {
    const { compiled } = this.ready();
    try {
      return compiled.inputNotes(compiled.open(this.coded(input)));
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return { inapplicable: [], replaced: new Map() };
    }
  }

  /** The figures of an input that is computed; one that has nothing to show is left out. */
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

  /** Figures from the numbers that an evaluator found; sweeps are run here. */
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

  /** One result at one value of an input, or as it was sent; null where it is refused or no number. */
  private swept({ over = "", result = "" }: FigureHead, input: object, x?: number): number | null {
    const outcome = this.run(x === undefined ? input : { ...input, [over]: x });
    let found: unknown = outcome.ok ? outcome.result : null;
    for (const name of result.split(".")) found = (found as Result | null)?.[name] ?? null;
    return typeof found === "number" ? found : null;
  }
}

/** What is wrong with an input; empty where it was computed. */
export function problemsOf(outcome: Outcome): readonly InputProblem[] {
  return outcome.ok ? [] : outcome.problems;
}

/** A result as JSON text; `tail` is the text of further fields, with the comma before them. */
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

/** The input to blame for a value that is not finite: of those it depends on, the most extreme. */
export function blame(
  input: Readonly<Record<string, unknown>>,
  reached: readonly string[] | undefined,
): InputProblem {
  const candidates = Object.entries(input).flatMap(([name, value]) =>
    typeof value === "number" && (reached === undefined || reached.includes(name)) ? [{ name, value }] : [],
  );
  // Zero is an ordinary value of most inputs: it is to blame only where nothing is really extreme.
  const extremeness = (value: number) => (value === 0 ? 20 : Math.abs(Math.log10(Math.abs(value))));
  const [worst] = candidates.sort((a, b) => extremeness(b.value) - extremeness(a.value));
  if (worst === undefined) return { pointer: "", message: "These inputs cannot be computed with." };
  const size = Math.abs(worst.value) < 1 ? "small" : "large";
  return {
    pointer: `/${worst.name}`,
    message: `${worst.name} (${show(worst.value)}) is too ${size} to compute with.`,
  };
}
