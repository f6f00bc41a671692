// Finds what a value read, by walking its formulas together with their notes.
import { Frame, type Value } from "../interpret/frames.js";
import type { NodeNotes, Note } from "../interpret/record.js";
import { type Expr, partsOf } from "../language/formula.js";
import type { Citation } from "../language/model.js";
import type { Lambda, Slot, Typed, TypedEntry, TypedGive, TypedPart } from "../typing/plan.js";
import { bandOf } from "./bands.js";
import { type ComputedValue, type Evaluation, isEvidence, isFunction, rowId } from "./computed.js";
import { pathOf } from "./formula-text.js";
import { type OtherSources, Sources, type ValueOrigin } from "./sources.js";

export interface FoundRow {
  readonly table: string;
  readonly keys: readonly Value[];
  readonly row: Readonly<Record<string, unknown>> | null;
  readonly cites: readonly Citation[];
  readonly between: readonly [number | null, number | null] | undefined;
}

/** The reads of one value. */
export interface ReadTrace {
  /** Values of names and paths. */
  readonly reads: Map<string, Value>;
  /** The origins of each name. */
  readonly named: Map<string, ReadonlySet<ValueOrigin>>;
  /** Every origin, including unnamed ones. */
  readonly origins: Set<ValueOrigin>;
  /** For choices, connectives and extremes outside of filters: the index of the argument that decided. */
  readonly taken: Map<Expr, number>;
  /** Results of functions called outside of filters. */
  readonly calls: Map<Expr, ComputedValue>;
  readonly tables: FoundRow[];
}

export class FormulaReading implements ReadTrace {
  readonly reads = new Map<string, Value>();
  readonly named = new Map<string, ReadonlySet<ValueOrigin>>();
  readonly origins = new Set<ValueOrigin>();
  readonly taken = new Map<Expr, number>();
  readonly calls = new Map<Expr, ComputedValue>();
  readonly tables: FoundRow[] = [];
  private readonly finder: Sources;

  constructor(
    private readonly evaluation: Evaluation,
    private readonly others: OtherSources,
    lists: ReadonlyMap<Lambda, ReadonlySet<ValueOrigin>> = new Map(),
  ) {
    this.finder = new Sources(evaluation, others, lists);
  }

  /** Reads an evaluated formula. */
  formula(typed: Typed | undefined, notes: NodeNotes): void {
    if (typed !== undefined) this.visit(typed, notes, false);
  }

  text(parts: readonly TypedPart[], notes: NodeNotes): void {
    for (const part of parts) if (typeof part !== "string") this.formula(part.value, notes);
  }

  give(give: TypedGive | undefined, notes: NodeNotes): void {
    switch (give?.kind) {
      case undefined:
        return;
      case "value":
        this.formula(give.value, notes);
        return;
      case "text":
        this.text(give.parts, notes);
        return;
      case "record":
        for (const field of give.fields.values()) this.give(field, notes);
        return;
      case "list":
        for (const item of give.items) {
          this.formula(item.when, notes);
          this.give(item.give, notes);
        }
    }
  }

  /** Reads condition and body of a value; with `sourceOnly` only the source of a list. */
  slot(slot: Slot, { record, frame }: ComputedValue, sourceOnly = false): void {
    const { body, when } = slot;
    if (record === undefined || body === undefined) return;
    const { notes } = record;
    this.formula(when, notes);
    switch (body.kind) {
      case "value":
        this.formula(body.value, notes);
        return;
      case "text":
        this.text(body.parts, notes);
        return;
      case "decide":
      case "collect":
        for (const { entry, groups, items } of record.rules) {
          for (const group of groups) this.formula(group.when, notes);
          this.entry(
            entry,
            notes,
            items.map((item) => item.notes),
          );
        }
        this.give(body.otherwise, notes);
        return;
      case "each":
        this.formula(body.source, notes);
        if (sourceOnly) return;
        for (const entry of record.entries) {
          this.inItem(body.where, entry.notes);
          this.inItem(body.order?.by, entry.notes);
        }
        return;
      case "pick":
        this.formula(body.source, notes);
        this.beginItems(body.lambda);
        for (const item of record.items) {
          this.inItem(body.where, item.notes);
          this.inItem(body.key, item.notes);
        }
        return;
      case "frame": {
        // A calculation reads what its arguments read.
        const { value } = record;
        if (!(value instanceof Frame) || value === frame) return;
        for (const param of this.evaluation.given(value)) {
          const own = this.beside();
          own.formula(param.given?.typed, param.given?.notes ?? notes);
          for (const [path, read] of own.reads) this.reads.set(path, read);
          for (const [path, from] of own.named) this.named.set(path, from);
        }
      }
    }
  }

  private entry(entry: TypedEntry, notes: NodeNotes, items: readonly NodeNotes[]): void {
    if (entry.loops.length === 0) {
      this.formula(entry.when, notes);
      this.give(entry.give, notes);
      return;
    }
    for (const { source, lambda } of entry.loops) {
      this.inItem(source, notes);
      this.beginItems(lambda);
    }
    for (const item of items) {
      const own = this.beside();
      own.formula(entry.when, item);
      own.give(entry.give, item);
      for (const origin of own.origins) this.origins.add(origin);
    }
  }

  /** From now on the lambda refers to items of the list that was read. */
  beginItems(lambda: Lambda): void {
    this.finder.lists.set(lambda, new Set(this.origins));
  }

  private beside(): FormulaReading {
    return new FormulaReading(this.evaluation, this.others, this.finder.lists);
  }

  /** Names have different values for each item, so only their origins are kept. */
  inItem(typed: Typed | undefined, notes: NodeNotes): void {
    if (typed === undefined) return;
    const own = this.beside();
    own.formula(typed, notes);
    for (const origin of own.origins) this.origins.add(origin);
  }

  private visit(typed: Typed, notes: NodeNotes, isInFilter: boolean): void {
    const note = notes.get(typed.id);
    if (note === undefined && typed.op !== "literal") return;
    const expr = this.evaluation.record.plan.exprs.get(typed.id);
    const path = expr === undefined || isInFilter ? undefined : pathOf(expr);
    if (path !== undefined) {
      this.path(typed, note, notes, path);
      return;
    }
    for (const origin of this.sourcesOf(typed, notes)) this.origins.add(origin);
    this.kids(typed, note, notes, isInFilter);
    if (expr === undefined || note === undefined || isInFilter) return;
    if (note.taken !== undefined && "args" in expr) this.taken.set(expr, note.taken);
    const called = note.frame && isFunction(note.frame) ? this.evaluation.called(note.frame) : undefined;
    if (called !== undefined) this.calls.set(expr, called);
  }

  /** Reads a name, or a field of one. */
  private path(typed: Typed, note: Note | undefined, notes: NodeNotes, path: string): void {
    const value = typed.op === "literal" ? typed.value : (note?.value ?? null);
    const inner = "of" in typed ? typed.of : undefined;
    const isField = path.includes(".");
    if (inner !== undefined && isField) this.visit(inner, notes, false);
    if (this.named.has(path)) return;
    const from = this.sourcesOf(typed, notes);
    const around = path.replace(/\.[^.]*$/, "");
    const handed = from.size === 0 && isField ? (this.named.get(around) ?? from) : from;
    for (const origin of from) this.origins.add(origin);
    this.reads.set(path, value);
    this.named.set(path, handed);
  }

  /** Returns the origins of a node; evidence is replaced by its own origins, because it has no step. */
  private sourcesOf(typed: Typed, notes: NodeNotes): Set<ValueOrigin> {
    const found = new Set<ValueOrigin>();
    this.finder.add(typed, notes, found, this.origins);
    const from = new Set<ValueOrigin>();
    for (const origin of found)
      if (typeof origin === "string" || !isEvidence(origin)) from.add(origin);
      else for (const inner of this.others.evidence(origin)) from.add(inner);
    return from;
  }

  private kids(typed: Typed, note: Note | undefined, notes: NodeNotes, isInFilter: boolean): void {
    switch (typed.op) {
      case "filter":
      case "pluck": {
        this.visit(typed.of, notes, isInFilter);
        const each = typed.op === "filter" ? typed.test : typed.body;
        for (const item of note?.items ?? []) this.visit(each, item.notes, true);
        return;
      }
      case "field":
      case "known":
        this.visit(typed.of, notes, isInFilter);
        return;
      case "lookup":
        this.visit(typed.of, notes, isInFilter);
        this.visit(typed.key, notes, isInFilter);
        return;
      case "list":
        for (const item of typed.items) this.visit(item, notes, isInFilter);
        return;
      case "call":
        for (const arg of typed.args.values()) this.visit(arg, notes, isInFilter);
        return;
      case "table":
        for (const arg of typed.args) this.visit(arg, notes, isInFilter);
        if (note !== undefined) this.table(note);
        return;
      case "operator":
      case "compare":
      case "logic":
      case "nullish":
      case "if":
      case "builtin":
        for (const arg of typed.args) this.visit(arg, notes, isInFilter);
    }
  }

  private table({ found, value }: Note): void {
    if (found === undefined || found.keys.some((key) => key === null)) return;
    const { table, keys, rows } = found;
    const { def } = table;
    const [only, second] = rows;
    for (const at of rows) this.origins.add(rowId(def.name, at));
    if (second !== undefined || (only !== undefined && def.keys.some(({ kind }) => kind === "interpolate")))
      return;
    if (only === undefined) this.origins.add(`table:${def.name}`);
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    const row = only === undefined ? null : isRecord ? value : (def.rows[only] ?? null);
    const cites = (only === undefined ? undefined : def.rowCites[only]) ?? def.cites;
    const between = only === undefined ? undefined : bandOf(def, only);
    this.tables.push({ table: def.name, keys, row: row as FoundRow["row"], cites, between });
  }
}

/** Returns notes on parts of a formula by index. The whole formula is 0; parts precede their own parts. */
export function byPart<T>(expr: Expr, notes: ReadonlyMap<Expr, T>): Record<string, T> {
  if (notes.size === 0) return {};
  return Object.fromEntries(
    partsOf(expr).flatMap((part, at) => {
      const value = notes.get(part);
      return value === undefined ? [] : [[String(at), value] as const];
    }),
  );
}
