// A tool with its whole definition: it computes as it is served, and walks the definition with the reference evaluator.

import { writeTool } from "./compile/module.js";
import { outputSchema } from "./compile/output-schema.js";
import { startHere, startText } from "./compile/program.js";
import { validatorText } from "./compile/validator.js";
import { factsOf } from "./facts.js";
import { interpret, interpretRecording } from "./interpret/interpreter.js";
import type { ToolRecord } from "./interpret/record.js";
import { shortValue } from "./interpret/short-value.js";
import type { FigureData } from "./language/figures.js";
import type { Source } from "./language/files.js";
import { once } from "./language/once.js";
import type { Explanation } from "./reference/explanation.js";
import type { Walker } from "./reference/walker.js";
import { NonFinite } from "./run/functions.js";
import {
  blame,
  type Outcome,
  type Result,
  RuntimeTool,
  type ToolData,
  type ToolModule,
  toProblem,
} from "./run/tool.js";
import type { ToolPlan } from "./typing/plan.js";
import { inputsBehind } from "./typing/visit.js";

export type { Outcome, Result };

/** What a tool takes from the set it belongs to. */
export interface SetContext {
  readonly disclaimer: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly files: readonly (readonly [path: string, sha256: string])[];
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  readonly roundings: ReadonlyMap<string, number>;
}

/** The reference evaluator, which who only checks or computes need not wait for. */
const referenceEvaluator = () => import("./reference/evaluate.js");

/** A tool compiled: its code as texts of functions that need nothing around them, and its data. */
export interface WrittenTool {
  readonly data: ToolData;
  /** The functions of a ToolModule, each by its name. */
  readonly code: Readonly<Record<keyof ToolModule, string>>;
}

/** An evaluation, and the record of it. */
export interface RecordedOutcome {
  readonly outcome: Outcome;
  readonly record: ToolRecord;
  /** Computes the figures, which adds to the record. */
  readonly figures: () => FigureData[];
}

export class Tool extends RuntimeTool {
  private readonly interpreter = once(() => interpret(this.plan, this.context.disclaimer));
  private readonly recording = once(() => interpretRecording(this.plan, this.context.disclaimer));

  constructor(
    readonly plan: ToolPlan,
    readonly context: SetContext,
  ) {
    super(factsOf(plan, context.files), () => {
      const { data, code } = this.written();
      return { data, module: startHere<ToolModule>(objectText(code)) };
    });
  }

  written(): WrittenTool {
    const { plan, context } = this;
    const { inputSchema } = plan;
    const behind = once(() => plan.slots.map((slot) => [...inputsBehind(slot)].sort()));
    return {
      data: {
        inputSchema,
        outputSchema: outputSchema(plan, context.fields),
        get behind() {
          return behind();
        },
        figures: plan.def.figures.map(({ head }) => head),
        clauses: context.clauses,
        ...(Object.keys(plan.def.formHints).length === 0 ? {} : { formHints: plan.def.formHints }),
      },
      code: {
        start: startText(this.code),
        validator: validatorText(inputSchema),
      },
    };
  }

  /** The JavaScript that the definition was compiled to. */
  get code(): string {
    return writeTool(this.plan, this.context.disclaimer);
  }

  /** Computes with the interpreter: the same bytes as `run`. */
  interpret(input: unknown): Outcome {
    const problems = this.validate(input);
    if (problems.length > 0) return { ok: false, problems };
    const sent = input as Readonly<Record<string, unknown>>;
    const interpreter = this.interpreter();
    return this.computeBy(interpreter, interpreter.open(sent), sent);
  }

  /** The same with the record of what happened; undefined if the input is not valid. */
  record(input: unknown): RecordedOutcome | undefined {
    if (this.validate(input).length > 0) return undefined;
    const sent = input as Readonly<Record<string, unknown>>;
    const interpreter = this.recording();
    const root = interpreter.open(sent);
    return {
      outcome: this.computeBy(interpreter, root, sent),
      record: interpreter.recordOf(root),
      figures: () => this.figuresBy(interpreter, root, sent),
    };
  }

  /** The reference evaluator: walks the definition, slowly and independently. */
  async reference(input: unknown): Promise<Outcome> {
    return (await this.walk(input)).outcome;
  }

  async explain(input: unknown): Promise<{ outcome: Outcome; explanation?: Explanation }> {
    const { outcome, walker } = await this.walk(input);
    if (!outcome.ok || walker === undefined) return { outcome };
    const { tell } = await referenceEvaluator();
    const { told, figures } = await tell(walker, this.context, outcome.result);
    const drawn = this.drawn(input as Readonly<Record<string, unknown>>, figures);
    return { outcome, explanation: { ...told, figures: drawn } };
  }

  /** One input or value in short; undefined if the input is not valid, or a number is not finite. */
  valueNamed(name: string, input: Readonly<Record<string, unknown>>): unknown {
    if (this.validate(input).length > 0) return undefined;
    const interpreter = this.interpreter();
    try {
      const value = interpreter.value(interpreter.open(input), name);
      return value === undefined ? undefined : shortValue(value);
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return undefined;
    }
  }

  private async walk(input: unknown): Promise<{ outcome: Outcome; walker?: Walker }> {
    const problems = this.validate(input);
    if (problems.length > 0) return { outcome: { ok: false, problems } };
    const sent = input as Readonly<Record<string, unknown>>;
    const { def, inputs } = this.plan;
    const { disclaimer, roundings } = this.context;
    const walked = await (await referenceEvaluator()).evaluate(disclaimer, def, inputs, sent, roundings);
    if (walked === undefined) return { outcome: { ok: false, problems: [blame(sent, undefined)] } };
    const { result, violations, walker } = walked;
    if (result === undefined) return { outcome: { ok: false, problems: violations.map(toProblem) } };
    return { outcome: { ok: true, result }, walker };
  }
}

function objectText(code: WrittenTool["code"]): string {
  return `({ ${Object.entries(code)
    .map(([name, text]) => `${name}: ${text}`)
    .join(",\n")} })`;
}
