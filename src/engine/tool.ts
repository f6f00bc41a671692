// A tool with its complete definition: computes, and explains results.

import { writeTool } from "./compile/module.js";
import { outputSchema } from "./compile/output-schema.js";
import { startHere, startText } from "./compile/program.js";
import { validatorText } from "./compile/validator.js";
import { explain } from "./explain/explain.js";
import type { Explanation } from "./explain/explanation.js";
import { factsOf } from "./facts.js";
import { NonFinite } from "./functions/evaluation.js";
import { interpret, interpretRecording } from "./interpret/interpreter.js";
import type { ToolRecord } from "./interpret/record.js";
import { shortValue } from "./interpret/short-value.js";
import type { FigureData } from "./language/figures.js";
import type { Source } from "./language/files.js";
import { once } from "./language/once.js";
import { type Outcome, type Result, RuntimeTool, type ToolData, type ToolModule } from "./run/tool.js";
import type { ToolPlan } from "./typing/plan.js";
import { inputsBehind } from "./typing/visit.js";

export type { Outcome, Result };

/** Data of the set that a tool uses. */
export interface SetContext {
  readonly disclaimer: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly files: readonly (readonly [path: string, sha256: string])[];
  /** SHA-256 of the file with texts common to all results. */
  readonly common: string;
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  readonly roundings: ReadonlyMap<string, number>;
}

/** A compiled tool as text: self-contained functions, and data. */
export interface WrittenTool {
  readonly data: ToolData;
  /** The functions of a ToolModule, by name. */
  readonly code: Readonly<Record<keyof ToolModule, string>>;
}

/** An evaluation with its record. */
export interface RecordedOutcome {
  /** The computed input, with codes for choices. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
  readonly record: ToolRecord;
  /** Computes the figures, which extends the record. */
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

  /** Returns the compiled JavaScript. */
  get code(): string {
    return writeTool(this.plan, this.context.disclaimer);
  }

  /** Computes with the interpreter; gives the same bytes as `run`. */
  interpret(input: unknown): Outcome {
    const { input: accepted, problems } = this.accept(input);
    if (problems.length > 0) return { ok: false, problems };
    const sent = accepted as Readonly<Record<string, unknown>>;
    const interpreter = this.interpreter();
    return this.computeBy(interpreter, interpreter.open(sent), sent);
  }

  /** Computes with a record; undefined if the input is invalid. */
  record(input: unknown): RecordedOutcome | undefined {
    const { input: accepted, problems } = this.accept(input);
    if (problems.length > 0) return undefined;
    const sent = accepted as Readonly<Record<string, unknown>>;
    const interpreter = this.recording();
    const root = interpreter.open(sent);
    return {
      input: sent,
      outcome: this.computeBy(interpreter, root, sent),
      record: interpreter.recordOf(root),
      figures: () => this.figuresBy(interpreter, root, sent),
    };
  }

  /** Computes and explains. */
  explain(input: unknown): { outcome: Outcome; explanation?: Explanation } {
    const recorded = this.record(input);
    if (recorded === undefined) return { outcome: { ok: false, problems: this.validate(input) } };
    const { outcome, record, figures } = recorded;
    if (!outcome.ok) return { outcome };
    // Steps come before figures, which would add values.
    const explained = explain(record, this.context, recorded.input, outcome.result);
    return { outcome, explanation: { ...explained, figures: figures() } };
  }

  /** Returns one value in short form; undefined if the input is invalid or a number is not finite. */
  valueNamed(name: string, input: Readonly<Record<string, unknown>>): unknown {
    const { input: accepted, problems } = this.accept(input);
    if (problems.length > 0) return undefined;
    const interpreter = this.interpreter();
    try {
      const sent = accepted as Readonly<Record<string, unknown>>;
      const value = interpreter.value(interpreter.open(sent), name);
      return value === undefined ? undefined : shortValue(value);
    } catch (error) {
      if (!(error instanceof NonFinite)) throw error;
      return undefined;
    }
  }
}

function objectText(code: WrittenTool["code"]): string {
  return `({ ${Object.entries(code)
    .map(([name, text]) => `${name}: ${text}`)
    .join(",\n")} })`;
}
