// Tests one promise of a tool on one input: kept, broken, or not applicable.
import { compileTool } from "../../engine/compile/module.js";
import { NonFinite } from "../../engine/functions/evaluation.js";
import { LISTS } from "../../engine/language/common-fields.js";
import { Report } from "../../engine/language/findings.js";
import { partsOf } from "../../engine/language/formula.js";
import type { PromiseDef } from "../../engine/language/model.js";
import type { Result, Tool } from "../../engine/tool.js";
import { conditionsPlan, RESULT } from "../../lint/promise-types.js";
import { changed, type Move } from "./change.js";
import { expectationOf } from "./expectation.js";
import type { Input } from "./paths.js";

/** An input, and the target value of a raise or lower. */
export interface Trial {
  readonly input: Input;
  readonly move?: Move | undefined;
}

export interface InputResult {
  readonly input: Input;
  readonly result: Result;
}

/** An input that breaks a promise, with the results. */
export interface Breach {
  readonly before: InputResult;
  /** The input and result after the change, or those of the other tool. */
  readonly after?: InputResult;
  readonly says: string;
}
export type PromiseVerdict = "silent" | "kept" | Breach;

type Condition = (input: Input, result: Result) => boolean;

export class Judge {
  private readonly when: Condition | undefined;
  private readonly always: Condition | undefined;
  private readonly asked: (answered: InputResult) => Input | undefined;
  private readonly broken: ReturnType<typeof expectationOf>;
  /** Results that its conditions may use. */
  private readonly fields: readonly string[];
  /** The last input and its result, because all moves of one value start there. */
  private last: { readonly input: Input; readonly answer: InputResult | undefined } | undefined;

  constructor(
    readonly tool: Tool,
    readonly promise: PromiseDef,
    private readonly others: ReadonlyMap<string, Tool>,
  ) {
    this.fields = fieldsFor(tool, promise);
    this.when = this.condition("when");
    this.always = this.condition("always");
    this.asked = this.asking();
    this.broken = expectationOf(tool.plan, promise, others);
  }

  /** `known` is the result of the input, if it was already computed. */
  judge({ input, move }: Trial, known?: Result): PromiseVerdict {
    const before = known === undefined ? this.before(input) : { input, result: known };
    if (before === undefined || !this.concerns(before)) return "silent";
    const { always, promise } = this;
    if (always !== undefined)
      return always(before.input, before.result)
        ? "kept"
        : { before, says: `${promise.always?.it.text} does not hold.` };
    const after = this.after(before, move);
    if (after === undefined) return "silent";
    const says = this.broken(before.result, after.result);
    return says === undefined ? "kept" : { before, after, says };
  }

  /** Whether the promise applies to this input. */
  concerns({ input, result }: InputResult): boolean {
    return this.when === undefined || this.when(input, result);
  }

  /** Returns the changed input with its result, or those of the other tool. */
  private after(before: InputResult, move: Move | undefined): InputResult | undefined {
    const { change, agrees } = this.promise;
    if (change !== undefined) {
      const moved = changed(change, this.tool.plan.inputs, before.input, move);
      const after = moved === undefined ? undefined : this.answer(this.tool, moved);
      return after !== undefined && this.concerns(after) ? after : undefined;
    }
    const other = this.others.get(agrees?.tool ?? "");
    const asked = this.asked(before);
    return other === undefined || asked === undefined ? undefined : this.answer(other, asked);
  }

  private before(input: Input): InputResult | undefined {
    if (this.last?.input !== input) this.last = { input, answer: this.answer(this.tool, input) };
    return this.last.answer;
  }

  private answer(tool: Tool, input: Input): InputResult | undefined {
    const outcome = tool.run(input);
    return outcome.ok ? { input, result: outcome.result } : undefined;
  }

  /** Compiles a condition over inputs and results. A condition that cannot be computed is false. */
  private condition(name: "when" | "always"): Condition | undefined {
    if (this.promise[name] === undefined) return undefined;
    const plan = conditionsPlan(this.tool.plan, this.promise, new Report());
    const constraints = plan.constraints.filter(({ field }) => field === name);
    const { open, violations } = compileTool({ ...plan, constraints, results: [] }, "");
    return (input, result) =>
      finite(() => violations(open(this.names({ input, result }))).length > 0) ?? false;
  }

  /**
   * Returns the inputs for the other tool of an agreement. Null values are omitted; if one cannot be computed, the
   * result is undefined.
   */
  private asking(): (answered: InputResult) => Input | undefined {
    if (this.promise.agrees === undefined) return () => undefined;
    const plan = conditionsPlan(this.tool.plan, this.promise, new Report());
    const { open, result: asked } = compileTool({ ...plan, constraints: [] }, "");
    return (answered) => {
      const sent = finite(() => asked(open(this.names(answered))));
      return sent && Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
    };
  }

  /** Combines inputs and results for conditions. Null results are omitted. */
  private names({ input, result }: InputResult): Record<string, unknown> {
    const names: Record<string, unknown> = { [RESULT]: result };
    for (const field of this.fields) {
      const value = result[field];
      if (value !== undefined && value !== null) names[field] = value;
    }
    return Object.assign(names, input);
  }
}

/** Returns results that the formulas use and that no input shadows. */
function fieldsFor({ plan }: Tool, { when, always, agrees }: PromiseDef): string[] {
  const formulas = [when, always, ...(agrees?.inputs.values() ?? [])];
  const parts = formulas.flatMap((written) => (written === undefined ? [] : partsOf(written.it.expr)));
  const named = new Set(parts.flatMap((part) => (part.kind === "name" ? [part.name] : [])));
  const isUsed = (field: string) => named.has("inputs") || named.has(field);
  const results = [...plan.results.map(({ node }) => node.name), ...plan.def.commonFields];
  // flagged() reads the flags implicitly.
  return results.filter((field) => !plan.inputs.has(field) && (field === LISTS.flags || isUsed(field)));
}

/** Returns undefined if a number is not finite. */
function finite<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof NonFinite) return undefined;
    throw error;
  }
}
