// A tool as it is served: what is said about it, and what computes, which is made when somebody first asks for it.

import { type Compiled, type Offence, type Program, startProgram } from "./compile/program.js";
import type { DefinitionFile, Source } from "./definitions.js";
import { once } from "./once.js";
import { type PlainFor, plainFor } from "./plain-texts.js";
import type { Plans } from "./read/plans.js";
import { NonFinite } from "./runtime.js";
import { compileSerialiser, type Serialiser } from "./serialise.js";
import type { Tool } from "./tool.js";
import { type InputProblem, show, startValidator, type Validator } from "./validate.js";

export type Result = Record<string, unknown>;
export type Outcome =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/** What is said about a tool. */
export interface Facts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly version: string;
  readonly edition: string;
  /** The tool that takes the place of this one. */
  readonly successor?: string;
  /** The standards that its results can cite. */
  readonly standard: string;
  readonly inputs: readonly string[];
  /** Path of its definition, and all files that make it up, with their hashes. */
  readonly file: string;
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** All that is needed to compute, as plain data. */
export interface Machine {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly program: Program;
  /** The text of the function that checks an input. */
  readonly validator: string;
}

/** A set of definitions as it is served. */
export interface ServedSet<T extends ServedTool = ServedTool> {
  readonly edition: string;
  readonly tools: ReadonlyMap<string, T>;
  /** Tools of the older interface, kept apart. */
  readonly legacy: ReadonlyMap<string, T>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** What callers may use; undefined for a set that is not meant to be served to strangers. */
  readonly plans: Plans | undefined;
}

interface Running {
  readonly compiled: Compiled;
  readonly validator: Validator;
  readonly serialiser: () => Serialiser;
  /** For results whose texts need no look. */
  readonly plainSerialiser: () => Serialiser;
  /** The inputs that have such results; undefined where there are none. */
  readonly plainFor: PlainFor | undefined;
}

export abstract class ServedTool {
  private running: Running | undefined;
  private made = once(() => this.machine());

  constructor(readonly facts: Facts) {}

  /** What computes, read or compiled. */
  protected abstract machine(): Machine;
  /** The inputs that a value depends on, by the number of its slot. */
  protected abstract inputsBehind(site: number): ReadonlySet<string> | undefined;
  /** The tool with its whole definition, for those who explain. */
  abstract whole(): Promise<Tool>;

  get name(): string {
    return this.facts.name;
  }

  get inputSchema(): Readonly<Record<string, unknown>> {
    return this.made().inputSchema;
  }

  get outputSchema(): Readonly<Record<string, unknown>> {
    return this.made().outputSchema;
  }

  /** The JavaScript that the definition was compiled to. */
  get code(): string {
    return this.made().program.source;
  }

  /** Makes what computes, where it is not there yet. */
  ready(): Running {
    this.running ??= start(this.made());
    return this.running;
  }

  /** Computes with what another form of the same tool has made already. */
  adopt(other: ServedTool): void {
    this.made = () => other.made();
    this.running = other.ready();
  }

  validate(input: unknown): InputProblem[] {
    return this.ready().validator(input);
  }

  /** The compiled evaluator: serves requests. */
  run(input: unknown): Outcome {
    const problems = this.ready().validator(input);
    if (problems.length > 0) return { ok: false, problems };
    return this.compute(input as Readonly<Record<string, unknown>>);
  }

  /** Computes an input that is known to be valid. */
  compute(input: Readonly<Record<string, unknown>>): Outcome {
    const { compiled } = this.ready();
    try {
      const root = compiled.open(input);
      const offences = compiled.offences(root);
      if (offences.length > 0) return { ok: false, problems: offences.map(toProblem) };
      return { ok: true, result: compiled.result(root) };
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return { ok: false, problems: [blame(input, this.inputsBehind(error.site))] };
    }
  }

  /**
   * A result of this tool as JSON text; `tail` is text of further fields, with the comma before them. It is written faster
   * where the input is known that it is the result of.
   */
  text(result: Result, tail: string, input?: unknown): string {
    const { serialiser, plainSerialiser, plainFor: fits } = this.ready();
    const plain =
      fits !== undefined && input !== undefined && fits(input as Readonly<Record<string, unknown>>);
    return (plain ? plainSerialiser() : serialiser())(result, tail);
  }
}

function start({ program, validator, inputSchema, outputSchema }: Machine): Running {
  return {
    compiled: startProgram(program),
    validator: startValidator(validator, inputSchema),
    serialiser: once(() => compileSerialiser(outputSchema, program.texts)),
    plainSerialiser: once(() => compileSerialiser(outputSchema, [], true)),
    plainFor: plainFor(program, inputSchema),
  };
}

export function toProblem(offence: Offence): InputProblem {
  return { pointer: `/${offence.field}`, message: offence.message };
}

/** The input to blame for a value that is not finite: of those it depends on, the most extreme. */
export function blame(
  input: Readonly<Record<string, unknown>>,
  reached: ReadonlySet<string> | undefined,
): InputProblem {
  const candidates = Object.entries(input).flatMap(([name, value]) =>
    typeof value === "number" && (reached === undefined || reached.has(name)) ? [{ name, value }] : [],
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
