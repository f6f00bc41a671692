// Reports promises that cannot be tested: about unknown inputs or results, or about unordered values.

import type { Check } from "../engine/checks/check.js";
import type { Hint, Report } from "../engine/language/findings.js";
import { type Expr, partsOf } from "../engine/language/formula.js";
import type { Location, Position } from "../engine/language/locations.js";
import type { PromiseDef, WrittenFormula } from "../engine/language/model.js";
import { didYouMean } from "../engine/language/nearest.js";
import { describe, type RecordType, type Type, wordsOf } from "../engine/language/types.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import { conditionsPlan, endOf, inputAt, RESULT, resultType, typeAt } from "./promise-types.js";

export const PROMISE: Check = {
  code: "promise",
  refuses:
    "a promise that claims nothing or two things, or names an input, result or order of words that does not exist",
  example: "The promise uses powr_kw, which is not an input. (did you mean power_kw?)",
};

/** Other names that conditions may use. */
const WORDS = [RESULT, "inputs", "edition", "as_of", "pi"];

export function checkPromises(plan: ToolPlan, report: Report): void {
  const ids = new Set<string>();
  const result = resultType(plan.def, plan.results);
  const results = namesOf(result);
  const known = new Set([...plan.inputs.keys(), ...results, ...WORDS]);
  for (const promise of plan.def.promises) {
    if (ids.has(promise.id))
      report.found(PROMISE, promise.at.of("id"), `Two promises are called ${promise.id}.`);
    ids.add(promise.id);
    const read = [promise.when, promise.always, ...(promise.agrees?.inputs.values() ?? [])].filter(
      (each) => each !== undefined,
    );
    if (read.every((each) => namesAreKnown(each, plan, known, report))) conditionsPlan(plan, promise, report);
    new PromiseCheck(plan, result, results, promise, report).check();
  }
}

/** Checks agreements with tools of the same set. */
export function checkAgreements(plans: readonly ToolPlan[], report: Report): void {
  const byName = new Map(plans.map((plan) => [plan.def.name, plan]));
  for (const plan of plans)
    for (const { agrees, at } of plan.def.promises) {
      if (agrees === undefined) continue;
      const other = byName.get(agrees.tool);
      const wrong = (key: string, name: string, is: string, known: Iterable<string>) =>
        report.found(
          PROMISE,
          placeOf(at, key, name),
          `The promise uses ${name}, which is not ${is}.`,
          didYouMean(name, known),
        );
      if (other === undefined) {
        wrong("with", agrees.tool, "a tool of the set", byName.keys());
        continue;
      }
      const result = resultType(other.def, other.results);
      for (const name of agrees.inputs.keys())
        if (!other.inputs.has(name)) wrong("inputs", name, `an input of ${agrees.tool}`, other.inputs.keys());
      for (const name of agrees.fields.values())
        if (typeAt(result, name.split(".")) === undefined)
          wrong("agrees", name, `a result of ${agrees.tool}`, namesOf(result));
    }
}

/** Promises may use inputs and results only, not the tool's values. */
function namesAreKnown(
  written: WrittenFormula,
  plan: ToolPlan,
  known: ReadonlySet<string>,
  report: Report,
): boolean {
  const unknown = namesIn(written.it.expr).filter(({ name }) => !known.has(name));
  for (const { name, nth } of unknown) {
    const isValue = plan.root.slots.has(name);
    report.found(
      PROMISE,
      written.at.ofWord(written.key, name, nth),
      isValue
        ? `${name} is a value inside the tool, which no caller sees.`
        : `Nothing is called ${name} among inputs and results.`,
      isValue ? "make it a result, or use inputs and results" : didYouMean(name, known),
    );
  }
  return unknown.length === 0;
}

type Name = Extract<Expr, { kind: "name" }>;

/** Returns names outside of filters, where they may be fields of items. */
function namesIn(expr: Expr): Name[] {
  return partsOf(expr, false).filter((part) => part.kind === "name");
}

function namesOf({ shapes }: RecordType): string[] {
  return shapes.flatMap((shape) => [...shape.names()]);
}

class PromiseCheck {
  constructor(
    private readonly plan: ToolPlan,
    private readonly result: RecordType,
    private readonly results: readonly string[],
    private readonly promise: PromiseDef,
    private readonly report: Report,
  ) {}

  check(): void {
    const { change, never, keeps, scales, agrees } = this.promise;
    if (change?.kind === "raise" || change?.kind === "lower")
      for (const name of change.inputs) this.moved(change.kind, name, change.order);
    if (change?.kind === "scale")
      for (const name of change.factors.keys()) this.numeric("scale", name, this.input("scale", name));
    if (change?.kind === "swap") for (const name of change.inputs) this.input("swap", name);
    for (const [name, way] of never) {
      const type = this.field("never", name);
      if (type === undefined) continue;
      if (way === "better" || way === "worse") this.ordered("never", name, type, this.promise.order);
      else if (type.kind !== "boolean") this.numeric("never", name, type);
    }
    for (const name of keeps) this.field("keeps", name);
    for (const name of scales.keys()) this.numeric("scales", name, this.field("scales", name));
    for (const name of agrees?.fields.keys() ?? []) this.field("agrees", name);
  }

  private moved(key: string, name: string, order: readonly string[] | undefined): void {
    const type = this.input(key, name);
    if (type === undefined || type.kind === "boolean") return;
    if (type.kind === "date" && order === undefined) return;
    if (order !== undefined || type.kind !== "number") this.ordered(key, name, type, order);
  }

  private input(key: string, name: string): Type | undefined {
    const type = inputAt(this.plan.inputs, name);
    return this.end(key, name, type, "an input", this.plan.inputs.keys());
  }

  private field(key: string, name: string): Type | undefined {
    return this.end(key, name, typeAt(this.result, name.split(".")), "a result", this.results);
  }

  private end(
    key: string,
    name: string,
    type: Type | undefined,
    is: string,
    known: Iterable<string>,
  ): Type | undefined {
    if (type !== undefined) return endOf(type);
    const near = didYouMean(name, known, "name it as callers send or get it");
    this.wrong(key, name, `The promise uses ${name}, which is not ${is}.`, near);
    return undefined;
  }

  private numeric(key: string, name: string, type: Type | undefined): void {
    if (type !== undefined && type.kind !== "number" && type.kind !== "unknown")
      this.wrong(key, name, `${name} is ${describe(type)} and has no size.`);
  }

  /** Words need a scale or an order of existing words. */
  private ordered(key: string, name: string, type: Type, order: readonly string[] | undefined): void {
    if (type.kind === "unknown" || (type.kind === "scale" && order === undefined)) return;
    if (order === undefined) {
      const hint = key === "never" ? "add order: with the best word last" : "list its words, lowest first";
      this.wrong(key, name, `${name} is ${describe(type)} and has no order.`, hint);
      return;
    }
    if (type.kind !== "text" && type.kind !== "scale") {
      this.wrong(key, name, `${name} is ${describe(type)}, and only words are put in order.`);
      return;
    }
    const words = wordsOf(type);
    const strange = order.find((word) => words?.has(word) === false);
    if (strange !== undefined)
      this.wrong(
        key,
        name,
        `${name} can never be ${strange}.`,
        didYouMean(strange, words ?? [], `it is one of ${[...(words ?? [])].join(", ")}`),
      );
  }

  private wrong(key: string, name: string, message: string, hint?: Hint): void {
    this.report.found(PROMISE, placeOf(this.promise.at, key, name), message, hint);
  }
}

/** Returns the location of a name under a key. */
function placeOf(at: Position, key: string, name: string): Location {
  return at.inner.get(key)?.named(name) ?? at.of(key);
}
