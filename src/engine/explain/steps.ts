// Writes the steps of an explanation: each value, and the values inside groups, calculations and lists.
import { Frame } from "../interpret/frames.js";
import { shortValue } from "../interpret/short-value.js";
import { LIMITS } from "../language/bounds.js";
import { defined } from "../language/defined.js";
import type { Source } from "../language/files.js";
import type { Location } from "../language/locations.js";
import type { ResultNode, ValueDef, WrittenFormula } from "../language/model.js";
import { pieceIds } from "../language/piece-ids.js";
import { unitOfName } from "../language/unit-names.js";
import { type ComputedValue, defOf, type Evaluation } from "./computed.js";
import { derivation, filled, placeText, textOf, type UsedFormula } from "./derivation.js";
import type { ExplainedStep } from "./explanation.js";
import { formulaLatex, formulaText } from "./formula-text.js";
import { computedIn, DEEPEST, detailedFrames, framesIn, opens, withInner } from "./frames-shown.js";
import { GraphIds } from "./graph-ids.js";
import { refusedBy } from "./refused.js";
import { explainedCitations, explainedRule, formulaOf, ruleTaken } from "./rules.js";
import { entryOf, rowOf } from "./shown-values.js";
import { Traces } from "./traces.js";

export class StepWriter {
  readonly ids: GraphIds;
  readonly traces: Traces;
  private readonly pieces: ReadonlyMap<object, string>;
  /** Results by name; a value shown as a result takes its title. */
  private readonly shown: ReadonlyMap<string, ResultNode>;

  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly evaluation: Evaluation,
  ) {
    const { def } = evaluation.record.plan;
    this.shown = new Map(def.results.map((node) => [node.name, node]));
    this.pieces = pieceIds(def);
    this.ids = new GraphIds(evaluation, detailedFrames(evaluation));
    this.traces = new Traces(evaluation);
  }

  private get plan() {
    return this.evaluation.record.plan;
  }

  /** Returns the steps of a frame in order of computation. */
  steps(frame: Frame, depth: number): ExplainedStep[] {
    return this.evaluation.values(frame).map((computed) => this.step(computed, depth));
  }

  /** Returns the steps of function calls, which may read further calls. */
  calls(): ExplainedStep[] {
    const steps: ExplainedStep[] = [];
    // The loop includes calls that are added meanwhile.
    for (const computed of this.ids.calls.values()) {
      const given = [...computed.frame.args].map(([name, value]) => [name, shortValue(value)] as const);
      const step = this.step(computed, DEEPEST + 1);
      const inputs = { ...Object.fromEntries(given), ...step.inputs };
      steps.push({ ...step, name: computed.frame.scope.label, inputs });
    }
    return steps;
  }

  private step(computed: ComputedValue, depth: number): ExplainedStep {
    const { value, record } = computed;
    const def = defOf(computed) as ValueDef;
    const trace = this.traces.of(computed);
    const { of, kind, used, unit } = this.about(computed);
    const reads = [...trace.reads]
      .filter(([, read]) => !Array.isArray(read))
      .map(([key, read]) => [key, shortValue(read)]);
    const result = depth === 0 ? this.shown.get(computed.name) : undefined;
    const title = def.title ?? result?.title;
    const symbol = def.symbol ?? result?.symbol;
    const id = this.ids.of(computed);
    const notes = record?.notes;
    return {
      ...head(id, of, computed.name.replace(/^\$/, ""), kind, { title, symbol, unit }),
      ...derivation(this.plan, this.ids, def.location, [trace], used),
      ...(used === undefined ? {} : this.written(used, trace.reads)),
      ...filled({ inputs: Object.fromEntries(reads) }),
      value: shortValue(value),
      ...filled({
        tables: trace.tables.map(({ table, keys, row, cites, between }) => ({
          table,
          keys: keys.map(shortValue),
          row: row === null ? null : rowOf(row),
          citations: explainedCitations(this.sources, cites),
          ...defined({ between }),
        })),
        rules: notes && record?.rules.map((rule) => explainedRule(this.plan, this.sources, rule, notes)),
        rule: ruleTaken(def, record),
        because: def.because,
      }),
      citations: explainedCitations(this.sources, def.cites),
      ...(def.kind === "calculate" && value !== null ? { with: textsOf(def.call.args) } : {}),
      ...this.inside(def, computed, depth),
      ...filled({ refused: refusedBy(computed, this.evaluation, this.traces, this.pieces) }),
    };
  }

  private written(
    { typed, text }: UsedFormula,
    reads: ReadonlyMap<string, unknown>,
  ): Pick<ExplainedStep, "expression" | "substituted" | "latex"> {
    const expr = this.plan.exprs.get(typed.id);
    if (expr === undefined) return {};
    return {
      expression: text,
      substituted: formulaText(expr, (path) => literalText(reads.get(path), reads.has(path))),
      latex: formulaLatex(expr),
    };
  }

  private inside(
    def: ValueDef,
    computed: ComputedValue,
    depth: number,
  ): Pick<ExplainedStep, "steps" | "entries" | "picked"> {
    const { value } = computed;
    if (depth > DEEPEST) return {};
    if (opens(computed) && value instanceof Frame) {
      const picked = def.kind === "pick" ? { picked: this.ids.ofFrame(value) } : {};
      return {
        ...picked,
        steps: withInner(value)
          .toReversed()
          .flatMap((inside) => [...this.given(inside), ...this.steps(inside, depth + 1)]),
      };
    }
    if (def.kind === "pick" && value !== null && typeof value === "object") {
      const picked = this.evaluation.idOfRecord(value);
      return picked === undefined ? {} : { picked };
    }
    if (def.kind === "each" && Array.isArray(value)) {
      const steps = this.entries(this.evaluation.tried(computed), this.ids.of(computed), def.location);
      return {
        entries: value
          .slice(0, LIMITS.explainedEntries)
          .map((entry) => (entry instanceof Frame ? entryOf(entry, this.evaluation) : shortValue(entry))),
        ...filled({ steps }),
      };
    }
    return {};
  }

  /** Returns the parameters of a calculation with their formulas. */
  private given(inside: Frame): ExplainedStep[] {
    return this.evaluation.given(inside).map((computed): ExplainedStep => {
      const { name, value } = computed;
      const { of, kind, used, location } = this.about(computed);
      const trace = this.traces.of(computed);
      const reads = [...trace.reads].filter(([, read]) => read === null || typeof read !== "object");
      return {
        ...head(this.ids.of(computed), of, name, kind, { unit: unitOfName(name) }),
        ...derivation(this.plan, this.ids, location, [trace], used),
        ...filled({ expression: used?.text, inputs: Object.fromEntries(reads) }),
        value: shortValue(value),
        citations: [],
      };
    });
  }

  /** Returns the definition of a value or parameter. A parameter's formula belongs to the caller, `x(span)`. */
  private about(computed: ComputedValue) {
    const { frame, name, value } = computed;
    const def = defOf(computed);
    const unit = def?.unit ?? unitOfName(name) ?? (typeof value === "number" ? "1" : undefined);
    if (def !== undefined) {
      const kind = def.condition ? "condition" : def.kind;
      const used = formulaOf(this.plan, computed, def);
      return { of: this.pieces.get(def), kind, used, unit, location: def.location };
    }
    const owner = this.evaluation.owner(frame);
    const caller = owner && (owner.slot?.def ?? this.evaluation.listOf(owner.frame)?.record?.slot.def);
    const call =
      caller?.kind === "calculate" ? caller.call : caller?.kind === "each" ? caller.calculate : undefined;
    const of = caller && this.pieces.get(caller);
    const written = call?.args.get(name);
    return {
      of: of === undefined ? undefined : `${of}(${name})`,
      kind: "given",
      used: written && computed.given && { ...computed.given, text: textOf(written.it) },
      unit,
      location: call?.location ?? this.plan.def.location,
    };
  }

  /** Returns the steps inside list entries; `list` is the list's id. */
  private entries(tried: readonly Frame[], list: string, location: Location): ExplainedStep[] {
    if (!this.ids.isSummarised(tried)) return this.ofAll(tried, `${list}[].`);
    const all = tried
      .filter((entry) => !this.ids.isDetailed(entry))
      .flatMap((entry) => computedIn(entry, this.evaluation));
    const id = `${list}[]`;
    const origins = new Set(all.flatMap((computed) => [...this.traces.of(computed).origins]));
    const also = this.ids.list(this.traces.withoutCalls(origins)).filter((each) => each !== id);
    const name = list.split(".").at(-1) ?? list;
    const value = `(${tried.length} entries)`;
    return [{ id, name: `${name}[]`, kind: "entries", at: placeText(location), also, value, citations: [] }];
  }

  /** Returns one step for each value common to several frames; `before` is the prefix of ids. */
  private ofAll(entries: readonly Frame[], before: string): ExplainedStep[] {
    const all = new Map<string, ComputedValue[]>();
    for (const frame of entries.flatMap(withInner))
      for (const computed of [...this.evaluation.given(frame), ...this.evaluation.values(frame)]) {
        const id = before + this.ids.nameIn(computed);
        all.set(id, [...(all.get(id) ?? []), computed]);
      }
    return [...all].map(([id, same]) => this.forAll(id, same));
  }

  private forAll(id: string, same: readonly ComputedValue[]): ExplainedStep {
    const [first] = same as [ComputedValue];
    const def = defOf(first);
    const { of, kind, used, unit, location } = this.about(first);
    const traces = same.map((computed) => {
      const trace = this.traces.of(computed);
      const { reads, named, taken, calls, tables } = trace;
      return { reads, named, taken, calls, tables, origins: this.traces.withoutCalls(trace.origins) };
    });
    const inner = same.flatMap((computed) => framesIn(computed, this.evaluation));
    const steps = inner.length === 0 ? [] : this.ofAll(inner, `${id}${def?.kind === "each" ? "[]" : ""}.`);
    return {
      ...head(id, of, first.name, kind, { title: def?.title, symbol: def?.symbol, unit }),
      ...derivation(this.plan, this.ids, location, traces, undefined),
      ...defined({ expression: used?.text }),
      value: `(${same.length} values)`,
      ...defined({ because: def?.because }),
      citations: explainedCitations(this.sources, def?.cites ?? []),
      ...filled({ steps }),
    };
  }
}

/** Returns the first fields of every step; `of` is the definition's id. */
function head(
  id: string,
  of: string | undefined,
  name: string,
  kind: string,
  { title, symbol, unit }: { readonly [key in "title" | "symbol" | "unit"]?: string | undefined },
): Pick<ExplainedStep, "id" | "of" | "name" | "title" | "symbol" | "kind" | "unit"> {
  const other = of === id ? undefined : of;
  return { id, ...defined({ of: other }), name, ...defined({ title, symbol }), kind, ...defined({ unit }) };
}

/** Writes a value as a literal; undefined if it has no literal form. */
function literalText(value: unknown, isRead: boolean): string | undefined {
  if (typeof value === "number")
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "boolean" || (isRead && value === null) ? String(value) : undefined;
}

function textsOf(args: ReadonlyMap<string, WrittenFormula>): Record<string, string> {
  return Object.fromEntries([...args].map(([name, { it }]) => [name, textOf(it)]));
}
