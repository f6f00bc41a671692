// State shared by the closures of a plan: evaluators of values, fields of frames, rows of tables, and current items
// of filters and loops.
import type { RecordType, Scale } from "../language/types.js";
import type { Lambda, Scope, Slot, TablePlan, ToolPlan, Typed } from "../typing/plan.js";
import { rowRecords } from "../typing/table-index.js";
import { type Eval, type Fields, Frame, RootFrame, type Value } from "./frames.js";
import type { ItemRecord } from "./record.js";
import type { Recorder } from "./recorder.js";

/** What a condition must settle: whether it is true, whether it is false, or its exact value. */
export type Mode = "isTrue" | "isFalse" | "value";

/** Converts the formulas of a scope to closures. */
export interface EvalBuilder {
  readonly program: Program;
  readonly scope: Scope;
  /** The slot to blame for a non-finite value; -1 if there is none. */
  readonly site: number;
  /** A chained value need not be finite, because its operation is checked. */
  value(typed: Typed, chained?: boolean): Eval;
  /** Evaluates only the parts that the mode needs. */
  condition(typed: Typed, mode?: Mode): Eval;
  /** Returns null if the argument is null. */
  one(arg: Typed, make: (value: Value, frame: Frame) => Value, chained?: boolean): Eval;
  /** Returns null if an argument is null. */
  both(
    args: readonly [Typed, Typed],
    make: (a: Value, b: Value) => Value,
    chained?: readonly [boolean, boolean],
  ): Eval;
  /** Returns null if any argument is null. */
  guard(args: readonly Typed[], make: (values: readonly Value[], frame: Frame) => Value): Eval;
  root(): (frame: Frame) => RootFrame;
  newFrame(scope: Scope, args: ReadonlyMap<string, Typed>): (frame: Frame) => Frame;
}

export type NewEvalBuilder = (program: Program, scope: Scope, site: number) => EvalBuilder;
type Compute = (program: Program, slot: Slot) => Eval;

export class Program {
  private readonly slots = new Map<Slot, Eval>();
  private readonly fields = new Map<Scope, Map<string, Eval>>();
  private readonly inners = new Map<Scope, (frame: Frame) => Frame>();
  private readonly tables = new Map<TablePlan, readonly Fields[]>();
  private readonly scales = new Map<Scale, Readonly<Record<string, number>>>();
  /** By lambda. */
  private readonly items: Value[] = [];

  constructor(
    readonly plan: ToolPlan,
    readonly recorder: Recorder | undefined,
    readonly formulas: NewEvalBuilder,
    private readonly compute: Compute,
  ) {}

  open(input: Readonly<Record<string, unknown>>): RootFrame {
    const sent = new Set(Object.keys(input).filter((name) => input[name] !== undefined));
    const inputs = [...this.plan.inputs.values()].map(
      ({ name, fallback = null }) => [name, sent.has(name) ? (input[name] as Value) : fallback] as const,
    );
    const root = new RootFrame(this.plan.root, new Map(inputs), sent);
    this.recorder?.start(this.plan, root);
    return root;
  }

  /** Returns a memoised evaluator of a value. */
  slot(slot: Slot): Eval {
    const known = this.slots.get(slot);
    if (known !== undefined) return known;
    const { recorder } = this;
    const at = placeOf(slot);
    let compute: Eval | undefined;
    const run: Eval = (frame) => {
      const before = frame.memo[at];
      if (before !== undefined) return before;
      compute ??= this.compute(this, slot);
      const value = recorder === undefined ? compute(frame) : recorder.value(slot, frame, compute);
      frame.memo[at] = value;
      return value;
    };
    this.slots.set(slot, run);
    return run;
  }

  /** Returns the evaluator of an inlined value. A recorder records it once, like others. */
  inlined(slot: Slot, compute: Eval): Eval {
    const { recorder } = this;
    if (recorder === undefined) return compute;
    const at = placeOf(slot);
    return (frame) => {
      const before = frame.memo[at];
      if (before !== undefined) return before;
      const value = recorder.value(slot, frame, compute);
      if (typeof value !== "number" || Number.isFinite(value)) frame.memo[at] = value;
      return value;
    };
  }

  // Fields

  read(of: Value, name: string): Value {
    if (of instanceof Frame) return this.field(of.scope, name)(of);
    return (of as Fields)[name] ?? null;
  }

  private field(scope: Scope, name: string): Eval {
    const own = this.fields.get(scope) ?? new Map<string, Eval>();
    this.fields.set(scope, own);
    const known = own.get(name) ?? this.fieldOf(scope, name);
    own.set(name, known);
    return known;
  }

  private fieldOf(scope: Scope, name: string): Eval {
    const slot = scope.slots.get(name);
    if (slot !== undefined) return this.slot(slot);
    if (scope.params.has(name)) return (frame) => frame.args.get(name) ?? null;
    if (scope.number === name) return (frame) => frame.number ?? null;
    if (scope.item?.name === name) return (frame) => frame.item;
    const { inner, item } = scope;
    if (inner?.scope.shape.field(name) !== undefined) {
      const field = this.field(inner.scope, name);
      return (frame) => field(this.inner(frame));
    }
    const hasColumn = (type: RecordType) => type.shapes.some((shape) => shape.field(name) !== undefined);
    if (item?.type.kind === "record" && hasColumn(item.type))
      return (frame) => (frame.item === null ? null : this.read(frame.item, name));
    return () => null;
  }

  /** Returns the frame of an entry's calculation. */
  private inner(frame: Frame): Frame {
    const { scope } = frame;
    const { inner } = scope;
    if (inner === undefined) throw new Error(`${scope.label} has no calculation`);
    const make = this.inners.get(scope) ?? this.formulas(this, scope, -1).newFrame(inner.scope, inner.args);
    this.inners.set(scope, make);
    const { recorder } = this;
    frame.inner ??=
      recorder === undefined ? make(frame) : recorder.within(recorder.notesIn(frame), () => make(frame));
    return frame.inner;
  }

  // Items

  itemOf({ id }: Lambda): Value {
    return this.items[id] ?? null;
  }

  /** Computes something for a list item. `into` optionally receives recorded notes. */
  forItem<T>(
    lambda: Lambda,
    at: number,
    value: Value,
    frame: Frame,
    into: ItemRecord[] | undefined,
    work: () => T,
  ): T {
    const { items, recorder } = this;
    const before = items[lambda.id];
    items[lambda.id] = value;
    const isSilent = recorder === undefined || into === undefined;
    const done = isSilent ? work() : recorder.item(frame, { lambda, at, value }, into, work);
    items[lambda.id] = before ?? null;
    return done;
  }

  // Tables

  /** Returns the rows of a table, always the same objects. */
  rows(table: TablePlan): readonly Fields[] {
    const known = this.tables.get(table);
    if (known !== undefined) return known;
    const rows = rowRecords(table.def) as readonly Fields[];
    this.recorder?.rowsOf(table, rows);
    this.tables.set(table, rows);
    return rows;
  }

  ranks(scale: Scale | undefined): Readonly<Record<string, number>> | null {
    if (scale === undefined) return null;
    const ranks = this.scales.get(scale) ?? Object.fromEntries(scale.words.map((word, rank) => [word, rank]));
    this.scales.set(scale, ranks);
    return ranks;
  }
}

function placeOf(slot: Slot): number {
  return [...slot.scope.slots.values()].indexOf(slot);
}
