// The steps of an explanation: each value that was worked out, and those inside groups, calculations and lists.
import { LIMITS } from "../language/bounds.js";
import { defined } from "../language/defined.js";
import type { Source } from "../language/files.js";
import type { Formula } from "../language/formula.js";
import type { Location } from "../language/locations.js";
import type { Call, Citation, ResultNode, ToolDef, ValueDef } from "../language/model.js";
import { pieceIds, writtenFormula } from "../language/piece-ids.js";
import { unitOfName } from "../language/unit-names.js";
import { derivation, filled, placeText } from "./derivation.js";
import { DEEPEST, detailedFrames, framesIn, opens, tracesIn, withInner } from "./detailed-frames.js";
import { entryOf, latexOf, rowOf, short, substitute, textOf, textsOf } from "./explained-values.js";
import type { ExplainedCitation, ExplainedRule, ExplainedStep } from "./explanation.js";
import { idOfRecord, type Remembered, type RuleTrace, type Trace, WalkFrame } from "./frame.js";
import { GraphIds, nameIn, withoutCalls } from "./graph-ids.js";
import { nodeOf } from "./mathjs.js";
import { readsOf, refusedBy } from "./refused.js";

export class StepWriter {
  readonly ids: GraphIds;
  private readonly pieces: ReadonlyMap<object, string>;
  /** Results by their names: a value that is shown as a result is called as the result is. */
  private readonly shown: ReadonlyMap<string, ResultNode>;

  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly def: ToolDef,
    root: WalkFrame,
  ) {
    this.shown = new Map(def.results.map((node) => [node.name, node]));
    this.pieces = pieceIds(def);
    this.ids = new GraphIds(detailedFrames(root));
  }

  /** The values of a frame that were needed, in the order in which they were worked out. */
  steps(frame: WalkFrame, depth: number): ExplainedStep[] {
    return [...frame.memo.values()]
      .filter(({ error }) => error === undefined)
      .sort((a, b) => a.trace.order - b.trace.order)
      .map((known) => this.step(known, depth));
  }

  /** Calls of functions that steps have read; each may read further ones. */
  calls(): ExplainedStep[] {
    const told: ExplainedStep[] = [];
    // A map is gone through with what is added meanwhile.
    for (const known of this.ids.calls.values()) {
      const { params } = known.frame;
      const given = [...params].map(([name, value]) => [name, short(value)] as const);
      const step = this.step(known, DEEPEST + 1);
      told.push({
        ...step,
        name: known.frame.label,
        inputs: { ...Object.fromEntries(given), ...step.inputs },
      });
    }
    return told;
  }

  private step(known: Remembered, depth: number): ExplainedStep {
    const { frame, trace } = known;
    const def = frame.values.get(known.name) as ValueDef;
    const name = def.list ?? known.name;
    const value = known.value ?? null;
    const rule = ruleTaken(def, trace);
    const { of, kind, formula, unit } = this.about(known, rule);
    const id = this.ids.of(known);
    const reads = [...trace.reads]
      .filter(([, read]) => !Array.isArray(read))
      .map(([key, read]) => [key, short(read)]);
    const result = depth === 0 ? this.shown.get(known.name) : undefined;
    const title = def.title ?? result?.title;
    const symbol = def.symbol ?? result?.symbol;
    return {
      ...head(id, of, name, kind, { title, symbol, unit }),
      ...derivation(this.ids, def.location, [trace], formula),
      ...(formula === undefined
        ? {}
        : {
            expression: textOf(formula),
            substituted: substitute(nodeOf(formula), trace.reads),
            latex: latexOf(formula),
          }),
      ...filled({ inputs: Object.fromEntries(reads) }),
      value: short(value),
      ...filled({
        tables: trace.tables.map(({ table, keys, row, cites }) => ({
          table,
          keys: keys.map(short),
          row: row === null ? null : rowOf(row),
          citations: this.citations(cites),
        })),
        rules: trace.rules.map((each) => this.rule(each)),
        rule,
        because: def.because,
      }),
      citations: this.citations(def.cites),
      ...(def.kind === "calculate" && value !== null ? { with: textsOf(def.call.args) } : {}),
      ...this.inside(def, known, depth),
      ...(def.kind === "pick" ? refusedBy(def, frame, value, this.pieces) : {}),
    };
  }

  private inside(
    def: ValueDef,
    known: Remembered,
    depth: number,
  ): Pick<ExplainedStep, "steps" | "entries" | "picked"> {
    const { frame, value = null } = known;
    if (depth > DEEPEST) return {};
    if (opens(def) && value instanceof WalkFrame) {
      const picked = def.kind === "pick" ? { picked: this.ids.ofFrame(value) } : {};
      return {
        ...picked,
        steps: withInner(value)
          .toReversed()
          .flatMap((inside) => [...this.given(inside), ...this.steps(inside, depth + 1)]),
      };
    }
    if (def.kind === "pick" && value !== null && typeof value === "object") {
      const picked = idOfRecord(value);
      return picked === undefined ? {} : { picked };
    }
    if (def.kind === "each" && Array.isArray(value)) {
      const steps = this.entries(frame.tried.get(def.name) ?? [], this.ids.of(known), def.location);
      return {
        entries: value
          .slice(0, LIMITS.explainedEntries)
          .map((entry) => (entry instanceof WalkFrame ? entryOf(entry) : short(entry))),
        ...filled({ steps }),
      };
    }
    return {};
  }

  /** The parameters of a calculation, each with the formula that it is given. */
  private given(inside: WalkFrame): ExplainedStep[] {
    return [...inside.given.values()].map((known): ExplainedStep => {
      const { name, trace, value = null } = known;
      const { of, kind, formula, location } = this.about(known);
      const reads = [...trace.reads].filter(([, read]) => read === null || typeof read !== "object");
      return {
        ...head(this.ids.of(known), of, name, kind, { unit: unitOfName(name) }),
        ...derivation(this.ids, location, [trace], formula),
        ...filled({ expression: formula && textOf(formula), inputs: Object.fromEntries(reads) }),
        value: short(value),
        citations: [],
      };
    });
  }

  /** What the definition says of a value, or of a parameter: its formula stands with the value that calls, `x(span)`. */
  private about({ frame, name, value }: Remembered, rule?: number | "otherwise") {
    const def = frame.values.get(name);
    const unit = def?.unit ?? unitOfName(name) ?? (typeof value === "number" ? "1" : undefined);
    if (def !== undefined) {
      const kind = def.condition ? "condition" : def.kind;
      return { of: this.pieces.get(def), kind, formula: formulaOf(def, rule), unit, location: def.location };
    }
    const caller = frame.owner && callerOf(frame.owner.frame, frame.owner.name);
    const call = caller && callIn(caller);
    const of = caller && this.pieces.get(caller);
    return {
      of: of === undefined ? undefined : `${of}(${name})`,
      kind: "given",
      formula: call?.args.get(name)?.it,
      unit,
      location: call?.location ?? this.def.location,
    };
  }

  /** What the entries of a list work out; `list` is its id. */
  private entries(tried: readonly WalkFrame[], list: string, location: Location): ExplainedStep[] {
    if (!this.ids.isSummarised(tried)) return this.ofAll(tried, `${list}[].`);
    const traces = tried.filter((entry) => !this.ids.isTold(entry)).flatMap(tracesIn);
    const id = `${list}[]`;
    const origins = new Set(traces.flatMap((trace) => [...trace.origins]));
    const also = this.ids.list(withoutCalls(origins)).filter((each) => each !== id);
    const name = list.split(".").at(-1) ?? list;
    const value = `(${tried.length} entries)`;
    return [{ id, name: `${name}[]`, kind: "entries", at: placeText(location), also, value, citations: [] }];
  }

  /** Each value of some entries or calculations, once for all of them; `before` is what their ids begin with. */
  private ofAll(entries: readonly WalkFrame[], before: string): ExplainedStep[] {
    const all = new Map<string, Remembered[]>();
    for (const frame of entries.flatMap(withInner))
      for (const known of [...frame.given.values(), ...frame.memo.values()]) {
        if (known.error !== undefined) continue;
        const id = before + nameIn(known);
        const those = all.get(id);
        if (those === undefined) all.set(id, [known]);
        else those.push(known);
      }
    return [...all].map(([id, those]) => this.forAll(id, those));
  }

  private forAll(id: string, those: readonly Remembered[]): ExplainedStep {
    const [first] = those as [Remembered];
    const { frame, name } = first;
    const def = frame.values.get(name);
    const { of, kind, formula, unit, location } = this.about(first);
    const traces = those.map(({ trace }) => ({ ...trace, origins: withoutCalls(trace.origins) }));
    const inner = those.flatMap(framesIn);
    const steps = inner.length === 0 ? [] : this.ofAll(inner, `${id}${def?.kind === "each" ? "[]" : ""}.`);
    const about = { title: def?.title, symbol: def?.symbol, unit };
    return {
      ...head(id, of, name, kind, about),
      ...derivation(this.ids, location, traces, undefined),
      ...defined({ expression: formula && textOf(formula) }),
      value: `(${those.length} values)`,
      ...defined({ because: def?.because }),
      citations: this.citations(def?.cites ?? []),
      ...filled({ steps }),
    };
  }

  private rule({ entry, groups, outcome, conditions }: RuleTrace): ExplainedRule {
    const id = entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : undefined);
    return {
      ...defined({ id }),
      at: placeText(entry.location),
      groups,
      outcome,
      conditions: conditions(),
      ...defined({ because: entry.because }),
      citations: this.citations(entry.cites),
    };
  }

  private citations(cites: readonly Citation[]): ExplainedCitation[] {
    return cites.map(({ source, clause, evidence }) => {
      const known = this.sources.get(source);
      return {
        source,
        title: known?.title ?? source,
        ...defined({ reference: known?.reference }),
        clause,
        evidence: evidence ?? known?.evidence ?? "unverified",
      };
    });
  }
}

/** What every step begins with; `of` is the value of the definition. */
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

/** The call of the calculation that works out a value, or the entries of a list. */
function callIn(def: ValueDef): Call | undefined {
  if (def.kind === "calculate") return def.call;
  return def.kind === "each" ? def.calculate : undefined;
}

function callerOf(frame: WalkFrame, name: string | undefined): ValueDef | undefined {
  return name === undefined ? frame.parent?.values.get(frame.label) : frame.values.get(name);
}

/** The rule of a decision that held, by its place among the rules. */
function ruleTaken(def: ValueDef, { rules }: Trace): number | "otherwise" | undefined {
  if (def.kind !== "decide") return undefined;
  const at = rules.findIndex(({ outcome }) => outcome === "holds");
  return at >= 0 ? at : def.otherwise === undefined ? undefined : "otherwise";
}

/** The formula of a value: its own, or that of the rule that decided. A word or number that is given stands for itself. */
function formulaOf(def: ValueDef, rule: number | "otherwise" | undefined): Formula | undefined {
  const formula = writtenFormula(def, rule);
  if (def.kind === "formula" || formula === undefined) return formula;
  return readsOf(nodeOf(formula)).length > 0 ? formula : undefined;
}
