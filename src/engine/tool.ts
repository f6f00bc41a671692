// A tool ready to be called: validate, compute with the compiled plan, or walk it with the reference evaluator.
import { type Compiled, compileTool } from "./compile/module.js";
import type { Source } from "./definitions.js";
import { type Explanation, explain } from "./explain.js";
import { outputSchema } from "./output-schema.js";
import type { Slot, ToolPlan } from "./plan.js";
import { NotFinite } from "./reference/meaning.js";
import { walkResults } from "./reference/results.js";
import { Walker } from "./reference/walker.js";
import { NonFinite } from "./runtime.js";
import { compileSerialiser, type Serialiser } from "./serialise.js";
import { compileValidator, type InputProblem, show, type Validator } from "./validate.js";

export type Result = Record<string, unknown>;
export type Outcome =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/** What a tool takes from the set it belongs to. */
export interface Surroundings {
  readonly disclaimer: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly files: readonly (readonly [path: string, sha256: string])[];
  readonly roundings: ReadonlyMap<string, number>;
}

/** Walks take turns: rule engines are shared between them. */
let turn: Promise<unknown> = Promise.resolve();

export class Tool {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  private readonly compiled: Compiled;
  private readonly validator: Validator;
  private serialiser: Serialiser | undefined;

  constructor(
    readonly plan: ToolPlan,
    readonly surroundings: Surroundings,
  ) {
    this.inputSchema = plan.inputSchema;
    this.outputSchema = outputSchema(plan, surroundings.fields);
    this.compiled = compileTool(plan, surroundings.disclaimer);
    this.validator = compileValidator(plan.inputSchema);
  }

  get name(): string {
    return this.plan.def.name;
  }

  /** The JavaScript that the plan was compiled to. */
  get code(): string {
    return this.compiled.source;
  }

  validate(input: unknown): InputProblem[] {
    return this.validator(input);
  }

  /** The compiled evaluator: serves requests. */
  run(input: unknown): Outcome {
    const problems = this.validator(input);
    if (problems.length > 0) return { ok: false, problems };
    return this.compute(input as Readonly<Record<string, unknown>>);
  }

  /** Computes an input that is known to be valid. */
  compute(input: Readonly<Record<string, unknown>>): Outcome {
    try {
      const root = this.compiled.open(input);
      const offences = this.compiled.offences(root);
      if (offences.length > 0) return { ok: false, problems: offences.map(toProblem) };
      return { ok: true, result: this.compiled.result(root) };
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return { ok: false, problems: [this.blame(input, this.plan.slots[error.site])] };
    }
  }

  /** A result of this tool as JSON text; `tail` is text of further fields, with the comma before them. */
  text(result: Result, tail: string): string {
    this.serialiser ??= compileSerialiser(this.outputSchema);
    return this.serialiser(result, tail);
  }

  /** The reference evaluator: walks the definition, slowly and independently. */
  async reference(input: unknown): Promise<Outcome> {
    return (await this.walk(input)).outcome;
  }

  async explain(input: unknown): Promise<{ outcome: Outcome; explanation?: Explanation }> {
    const { outcome, walker } = await this.walk(input);
    if (!outcome.ok || walker === undefined) return { outcome };
    return { outcome, explanation: explain(this, walker, outcome.result) };
  }

  private walk(input: unknown): Promise<{ outcome: Outcome; walker?: Walker }> {
    const mine = turn.then(() => this.walkNow(input));
    turn = mine.catch(() => undefined);
    return mine;
  }

  private async walkNow(input: unknown): Promise<{ outcome: Outcome; walker?: Walker }> {
    const problems = this.validator(input);
    if (problems.length > 0) return { outcome: { ok: false, problems } };
    const sent = input as Readonly<Record<string, unknown>>;
    const walker = new Walker(this.plan.def, this.plan.inputs, sent, this.surroundings.roundings);
    try {
      const { result, offences } = await walkResults(walker, this.surroundings.disclaimer);
      if (result === undefined) return { outcome: { ok: false, problems: offences.map(toProblem) } };
      return { outcome: { ok: true, result }, walker };
    } catch (error) {
      if (!(error instanceof NotFinite)) throw error;
      return { outcome: { ok: false, problems: [this.blame(sent, undefined)] } };
    }
  }

  /** One of the tool's own functions, for the check of alias words. */
  callFunction(name: string, word: string): string | undefined {
    const walker = new Walker(this.plan.def, this.plan.inputs, {}, this.surroundings.roundings);
    return walker.simpleFunction(name, word);
  }

  /** The input to blame for a value that is not finite: of those it depends on, the most extreme. */
  private blame(input: Readonly<Record<string, unknown>>, slot: Slot | undefined): InputProblem {
    const reached = slot === undefined ? undefined : inputsOf(slot);
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
}

function toProblem(offence: { readonly field: string; readonly message: string }): InputProblem {
  return { pointer: `/${offence.field}`, message: offence.message };
}

function inputsOf(slot: Slot, seen = new Set<Slot>(), found = new Set<string>()): Set<string> {
  if (seen.has(slot)) return found;
  seen.add(slot);
  for (const name of slot.reads) found.add(name);
  for (const next of slot.uses) inputsOf(next, seen, found);
  return found;
}
