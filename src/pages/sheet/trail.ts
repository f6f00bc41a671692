// Where the numbers of an explanation come from: each name of a formula followed to the step that worked it out.
import type { Expr } from "../../engine/language/formula.js";
import type { CalculationDef } from "../../engine/language/model.js";
import type { ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../json/objects.js";
import { formulaOf, pathOf } from "../formulas.js";
import { type Facts, type Functions, inUse } from "./in-use.js";

/** Steps that see each other, and what stands around them. */
export interface Scope {
  readonly steps: ReadonlyMap<string, ExplainedStep>;
  readonly around?: Scope;
  /** The calculation whose steps these are: it says what their parameters are. */
  readonly of?: ExplainedStep;
}

/** A step, and where the names of its formula are looked up. */
export interface Place {
  readonly step: ExplainedStep;
  readonly scope: Scope;
}

/** Formulas that lead to each other are refused when read; this only bounds how far anybody looks. */
const FARTHEST = 40;

export class Trail {
  readonly root: Scope;
  private readonly formulas = new Map<ExplainedStep, Expr | undefined>();

  constructor(
    private readonly explanation: Explanation,
    private readonly functions: Functions,
    /** Whether a name is an input, sent or not. */
    private readonly isInput: (name: string) => boolean,
  ) {
    this.root = scopeOf(explanation.steps);
  }

  /** The step that a path leads to from a scope; one that holds a whole record stands for its fields. */
  find(path: string, scope: Scope, far = 0): Place | undefined {
    if (far > FARTHEST) return undefined;
    const [first = "", ...rest] = path.split(".");
    for (let at: Scope | undefined = scope; at !== undefined; at = at.around) {
      const step = at.steps.get(first);
      if (step !== undefined) return this.inside({ step, scope: at }, rest, far);
      const given = at.of?.with?.[first];
      const formula = given === undefined ? undefined : formulaOf(given);
      const path = formula === undefined ? undefined : pathOf(formula);
      if (given !== undefined)
        return path === undefined || at.around === undefined
          ? undefined
          : this.find([path, ...rest].join("."), at.around, far + 1);
    }
    return undefined;
  }

  private inside(place: Place, rest: readonly string[], far: number): Place | undefined {
    const [next, ...more] = rest;
    if (next === undefined) return place;
    const { step } = place;
    if (step.steps !== undefined) {
      const scope = scopeOf(step.steps, place);
      const found = scope.steps.get(next);
      return found === undefined ? undefined : this.inside({ step: found, scope }, more, far);
    }
    const target = this.alias(place);
    const found =
      target === undefined ? undefined : this.find([target, ...rest].join("."), place.scope, far + 1);
    return found ?? (isRecord(step.value) ? place : undefined);
  }

  /** The step that really worked a value out, behind those that only hand it on. */
  origin(place: Place, far = 0): Place {
    const target = this.alias(place);
    const next = target === undefined ? undefined : this.find(target, place.scope, far + 1);
    return next === undefined || next.step === place.step || far > FARTHEST
      ? place
      : this.origin(next, far + 1);
  }

  /** All steps on the way to the origin, the first itself. */
  chain(place: Place): Place[] {
    const target = this.alias(place);
    const next = target === undefined ? undefined : this.find(target, place.scope);
    return next === undefined || next.step === place.step ? [place] : [place, ...this.chain(next)];
  }

  /** The scope inside a step; undefined where it holds no steps. */
  open(place: Place): Scope | undefined {
    const origin = this.origin(place);
    return origin.step.steps === undefined ? undefined : scopeOf(origin.step.steps, origin);
  }

  private alias(place: Place): string | undefined {
    const formula = this.formula(place);
    return formula === undefined ? undefined : pathOf(formula);
  }

  /** The formula of a step as it was used: branches that were not taken and values that were absent left out. */
  formula(place: Place): Expr | undefined {
    const { step } = place;
    if (this.formulas.has(step)) return this.formulas.get(step);
    this.formulas.set(step, undefined);
    const expr = step.expression === undefined ? undefined : formulaOf(step.expression);
    const used = expr === undefined ? undefined : inUse(expr, this.factsAt(place), this.functions);
    this.formulas.set(step, used);
    return used;
  }

  /** What a path was worth where a formula stands; undefined where nobody has noted it. */
  worth(path: string, place: Place): unknown {
    const reads = place.step.inputs ?? {};
    if (Object.hasOwn(reads, path)) return reads[path];
    const [first = "", ...fields] = path.split(".");
    const name = fields.at(-1) ?? first;
    const step = this.find(path, place.scope)?.step;
    if (step !== undefined) {
      const value = step.name === name ? step.value : fieldsOf(step.value, [name]);
      if (value !== undefined) return value;
    }
    const sent = this.explanation.inputs[first];
    return sent === undefined && this.isInput(first) ? null : fieldsOf(sent?.value, fields);
  }

  private factsAt(place: Place): Facts {
    const worth = (path: string) => this.worth(path, place);
    return {
      worth,
      given: (path) => {
        if (this.isInput(path)) return this.explanation.inputs[path]?.from === "caller";
        const value = worth(path);
        return value === undefined ? undefined : value !== null;
      },
    };
  }
}

function fieldsOf(value: unknown, fields: readonly string[]): unknown {
  let at = value;
  for (const field of fields) at = isRecord(at) ? at[field] : undefined;
  return at;
}

/** The scope of steps, of those inside a step where one is named. */
export function scopeOf(steps: readonly ExplainedStep[], inside?: Place): Scope {
  const byName = new Map(steps.map((step) => [step.name, step]));
  return inside === undefined ? { steps: byName } : { steps: byName, around: inside.scope, of: inside.step };
}

/** Functions of one line, whose formula can stand where they are called. */
export function functionsOf(calculations: ReadonlyMap<string, CalculationDef>): Functions {
  return new Map(
    [...calculations].flatMap(([name, { isFunction, given, values }]) => {
      const [only] = values;
      return isFunction && only?.kind === "formula"
        ? [[name, { names: [...given.keys()], formula: only.formula.it.expr }] as const]
        : [];
    }),
  );
}
