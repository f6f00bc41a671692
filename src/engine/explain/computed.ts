// The values of a recorded evaluation, by frame and name.
import { Frame, type Value } from "../interpret/frames.js";
import type { NodeNotes, ToolRecord, ValueRecord } from "../interpret/record.js";
import type { ValueDef } from "../language/model.js";
import type { Body, Scope, Slot, Typed } from "../typing/plan.js";

export interface ComputedValue {
  readonly frame: Frame;
  readonly name: string;
  readonly value: Value;
  /** Undefined for a parameter. */
  readonly record?: ValueRecord;
  /** The formula of a parameter, with its notes in the caller's frame. */
  readonly given?: { readonly typed: Typed; readonly notes: NodeNotes };
}

/** The value that owns a frame. `slot` is undefined if the frame computes a list entry. */
export interface Owner {
  readonly frame: Frame;
  readonly slot: Slot | undefined;
}

export class Evaluation {
  private readonly byFrame = new Map<Frame, Map<string, ComputedValue>>();
  private readonly calls = new Map<string, Frame>();
  private readonly canonical = new Map<Frame, Frame>();
  private readonly ids = new Map<object, number>();
  /** The list with entries in a scope. */
  private readonly lists = new Map<Scope, Slot>();
  /** The calculation that owns a frame. */
  private readonly holders = new Map<Frame, Slot>();

  constructor(readonly record: ToolRecord) {
    for (const { values } of record.frames.values())
      for (const { slot, value } of values.values())
        if (slot.def.kind === "calculate" && value instanceof Frame) this.holders.set(value, slot);
    for (const slot of record.plan.slots)
      if (slot.body?.kind === "each" && !slot.def.isHidden) this.lists.set(slot.body.scope, slot);
  }

  /** Returns the values of a frame in order of computation, without those of figures and without evidence. */
  values(frame: Frame): readonly ComputedValue[] {
    const records = [...(this.record.frames.get(frame)?.values.values() ?? [])];
    return records
      .filter(({ slot }) => !slot.def.isHidden)
      .toSorted((a, b) => a.order - b.order)
      .flatMap(({ slot }) => this.slot(frame, slot) ?? []);
  }

  slot(frame: Frame, slot: Slot): ComputedValue | undefined {
    const record = this.record.frames.get(frame)?.values.get(slot);
    if (record === undefined) return undefined;
    return this.once(frame, slot.name, () => ({ frame, name: slot.name, value: record.value, record }));
  }

  /** Returns a value of the frame itself by name. */
  named(frame: Frame, name: string): ComputedValue | undefined {
    const slot = frame.scope.slots.get(name);
    return slot && this.slot(frame, slot);
  }

  given(frame: Frame): readonly ComputedValue[] {
    return [...frame.scope.params.keys()].flatMap((name) => {
      const param = this.param(frame, name);
      return param === undefined || isEvidence(param) ? [] : [param];
    });
  }

  param(frame: Frame, name: string): ComputedValue | undefined {
    const given = this.record.frames.get(frame)?.given;
    const typed = given?.args.get(name);
    // Arguments of functions belong to the calling formula.
    if (given === undefined || typed === undefined || isFunction(frame)) return undefined;
    return this.once(frame, name, () => ({
      frame,
      name,
      value: frame.args.get(name) ?? null,
      given: { typed, notes: given.notes },
    }));
  }

  private once(frame: Frame, name: string, make: () => ComputedValue): ComputedValue {
    const known = this.byFrame.get(frame) ?? new Map<string, ComputedValue>();
    this.byFrame.set(frame, known);
    const computed = known.get(name) ?? make();
    known.set(name, computed);
    return computed;
  }

  /** Returns the entries of a list, including filtered ones. */
  tried({ record }: ComputedValue): readonly Frame[] {
    return record?.entries.map(({ frame }) => frame) ?? [];
  }

  /** Returns the list of an entry's frame. */
  listOf(frame: Frame): ComputedValue | undefined {
    const slot = this.lists.get(frame.scope);
    return slot && frame.parent && this.slot(frame.parent, slot);
  }

  owner(frame: Frame): Owner | undefined {
    const given = this.record.frames.get(frame)?.given;
    if (given === undefined || frame.scope.kind !== "calculation" || isFunction(frame)) return undefined;
    return { frame: given.notes.frame, slot: this.holders.get(frame) };
  }

  /** Returns the frame of a scope, seen from an inner frame. */
  frameOf(scope: Scope, from: Frame): Frame | undefined {
    for (let at: Frame | undefined = from; at !== undefined; at = at.parent) {
      if (at.scope === scope) return at;
      if (at.inner?.scope === scope) return at.inner;
    }
    return scope === this.record.root.scope ? this.record.root : undefined;
  }

  /** Returns the result of a function called in a frame. Calls with equal arguments share one. */
  called(frame: Frame): ComputedValue | undefined {
    const args = [...frame.args.values()].map((value) => this.keyOf(value)).join(",");
    const key = `${frame.scope.label}(${args})`;
    const first = this.canonical.get(frame) ?? this.calls.get(key) ?? frame;
    this.calls.set(key, first);
    this.canonical.set(frame, first);
    return this.named(first, "result");
  }

  private keyOf(value: Value): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const id = this.ids.get(value) ?? this.ids.size;
    this.ids.set(value, id);
    return `#${id}`;
  }

  /** Returns the call of a function as text. */
  callText({ scope, args }: Frame): string {
    return `${scope.label}(${[...args.values()].map((value) => this.argumentText(value)).join(", ")})`;
  }

  private argumentText(value: Value): string {
    if (value instanceof Frame) return value.scope.label;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return this.idOfRecord(value) ?? "...";
  }

  /** Returns the id of a table row or of an input's record. */
  idOfRecord(record: object): string | undefined {
    const origin = this.record.originOf(record);
    if (origin?.kind === "row") return rowId(origin.table.def.name, origin.at);
    return origin?.kind === "input" ? `input:${origin.path}` : undefined;
  }
}

export function rowId(table: string, at: number): string {
  return `table:${table}[${at}]`;
}

export function isFunction({ scope }: Frame): boolean {
  return scope.calculation?.isFunction === true;
}

/** Returns the name of a frame's value, calculation or list. */
export function labelOf({ scope }: Frame): string {
  return scope.label;
}

/** Whether no definition contains the value or parameter: it is the evidence of another. */
export function isEvidence({ name, record }: ComputedValue): boolean {
  return record === undefined ? name.startsWith("$") : record.slot.def.isHidden === true;
}

export function defOf({ record }: ComputedValue): ValueDef | undefined {
  return record?.slot.def;
}

export function bodyOf({ record }: ComputedValue): Body | undefined {
  return record?.slot.body;
}
