// Finds the origins of names, items and fields.
import { Frame, type Value } from "../interpret/frames.js";
import { NodeNotes } from "../interpret/record.js";
import type { Lambda, Typed } from "../typing/plan.js";
import type { ComputedValue, Evaluation } from "./computed.js";
import { valueAt } from "./conditions.js";
import { pathOf } from "./formula-text.js";

/** The origin of a value: a computed value, or the id of an input or table row. */
export type ValueOrigin = ComputedValue | string;

/** The origins of a list entry's item and number, and of evidence. */
export interface OtherSources {
  item(frame: Frame): ReadonlySet<ValueOrigin>;
  rank(frame: Frame): ReadonlySet<ValueOrigin>;
  evidence(computed: ComputedValue): ReadonlySet<ValueOrigin>;
}

export class Sources {
  /** The origins of the list behind each lambda. */
  readonly lists: Map<Lambda, ReadonlySet<ValueOrigin>>;

  constructor(
    private readonly evaluation: Evaluation,
    private readonly others: OtherSources,
    lists: ReadonlyMap<Lambda, ReadonlySet<ValueOrigin>>,
  ) {
    this.lists = new Map(lists);
  }

  /** Adds the origins of a node, without those of its parts. `aside` receives what selected its item. */
  add(typed: Typed, notes: NodeNotes, from: Set<ValueOrigin>, aside: Set<ValueOrigin>): void {
    const { evaluation } = this;
    const { frame } = notes;
    switch (typed.op) {
      case "slot": {
        const home = evaluation.frameOf(typed.slot.scope, frame);
        const computed = home && evaluation.slot(home, typed.slot);
        if (computed !== undefined) from.add(computed);
        return;
      }
      case "input":
      case "sent":
        from.add(`input:${typed.name}`);
        return;
      case "inputs":
        for (const name of evaluation.record.plan.inputs.keys()) from.add(`input:${name}`);
        return;
      case "param": {
        const home = evaluation.frameOf(typed.scope, frame);
        const param = home && evaluation.param(home, typed.name);
        if (param !== undefined) from.add(param);
        return;
      }
      case "item": {
        const home = evaluation.frameOf(typed.scope, frame);
        if (home === undefined) return;
        for (const origin of this.others.item(home)) aside.add(origin);
        addRecord(evaluation, home.item, from);
        return;
      }
      case "lambda":
        for (const origin of this.lists.get(typed.lambda) ?? []) aside.add(origin);
        addRecord(evaluation, notes.get(typed.id)?.value ?? null, from);
        return;
      case "rank": {
        const home = evaluation.frameOf(typed.scope, frame);
        if (home !== undefined) for (const origin of this.others.rank(home)) aside.add(origin);
        return;
      }
      case "field":
        this.field(typed, notes, from, aside);
        return;
      case "pluck":
        if (typed.body.op === "field") this.fieldOf(this.valueOf(typed.of, notes), typed.body.name, from);
        return;
      case "lookup": {
        // `inputs[name]` reads only that input.
        const key = typed.of.op === "inputs" ? valueAt(typed.key, notes) : undefined;
        if (typeof key === "string") from.add(`input:${key}`);
        return;
      }
      case "table":
      case "rows":
        if (typed.table.dated !== undefined) this.dated(typed.table.dated, notes, from);
        return;
      case "call": {
        const called = notes.get(typed.id)?.frame;
        const result = called && evaluation.called(called);
        if (result !== undefined) from.add(result);
        return;
      }
      case "flagged": {
        const flags = evaluation.named(evaluation.record.root, "flags");
        if (flags !== undefined) from.add(flags);
      }
    }
  }

  private dated(typed: Typed, notes: NodeNotes, from: Set<ValueOrigin>): void {
    const root = new NodeNotes(this.evaluation.record.root, notes);
    this.add(typed, root, from, from);
  }

  private field(
    { id, of, name }: Extract<Typed, { op: "field" }>,
    notes: NodeNotes,
    from: Set<ValueOrigin>,
    aside: Set<ValueOrigin>,
  ): void {
    // What selected an item or row counts as read; the field comes from its record.
    if (of.op === "item" || of.op === "lambda" || of.op === "self") this.add(of, notes, new Set(), aside);
    // A plain name of a column in a calculation's row argument comes from both.
    const isColumn = this.evaluation.record.plan.exprs.get(id)?.kind === "name";
    if (of.op === "param" && isColumn) this.add(of, notes, from, aside);
    this.fieldOf(this.valueOf(of, notes), name, from);
  }

  private valueOf(of: Typed, notes: NodeNotes): Value {
    const { evaluation } = this;
    if (of.op === "item" || of.op === "self" || of.op === "param") {
      const home = evaluation.frameOf(of.scope, notes.frame);
      if (home === undefined) return null;
      if (of.op === "param") return home.args.get(of.name) ?? null;
      return of.op === "item" ? home.item : home;
    }
    return notes.get(of.id)?.value ?? null;
  }

  private fieldOf(value: Value, name: string, from: Set<ValueOrigin>): void {
    const { evaluation } = this;
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) {
      for (const item of value) this.fieldOf(item, name, from);
      return;
    }
    if (value instanceof Frame) {
      const own = evaluation.named(value, name) ?? evaluation.param(value, name);
      const inner = value.inner;
      if (own !== undefined) from.add(own);
      else if (inner !== undefined && (inner.scope.slots.has(name) || inner.scope.params.has(name)))
        this.fieldOf(inner, name, from);
      else this.fieldOf(value.item, name, from);
      return;
    }
    const origin = evaluation.record.originOf(value);
    if (origin?.kind === "given") {
      const field = origin.give.fields.get(name);
      // Only a field that is an alias of a value leads further.
      if (field?.kind === "value" && isPath(evaluation, field.value))
        this.add(field.value, origin.notes, from, new Set());
      return;
    }
    addRecord(evaluation, value, from);
  }
}

function isPath({ record }: Evaluation, typed: Typed): boolean {
  const expr = record.plan.exprs.get(typed.id);
  return expr !== undefined && pathOf(expr) !== undefined;
}

function addRecord(evaluation: Evaluation, value: Value, from: Set<ValueOrigin>): void {
  if (value === null || typeof value !== "object") return;
  const id = evaluation.idOfRecord(value);
  if (id !== undefined) from.add(id);
}
