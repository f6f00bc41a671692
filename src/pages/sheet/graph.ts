// Reads an explanation's graph: steps by id, values and sources of names in formulas, and formulas as evaluated.

import type {
  ExplainedResult,
  ExplainedRow,
  ExplainedStep,
  Explanation,
} from "../../engine/explain/explanation.js";
import { type Expr, partsOf } from "../../engine/language/formula.js";
import { isRecord } from "../../json/objects.js";
import { pathOf, withParts } from "../formulas.js";
import { NO_TREES, type Trees } from "./trees.js";

/** A name or path in the formula of a step. */
export interface GraphLeaf {
  readonly path: string;
  readonly value: unknown;
  /** Ids of the sources. */
  readonly ids: readonly string[];
  /** The step of the formula. */
  readonly of: ExplainedStep;
}

/** A formula as evaluated: only the chosen branches, with functions inlined. */
export interface Used {
  readonly formula: Expr;
  /** Returns the value of a name. */
  leaf(name: string): GraphLeaf;
}

/** Levels to which functions are inlined. */
const DEEPEST = 3;
/** Limit on followed steps. Cycles are refused when definitions are read. */
const FARTHEST = 40;

export class Graph {
  private readonly steps = new Map<string, ExplainedStep>();
  private readonly formulas = new Map<ExplainedStep, Used | undefined>();
  private readonly users = new Map<string, ExplainedStep[]>();

  constructor(
    private readonly explanation: Pick<
      Explanation,
      "steps" | "calls" | "results" | "result" | "inputs" | "rows"
    >,
    readonly trees: Trees = NO_TREES,
  ) {
    const add = (step: ExplainedStep): void => {
      if (this.steps.has(step.id)) return;
      this.steps.set(step.id, step);
      for (const id of new Set(readsOf(step))) this.users.set(id, [...(this.users.get(id) ?? []), step]);
      step.steps?.forEach(add);
    };
    explanation.steps.forEach(add);
    explanation.calls.forEach(add);
    for (const [path, result] of Object.entries(explanation.results)) add(this.resultStep(path, result));
  }

  step(id: string): ExplainedStep | undefined {
    return this.steps.get(id);
  }

  /** Whether an input was sent or has a default. */
  isKnown(id: string): boolean {
    return Object.hasOwn(this.explanation.inputs, id.replace(/^input:/, ""));
  }

  isSent(name: string): boolean {
    return this.explanation.inputs[name]?.from === "caller";
  }

  row(id: string): ExplainedRow | undefined {
    return this.explanation.rows[id];
  }

  /** Returns a field of the result as a step. */
  result(path: string): ExplainedStep | undefined {
    return this.steps.get(`result:${path}`);
  }

  /** Returns the steps that read a step, input or row. */
  usedBy(id: string): readonly ExplainedStep[] {
    return this.users.get(id) ?? [];
  }

  private resultStep(path: string, derived: ExplainedResult): ExplainedStep {
    const { result } = this.explanation;
    const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
    const value = keys.reduce<unknown>((at, key) => entryAt(at, key), result);
    const name = keys.at(-1) ?? path;
    return { ...derived, id: `result:${path}`, name, kind: "result", value, citations: [] };
  }

  leaf(step: ExplainedStep, path: string): GraphLeaf {
    const ids = step.reads?.[path];
    return {
      path,
      value: step.inputs?.[path] ?? this.recorded(step, path),
      ids: ids === undefined ? [] : typeof ids === "string" ? [ids] : ids,
      of: step,
    };
  }

  /** Returns a value that the record stores only at its source: a list, or a field of an input. */
  private recorded(step: ExplainedStep, path: string): unknown {
    if (step.inputs !== undefined && Object.hasOwn(step.inputs, path)) return step.inputs[path];
    const ids = step.reads?.[path];
    if (typeof ids !== "string") return undefined;
    const [kind, name = ""] = ids.split(":");
    if (kind === "input" && name === path) return this.explanation.inputs[name]?.value ?? null;
    const source = this.steps.get(ids);
    return source?.name === path.split(".").at(-1) ? source?.value : undefined;
  }

  /** Returns the source step of a name; a record is the source of its fields. */
  source({ of, path, ids }: GraphLeaf): ExplainedStep | undefined {
    for (const id of ids) {
      const step = this.steps.get(id);
      if (step !== undefined) return step;
    }
    const around = path.replace(/\.[^.]*$/, "");
    return around === path ? undefined : this.source(this.leaf(of, around));
  }

  /** Returns the complete formula, with all branches. */
  written(step: ExplainedStep): Used | undefined {
    const formula = this.tree(step);
    return formula && { formula, leaf: (name) => this.leaf(step, name) };
  }

  private tree(step: ExplainedStep): Expr | undefined {
    if (step.kind === "given" && step.of === undefined) return undefined;
    const id = step.of ?? step.id.replace(/\[\d+\]/g, "[]");
    return this.trees.formulas.get(step.rule === undefined ? id : `${id}#${step.rule}`);
  }

  /** Returns the conditions of a rule, in the recorded order. */
  conditions(step: ExplainedStep, rule: number): readonly Expr[] {
    return this.trees.conditions.get(`${step.of ?? step.id.replace(/\[\d+\]/g, "[]")}#${rule}`) ?? [];
  }

  used(step: ExplainedStep): Used | undefined {
    if (this.formulas.has(step)) return this.formulas.get(step);
    const formula = this.tree(step);
    const leaves = new Map<string, GraphLeaf>();
    const used =
      formula === undefined
        ? undefined
        : {
            formula: this.prune(formula, step, leaves, 0),
            leaf: (name: string) => leaves.get(name) ?? this.leaf(step, name),
          };
    this.formulas.set(step, used);
    return used;
  }

  /** Inlined names are qualified, so that they keep their meaning within the function. */
  private prune(
    expr: Expr,
    step: ExplainedStep,
    leaves: Map<string, GraphLeaf>,
    deep: number,
    args?: ReadonlyMap<string, Expr>,
  ): Expr {
    const numbers = new Map(partsOf(expr).map((part, at) => [part, at]));
    const visit = (part: Expr): Expr => {
      const path = pathOf(part);
      if (path !== undefined)
        return args === undefined ? part : this.inFunction(part, path, step, leaves, args);
      const at = numbers.get(part) ?? -1;
      const taken = step.taken?.[at];
      if (taken !== undefined && isChoice(part)) return visit(part.args[taken] as Expr);
      if (part.kind !== "call") return withParts(part, visit);
      const [first, second] = part.args;
      // Display rounds anyway.
      if (part.name === "round" && first !== undefined && second?.kind === "number" && second.value >= 2)
        return visit(first);
      const known = this.trees.functions.get(part.name);
      const call = this.steps.get(step.called?.[at] ?? "");
      if (known === undefined || call === undefined || deep >= DEEPEST) return withParts(part, visit);
      const given = new Map(known.names.map((name, nth) => [name, visit(part.args[nth] as Expr)]));
      return this.prune(known.formula, call, leaves, deep + 1, given);
    };
    return visit(expr);
  }

  /** Resolves a name inside a function: an argument, its field, or a name of the tool. */
  private inFunction(
    expr: Expr,
    path: string,
    call: ExplainedStep,
    leaves: Map<string, GraphLeaf>,
    args: ReadonlyMap<string, Expr>,
  ): Expr {
    const [first = "", ...fields] = path.split(".");
    const given = args.get(first);
    if (given !== undefined && fields.length === 0) return given;
    if (given === undefined && path === "pi") return expr;
    const around = given && pathOf(given);
    const name = `${path}@${call.id}`;
    const shown = around === undefined ? path : [around.replace(/@.*$/, ""), ...fields].join(".");
    leaves.set(name, { ...this.leaf(call, path), path: shown });
    return { kind: "name", name, nth: 0 };
  }

  /** Returns the name that a step only forwards; undefined if it computes. */
  alias(step: ExplainedStep): GraphLeaf | undefined {
    const used = this.used(step);
    const path = used && pathOf(used.formula);
    if (used !== undefined) return path === undefined ? undefined : used.leaf(path);
    // A result that is only a name.
    const [only, second] = step.kind === "result" ? Object.keys(step.reads ?? {}) : [];
    return only !== undefined && second === undefined ? this.leaf(step, only) : undefined;
  }

  /** Returns the step that computed a value. */
  origin(step: ExplainedStep): ExplainedStep {
    return this.chain(step).at(-1) ?? step;
  }

  /** Returns the step and the steps that it forwards, up to the origin. */
  chain(step: ExplainedStep): readonly ExplainedStep[] {
    const chain = [step];
    for (let at: ExplainedStep | undefined = step; at !== undefined && chain.length < FARTHEST; ) {
      const leaf = this.alias(at);
      const next: ExplainedStep | undefined = leaf && this.source(leaf);
      // The record of a field is not the same value, so the chain ends.
      at = next === undefined || chain.includes(next) ? undefined : next;
      if (at !== undefined) chain.push(at);
    }
    return chain;
  }
}

/** Whether an operation returns one of its operands; a maximum shows all. */
function isChoice(part: Expr): part is Extract<Expr, { readonly args: readonly Expr[] }> {
  return (part.kind === "call" && part.name === "if") || (part.kind === "operator" && part.op === "??");
}

export function readsOf({ reads = {}, also = [] }: Pick<ExplainedStep, "reads" | "also">): readonly string[] {
  return [...Object.values(reads).flat(), ...also];
}

function entryAt(of: unknown, key: string): unknown {
  if (Array.isArray(of)) return of[Number(key)];
  if (!isRecord(of)) return undefined;
  // Rows of a keyed object are numbered in order.
  return Object.hasOwn(of, key) ? of[key] : Object.values(of)[Number(key)];
}
