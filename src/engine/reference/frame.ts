// Values of the reference evaluator, the frame that holds those of one scope, what is noted while one is worked out, and
// what a frame asks of the walk that it belongs to. They name each other, so they stand together.
import type { MathNode } from "mathjs";
import type { Expr } from "../language/formula.js";
import type {
  Citation,
  Entry,
  Give,
  KindName,
  ResultNode,
  Row,
  Template,
  ToolDef,
  ValueDef,
  ValueOf,
  WrittenFormula,
} from "../language/model.js";
import { ScaleWord } from "./scale-word.js";

export type ReferenceValue =
  | number
  | string
  | boolean
  | null
  | ScaleWord
  | WalkFrame
  | ReferenceValue[]
  | { [field: string]: ReferenceValue };

export interface ConditionTrace {
  readonly text: string;
  readonly holds: boolean;
}
export interface RuleTrace {
  readonly entry: Entry;
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[];
  readonly outcome: "holds" | "fails" | "not reached";
  /** Spelt out only for who asks: most evaluations are not explained. */
  readonly conditions: () => readonly ConditionTrace[];
}
export interface TableTrace {
  readonly table: string;
  readonly keys: readonly ReferenceValue[];
  readonly row: Row | null;
  readonly cites: readonly Citation[];
}
/**
 * Told of every rule, branch of if(), table row, text and conditional item that an evaluation makes use of. A row is
 * `found` by a lookup or picked, or `listed` among those that a filter kept or a loop ran over.
 */
export type OnUse = (piece: object, how: "found" | "listed", keys?: readonly ReferenceValue[]) => void;

/** Where a value that was read comes from: a value that was worked out, or an input or a row of a table by its id. */
export type ReadOrigin = Remembered | string;

export interface Trace {
  order: number;
  /** What names and paths of the formulas were worth. */
  readonly reads: Map<string, ReferenceValue>;
  /** Where each of them came from. */
  readonly named: Map<string, ReadonlySet<ReadOrigin>>;
  /** Everything that was read, also without a name: items of lists, conditions, fields in filters. */
  readonly origins: Set<ReadOrigin>;
  /** Of each if(), ??, and, or, max() and min() outside a filter the argument that was taken or that decided. */
  taken: Map<Expr, number> | undefined;
  /** Where calls of functions outside a filter were worked out. */
  calls: Map<Expr, Remembered> | undefined;
  readonly tables: TableTrace[];
  rules: RuleTrace[];
}

export function newTrace(): Trace {
  return {
    order: 0,
    reads: new Map(),
    named: new Map(),
    origins: new Set(),
    // Most formulas have neither, and there are many.
    taken: undefined,
    calls: undefined,
    tables: [],
    rules: [],
  };
}

/** Work on one item of a list. Names mean something else for each item: the trace of the whole notes only what was read. */
export async function forItem<T>(trace: Trace, work: (own: Trace) => Promise<T>): Promise<T> {
  const own = newTrace();
  const done = await work(own);
  for (const origin of own.origins) trace.origins.add(origin);
  return done;
}

export interface Remembered {
  /** Whose value it is. */
  readonly frame: WalkFrame;
  readonly name: string;
  readonly value?: ReferenceValue;
  readonly error?: unknown;
  readonly trace: Trace;
}

/** A name that a formula needs and nobody has worked out yet. */
export class Missing {
  constructor(
    readonly frame: WalkFrame,
    readonly name: string,
  ) {}
}

/** What is read is noted here. */
export interface ReadNotes {
  /** Takes where values come from. */
  readonly from: Set<ReadOrigin>;
  /** Takes what decided which item of a list is looked at: the item's values follow from it, and do not come from it. */
  readonly aside: Set<ReadOrigin>;
}

/** The walk of a definition for one input. */
export interface Walk {
  readonly def: ToolDef;
  readonly root: WalkFrame;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Told of every piece of the definition that the evaluation makes use of. */
  readonly onUse: OnUse | undefined;
  /** How each result was worked out, by its path. */
  readonly results: Map<string, { readonly node: ResultNode; readonly trace: Trace }>;
  isInput(name: string, frame: WalkFrame): boolean;
  /** An input, a table or a word of the language. */
  find(name: string, notes?: ReadNotes): ReferenceValue | undefined;
  formula(written: WrittenFormula, frame: WalkFrame, trace: Trace): Promise<ReferenceValue>;
  node(node: MathNode, frame: WalkFrame, trace: Trace): Promise<ReferenceValue>;
  /** The value of a name that a frame holds. */
  get(frame: WalkFrame, name: string): Promise<ReferenceValue>;
  text(template: Template, frame: WalkFrame, trace: Trace): Promise<string>;
  give(give: Give, frame: WalkFrame, trace: Trace): Promise<ReferenceValue>;
  /** The frame of a one-line function for these arguments: its value there is `result`. */
  called(name: string, values: readonly ReferenceValue[]): WalkFrame;
}

/** Works out a kind of value. */
export type Evaluate<K extends KindName> = (
  def: ValueOf<K>,
  frame: WalkFrame,
  trace: Trace,
) => Promise<ReferenceValue>;

export class WalkFrame {
  readonly memo = new Map<string, Remembered>();
  /** Values that are being worked out. */
  readonly busy = new Map<string, Promise<void>>();
  /** Where formulas look first: fields of the item that a condition runs over. */
  item: ReferenceValue | undefined;
  itemName: string | undefined;
  /** Where the list comes from whose item it is. */
  itemFrom: ReadonlySet<ReadOrigin> = new Set();
  params: ReadonlyMap<string, ReferenceValue> = new Map();
  /** How the parameters of a calculation were worked out. */
  given: ReadonlyMap<string, Remembered> = new Map();
  /** The value whose frame this is, where it is not a value of the frame around: a calculation stands in the tool. */
  owner: { readonly frame: WalkFrame; readonly name?: string } | undefined;
  /** Of a one-line function: how it was called. */
  call: string | undefined;
  /** Entries of the lists in it, those too that a condition dropped. */
  readonly tried = new Map<string, readonly WalkFrame[]>();
  /** Parameters whose columns are plain names inside the calculation. */
  rows: readonly string[] = [];
  numberName: string | undefined;
  number: number | undefined;
  /** What its number in the order of the list follows from. */
  rankFrom: ReadonlySet<ReadOrigin> = new Set();
  /** Entries that a calculation works out: its record stands behind the entry. */
  inner: WalkFrame | undefined;

  constructor(
    readonly label: string,
    readonly parent: WalkFrame | undefined,
    readonly values: ReadonlyMap<string, ValueDef>,
    readonly walk: Walk,
  ) {}

  /** A frame in which a record's fields are plain names; `from` is where the record comes from. */
  over(item: ReferenceValue, from: ReadonlySet<ReadOrigin>, name?: string): WalkFrame {
    const inside = new WalkFrame(this.label, this, new Map(), this.walk);
    inside.item = item;
    inside.itemFrom = from;
    inside.itemName = name;
    return inside;
  }

  /** The value of a name that this frame itself holds; undefined when it holds none. */
  own(name: string, notes?: ReadNotes): ReferenceValue | undefined {
    if (this.values.has(name)) return this.remembered(name, notes);
    if (this.params.has(name)) {
      note(notes, this.given.get(name));
      return this.params.get(name);
    }
    if (this.numberName === name) {
      for (const origin of this.rankFrom) notes?.aside.add(origin);
      return this.number;
    }
    if (this.itemName === name) {
      for (const origin of this.itemFrom) notes?.aside.add(origin);
      if (this.item !== null && typeof this.item === "object") note(notes, recordIds.get(this.item));
      return this.item;
    }
    const inner = this.inner?.own(name, notes);
    if (inner !== undefined) return inner;
    const column = this.item === undefined ? undefined : fieldOf(this.item, name, notes);
    if (column !== undefined) {
      for (const origin of this.itemFrom) notes?.aside.add(origin);
      return column;
    }
    for (const row of this.rows) {
      const found = fieldOf(this.params.get(row) ?? null, name, notes);
      if (found === undefined) continue;
      note(notes, this.given.get(row));
      return found;
    }
    return undefined;
  }

  private remembered(name: string, notes?: ReadNotes): ReferenceValue {
    const known = this.memo.get(name);
    if (known === undefined) throw new Missing(this, name);
    if (known.error !== undefined) throw known.error;
    note(notes, known);
    return known.value ?? null;
  }

  find(name: string, notes?: ReadNotes): ReferenceValue | undefined {
    for (let frame: WalkFrame | undefined = this; frame !== undefined; frame = frame.parent) {
      const value = frame.own(name, notes);
      if (value !== undefined) return value;
    }
    return this.walk.find(name, notes);
  }
}

function note(notes: ReadNotes | undefined, origin: ReadOrigin | undefined): void {
  if (origin !== undefined) notes?.from.add(origin);
}

/** The ids of records that inputs and tables hold. */
const recordIds = new WeakMap<object, string>();

export function identify(record: object, id: string): void {
  recordIds.set(record, id);
}

export function idOfRecord(record: object): string | undefined {
  return recordIds.get(record);
}

/** Where fields of records come from that are only another name for a value. */
const fieldOrigins = new WeakMap<object, ReadonlyMap<string, ReadonlySet<ReadOrigin>>>();

export function noteFields(record: object, origins: ReadonlyMap<string, ReadonlySet<ReadOrigin>>): void {
  if (origins.size > 0) fieldOrigins.set(record, origins);
}

/** The record with more fields, its own as they were. */
export function extended(
  record: Readonly<Record<string, ReferenceValue>>,
  more: Readonly<Record<string, ReferenceValue>>,
): Record<string, ReferenceValue> {
  const whole = { ...record, ...more };
  noteFields(whole, fieldOrigins.get(record) ?? new Map());
  return whole;
}

/** A field of a record; undefined when there is no such field. */
export function fieldOf(of: ReferenceValue, name: string, notes?: ReadNotes): ReferenceValue | undefined {
  if (of === null || typeof of !== "object") return undefined;
  if (of instanceof WalkFrame) return of.own(name, notes);
  if (Array.isArray(of) || of instanceof ScaleWord || !Object.hasOwn(of, name)) return undefined;
  if (notes !== undefined) {
    for (const origin of fieldOrigins.get(of)?.get(name) ?? []) note(notes, origin);
    note(notes, recordIds.get(of));
  }
  return (of as Record<string, ReferenceValue>)[name] ?? null;
}

export function byName(values: readonly ValueDef[]): ReadonlyMap<string, ValueDef> {
  const map = new Map<string, ValueDef>();
  for (const value of values) if (!map.has(value.name)) map.set(value.name, value);
  return map;
}
