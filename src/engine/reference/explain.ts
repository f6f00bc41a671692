// How a result came about, step by step: what was computed, from what, by which rule or row, on whose authority.
import type { MathNode } from "mathjs";
import { LIMITS } from "../language/bounds.js";
import type { FigureData } from "../language/figures.js";
import type { Source } from "../language/files.js";
import type { Formula } from "../language/formula.js";
import type { Citation, ResultNode, ToolDef, ValueDef, WrittenFormula } from "../language/model.js";
import { unitOfName } from "../language/unit-names.js";
import { Frame, type ReferenceValue, type Remembered, type RuleTrace, type Trace } from "./frame.js";
import { nodeOf } from "./mathjs.js";
import { toJson } from "./meaning.js";
import { type ExplainedRefusal, readsOf, refusedBy } from "./refused.js";
import type { Walker } from "./walker.js";

export interface ExplainedCitation {
  readonly source: string;
  readonly title: string;
  /** Number or edition by which the source is known. */
  readonly reference?: string;
  readonly clause: string;
  readonly evidence: string;
}
export interface ExplainedRule {
  readonly id?: string;
  readonly groups: readonly string[];
  readonly outcome: "holds" | "fails" | "not reached";
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[];
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
}
export interface ExplainedStep {
  readonly name: string;
  /** For people: what it is called, and its symbol in TeX. */
  readonly title?: string;
  readonly symbol?: string;
  readonly kind: string;
  readonly unit?: string;
  readonly expression?: string;
  /** The expression with the values in the place of the names. */
  readonly substituted?: string;
  readonly latex?: string;
  /** Names that the expression uses and their values. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly tables?: readonly {
    readonly table: string;
    readonly keys: readonly unknown[];
    readonly row: unknown;
    readonly citations: readonly ExplainedCitation[];
  }[];
  readonly rules?: readonly ExplainedRule[];
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
  /** Steps inside a group, a calculation or the item that was picked. */
  readonly steps?: readonly ExplainedStep[];
  /** Of a calculation: the formulas of what it is given. */
  readonly with?: Readonly<Record<string, string>>;
  /** Entries of a list, their single values only. */
  readonly entries?: readonly unknown[];
  /** Of the first that fits: those before it, each with the part of the condition that it failed. */
  readonly refused?: readonly ExplainedRefusal[];
}
export interface Explanation {
  readonly tool: string;
  readonly title: string;
  readonly version: string;
  readonly edition: string;
  /** The day whose law was applied. */
  readonly as_of: string;
  readonly definition_files: Readonly<Record<string, string>>;
  readonly inputs: Readonly<
    Record<string, { readonly value: unknown; readonly unit?: string; readonly from: "caller" | "default" }>
  >;
  readonly steps: readonly ExplainedStep[];
  readonly result: unknown;
  readonly figures: readonly FigureData[];
}

/** What an explanation takes from the set that the tool belongs to. */
export interface Around {
  readonly sources: ReadonlyMap<string, Source>;
  /** Paths of the tool's files and their SHA-256. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** All of an explanation but its figures, which are drawn from it. */
export function explain(walker: Walker, around: Around, result: unknown): Omit<Explanation, "figures"> {
  const { def, inputs } = walker;
  const explainer = new Explainer(around.sources, def);
  const given: Record<string, { value: unknown; unit?: string; from: "caller" | "default" }> = {};
  for (const input of inputs.values()) {
    const sent = walker.context.sent[input.name];
    if (sent === undefined && input.fallback === undefined) continue;
    given[input.name] = {
      value: sent ?? input.fallback,
      ...(input.unit === undefined ? {} : { unit: input.unit }),
      from: sent === undefined ? "default" : "caller",
    };
  }
  return {
    tool: def.name,
    title: def.title,
    version: def.version,
    edition: def.edition,
    as_of: asOf(def, given),
    definition_files: Object.fromEntries(around.files),
    inputs: given,
    steps: explainer.steps(walker.root, 0),
    result,
  };
}

function asOf(def: ToolDef, given: Readonly<Record<string, { value: unknown }>>): string {
  return typeof given.as_of_date?.value === "string" ? given.as_of_date.value : def.edition;
}

class Explainer {
  /** Results by their names: a value that is shown as a result is called as the result is. */
  private readonly shown: ReadonlyMap<string, ResultNode>;

  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    def: ToolDef,
  ) {
    this.shown = new Map(def.results.map((node) => [node.name, node]));
  }

  /** The values of a frame that were needed, in the order in which they were worked out. */
  steps(frame: Frame, depth: number): ExplainedStep[] {
    return [...frame.memo]
      .filter((entry): entry is [string, Remembered] => entry[1].error === undefined)
      .sort(([, a], [, b]) => a.trace.order - b.trace.order)
      .map(([name, known]) => this.step(name, frame, known, depth));
  }

  private step(name: string, frame: Frame, known: Remembered, depth: number): ExplainedStep {
    const def = frame.values.get(name) as ValueDef;
    const { trace } = known;
    const value = known.value ?? null;
    const formula = formulaOf(def, trace);
    const unit = def.unit ?? unitOfName(name) ?? (typeof value === "number" ? "1" : undefined);
    const reads = [...trace.reads]
      .filter(([, read]) => !Array.isArray(read))
      .map(([key, read]) => [key, short(read)]);
    const result = depth === 0 ? this.shown.get(name) : undefined;
    const title = def.title ?? result?.title;
    const symbol = def.symbol ?? result?.symbol;
    return {
      name: name.replace(/^\$/, ""),
      ...(title === undefined ? {} : { title }),
      ...(symbol === undefined ? {} : { symbol }),
      kind: def.condition ? "condition" : def.kind,
      ...(unit === undefined ? {} : { unit }),
      ...(formula === undefined
        ? {}
        : {
            expression: formula.text.replace(/\s+/g, " ").trim(),
            substituted: substitute(nodeOf(formula), trace.reads),
            latex: nodeOf(formula).toTex(),
          }),
      ...(reads.length === 0 ? {} : { inputs: Object.fromEntries(reads) }),
      value: short(value),
      ...(trace.tables.length === 0
        ? {}
        : {
            tables: trace.tables.map(({ table, keys, row, cites }) => ({
              table,
              keys: keys.map(short),
              row: row === null ? null : rowOf(row),
              citations: this.citations(cites),
            })),
          }),
      ...(trace.rules.length === 0 ? {} : { rules: trace.rules.map((rule) => this.rule(rule)) }),
      ...(def.because === undefined ? {} : { because: def.because }),
      citations: this.citations(def.cites),
      ...(def.kind === "calculate" && value !== null ? { with: textsOf(def.call.args) } : {}),
      ...this.inside(def, value, depth),
      ...(def.kind === "pick" ? refusedBy(def, frame, value) : {}),
    };
  }

  private inside(
    def: ValueDef,
    value: ReferenceValue,
    depth: number,
  ): Pick<ExplainedStep, "steps" | "entries"> {
    if (depth > 6) return {};
    const opens = def.kind === "group" || def.kind === "calculate" || def.kind === "pick";
    if (opens && value instanceof Frame) {
      return {
        steps: [
          ...(value.inner === undefined ? [] : this.steps(value.inner, depth + 1)),
          ...this.steps(value, depth + 1),
        ],
      };
    }
    if (def.kind === "each" && Array.isArray(value)) {
      return {
        entries: value
          .slice(0, LIMITS.explainedEntries)
          .map((entry) => (entry instanceof Frame ? entryOf(entry) : short(entry))),
      };
    }
    return {};
  }

  private rule(rule: RuleTrace): ExplainedRule {
    const { entry, groups, outcome } = rule;
    const id = entry.id ?? (entry.own.has("code") ? String(entry.own.get("code")) : undefined);
    return {
      ...(id === undefined ? {} : { id }),
      groups,
      outcome,
      conditions: rule.conditions(),
      ...(entry.because === undefined ? {} : { because: entry.because }),
      citations: this.citations(entry.cites),
    };
  }

  private citations(cites: readonly Citation[]): ExplainedCitation[] {
    return cites.map(({ source, clause, evidence }) => {
      const known = this.sources.get(source);
      return {
        source,
        title: known?.title ?? source,
        ...(known?.reference === undefined ? {} : { reference: known.reference }),
        clause,
        evidence: evidence ?? known?.evidence ?? "unverified",
      };
    });
  }
}

/** The formula of a value: its own, or that of the rule that decided. A word or number that is given stands for itself. */
function formulaOf(def: ValueDef, trace: Trace): Formula | undefined {
  if (def.kind === "formula") return def.formula.it;
  if (def.kind !== "decide") return undefined;
  const chosen = trace.rules.find(({ outcome }) => outcome === "holds")?.entry ?? def.otherwise;
  const give = chosen?.give;
  return give?.kind === "formula" && readsOf(nodeOf(give.formula.it)).length > 0
    ? give.formula.it
    : undefined;
}

/** The formula with numbers and words in the place of the names that were read. */
function substitute(node: MathNode, reads: ReadonlyMap<string, ReferenceValue>): string {
  const handler = (part: MathNode): string | undefined => {
    const { type } = part as unknown as { type: string };
    if (type !== "SymbolNode" && type !== "AccessorNode") return undefined;
    const value = toJson(reads.get(part.toString()) ?? null);
    if (typeof value === "number")
      return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "boolean" || reads.get(part.toString()) === null) return String(value);
    return undefined;
  };
  return node.toString({ handler } as unknown as object);
}

function textsOf(args: ReadonlyMap<string, WrittenFormula>): Record<string, string> {
  return Object.fromEntries([...args].map(([name, { it }]) => [name, it.text.replace(/\s+/g, " ").trim()]));
}

/** A value small enough to show beside others. */
function short(value: ReferenceValue): unknown {
  if (value instanceof Frame) return `(${value.label})`;
  if (Array.isArray(value)) {
    if (value.some((item) => item instanceof Frame)) return `(${value.length} entries)`;
    const shown = value.slice(0, LIMITS.explainedEntries).map(short);
    return value.length > shown.length ? [...shown, `(${value.length - shown.length} more)`] : shown;
  }
  return toJson(value);
}

function rowOf(row: object): unknown {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, cell]) => !Array.isArray(cell))
      .map(([name, cell]) => [name, toJson(cell as ReferenceValue)]),
  );
}

/** What is known of an entry of a list: its item and the values that were worked out. */
function entryOf(entry: Frame): unknown {
  const shown: Record<string, unknown> = {};
  const { item, itemName } = entry;
  if (itemName !== undefined && item !== undefined && (item === null || typeof item !== "object"))
    shown[itemName] = item;
  if (item !== null && typeof item === "object" && !Array.isArray(item) && !(item instanceof Frame)) {
    const [first] = Object.entries(item);
    if (first !== undefined) shown[first[0]] = toJson(first[1] as ReferenceValue);
  }
  for (const frame of [entry, entry.inner]) {
    for (const [name, known] of frame?.memo ?? []) {
      const value = known.value ?? null;
      if (known.error === undefined && (value === null || typeof value !== "object")) shown[name] = value;
    }
  }
  return shown;
}
