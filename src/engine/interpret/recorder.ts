// Writes the record of an evaluation (record.ts) while the interpreter runs.
import { LIMITS } from "../language/bounds.js";
import type { Leaf } from "../language/entries.js";
import type { InputPlan } from "../language/inputs.js";
import type {
  GiveOf,
  Lambda,
  Slot,
  TablePlan,
  ToolPlan,
  Typed,
  TypedConstraint,
  TypedEntry,
  TypedResult,
} from "../typing/plan.js";
import { type Eval, Frame, type RootFrame, type Value } from "./frames.js";
import {
  type ConstraintRecord,
  type FrameRecord,
  type InputRecord,
  type ItemRecord,
  NodeNotes,
  type Note,
  type RecordOrigin,
  type ResultRecord,
  type ToolRecord,
  type ValueRecord,
} from "./record.js";

/** The record of the current value. */
interface Draft {
  readonly notes: NodeNotes;
  tried: Map<TypedEntry, { holds: boolean; readonly items: ItemRecord[] }> | undefined;
  found: Partial<Pick<ValueRecord, "rules" | "chosen" | "entries" | "tested" | "items" | "picked">>;
}

const NOTHING_FOUND = { rules: [], entries: [], tested: [], items: [] } as const;

class Writing implements ToolRecord {
  readonly inputs = new Map<string, InputRecord>();
  readonly frames = new Map<Frame, FrameRecord & { readonly values: Map<Slot, ValueRecord> }>();
  readonly constraints: ConstraintRecord[] = [];
  readonly results = new Map<string, ResultRecord>();
  readonly figures = new Map<string, ResultRecord>();
  readonly used = new Set<object>();
  readonly everyNote: NodeNotes[] = [];
  readonly origins = new Map<object, RecordOrigin>();
  order = 0;
  notes = 0;

  constructor(
    readonly plan: ToolPlan,
    readonly root: RootFrame,
    private readonly rows: ReadonlyMap<object, RecordOrigin>,
  ) {
    for (const input of plan.inputs.values()) {
      const value = root.inputs.get(input.name) ?? null;
      this.inputs.set(input.name, { value, from: sourceOf(input, root), read: false });
      this.identify(value, input.name);
    }
  }

  get isCut(): boolean {
    return this.notes > LIMITS.recordedNotes;
  }

  originOf(record: object): RecordOrigin | undefined {
    return this.rows.get(record) ?? this.origins.get(record);
  }

  frame(frame: Frame): FrameRecord & { readonly values: Map<Slot, ValueRecord> } {
    const known = this.frames.get(frame) ?? { values: new Map() };
    this.frames.set(frame, known);
    return known;
  }

  private identify(value: Value, path: string): void {
    if (value === null || typeof value !== "object" || value instanceof Frame) return;
    this.origins.set(value, { kind: "input", path });
    for (const [key, inner] of Object.entries(value))
      this.identify(inner as Value, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
  }
}

function sourceOf({ name, fallback }: InputPlan, { sent }: RootFrame): InputRecord["from"] {
  if (sent.has(name)) return "caller";
  return fallback === undefined ? "missing" : "default";
}

export class Recorder {
  private readonly rows = new Map<object, RecordOrigin>();
  private record: Writing | undefined;
  private notes: NodeNotes | undefined;
  private draft: Draft | undefined;

  /** Starts the record of an evaluation. */
  start(plan: ToolPlan, root: RootFrame): void {
    root.record = new Writing(plan, root, this.rows);
  }

  /** Selects and returns the record of an evaluation. */
  of(root: RootFrame): ToolRecord {
    this.record = root.record as Writing;
    this.notes = undefined;
    this.draft = undefined;
    return this.writing;
  }

  private get writing(): Writing {
    return this.record as Writing;
  }

  /** The current notes. */
  get present(): NodeNotes {
    return this.notes as NodeNotes;
  }

  // Nodes

  /** Records the value of a node each time it is computed. */
  node({ id }: Typed, run: Eval): Eval {
    return (frame) => {
      const value = run(frame);
      if (++this.writing.notes <= LIMITS.recordedNotes) this.present.setValue(id, value);
      return value;
    };
  }

  /** Records details of a node before its value. */
  detail(id: number, more: Omit<Note, "value">): void {
    if (!this.writing.isCut) this.present.setDetail(id, more);
  }

  read(name: string): void {
    const { inputs } = this.writing;
    const known = inputs.get(name);
    if (known?.read === false) inputs.set(name, { ...known, read: true });
  }

  use(piece: object): void {
    this.writing.used.add(piece);
  }

  rowsOf(table: TablePlan, rows: readonly object[]): void {
    rows.forEach((row, at) => {
      this.rows.set(row, { kind: "row", table, at });
    });
  }

  made(record: object, give: GiveOf<"record">): void {
    this.writing.origins.set(record, { kind: "given", give, notes: this.present });
  }

  /** Assigns input paths to the entries of a map. */
  entriesOf(map: object, entries: readonly { readonly key: string }[]): void {
    const origin = this.writing.originOf(map);
    if (origin?.kind !== "input") return;
    for (const entry of entries)
      this.writing.origins.set(entry, { kind: "input", path: `${origin.path}.${entry.key}` });
  }

  given(frame: Frame, args: ReadonlyMap<string, Typed>): void {
    const { frames } = this.writing;
    frames.set(frame, { ...this.writing.frame(frame), given: { args, notes: this.present } });
  }

  // Values

  within<T>(notes: NodeNotes, work: () => T): T {
    const before = this.notes;
    this.notes = notes;
    const done = work();
    this.notes = before;
    return done;
  }

  value(slot: Slot, frame: Frame, compute: Eval): Value {
    const before = this.draft;
    const draft: Draft = { notes: this.newNotes(frame), tried: undefined, found: {} };
    this.draft = draft;
    const value = this.within(draft.notes, () => compute(frame));
    this.draft = before;
    const order = this.writing.order++;
    const record = { slot, frame, value, order, notes: draft.notes, ...NOTHING_FOUND, ...draft.found };
    this.writing.frame(frame).values.set(slot, record);
    return value;
  }

  /** Adds to the record of the current value. */
  found(more: Draft["found"]): void {
    if (this.draft !== undefined) this.draft.found = { ...this.draft.found, ...more };
  }

  tried(entry: TypedEntry, holds: boolean): void {
    const { draft, present } = this;
    if (draft === undefined) return;
    draft.tried ??= new Map();
    const known = draft.tried.get(entry) ?? { holds: false, items: [] };
    known.holds ||= holds;
    if (present.item !== undefined) known.items.push({ notes: present, value: holds });
    draft.tried.set(entry, known);
  }

  /** `chosen` is the rule that ended the evaluation. */
  rules(leaves: readonly Leaf<TypedEntry>[], chosen?: TypedEntry | "otherwise"): void {
    const tried = this.draft?.tried;
    const last = leaves.findIndex(({ entry }) => entry === chosen);
    const rules = leaves.map(({ entry, groups }, at) => {
      const known = tried?.get(entry);
      const isLate = last >= 0 && at > last;
      const outcome = known?.holds === true ? "holds" : isLate ? "not reached" : "fails";
      return { entry, groups, outcome, items: known?.items ?? [] } as const;
    });
    this.found(chosen === undefined ? { rules } : { rules, chosen });
  }

  /** Returns nested notes that fall back to the current ones. */
  notesIn(frame: Frame): NodeNotes {
    return this.newNotes(frame, this.notes);
  }

  private newNotes(frame: Frame, around?: NodeNotes, item?: NodeNotes["item"]): NodeNotes {
    const notes = new NodeNotes(frame, around, item);
    this.writing.everyNote.push(notes);
    return notes;
  }

  item<T>(
    frame: Frame,
    item: { readonly lambda: Lambda; readonly at: number; readonly value: Value },
    into: ItemRecord[],
    work: () => T,
  ): T {
    const notes = this.newNotes(frame, this.notes, item);
    const value = this.within(notes, work);
    into.push({ notes, value });
    return value;
  }

  // Results

  constraint(constraint: TypedConstraint, root: Frame, check: () => boolean): boolean {
    const notes = this.newNotes(root);
    const violated = this.within(notes, check);
    this.writing.constraints.push({ constraint, violated, notes });
    return violated;
  }

  result(
    path: string,
    result: TypedResult,
    frame: Frame,
    compute: (items: ItemRecord[]) => unknown,
  ): unknown {
    const notes = this.notesIn(frame);
    const into = path.startsWith("figures[") ? this.writing.figures : this.writing.results;
    // Objects are registered before their fields.
    into.set(path, { result, notes, value: null, items: [] });
    const items: ItemRecord[] = [];
    const value = this.within(notes, () => compute(items));
    into.set(path, { result, notes, value, items });
    return value;
  }
}
