// Values of the reference evaluator, the frame that holds those of one scope, and what is noted while one is worked out.
// They name each other, so they stand together.
import type { Expr } from "../language/formula.js";
import type { CalculationDef, Citation, Entry, Row, TableDef, ToolDef, ValueDef } from "../language/model.js";

export type ReferenceValue =
  | number
  | string
  | boolean
  | null
  | ScaleWord
  | Frame
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
  readonly frame: Frame;
  readonly name: string;
  readonly value?: ReferenceValue;
  readonly error?: unknown;
  readonly trace: Trace;
}

/** A name that a formula needs and nobody has worked out yet. */
export class Missing {
  constructor(
    readonly frame: Frame,
    readonly name: string,
  ) {}
}

export class Frame {
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
  owner: { readonly frame: Frame; readonly name?: string } | undefined;
  /** Of a one-line function: how it was called. */
  call: string | undefined;
  /** Entries of the lists in it, those too that a condition dropped. */
  readonly tried = new Map<string, readonly Frame[]>();
  /** Parameters whose columns are plain names inside the calculation. */
  rows: readonly string[] = [];
  numberName: string | undefined;
  number: number | undefined;
  /** What its number in the order of the list follows from. */
  rankFrom: ReadonlySet<ReadOrigin> = new Set();
  /** Entries that a calculation works out: its record stands behind the entry. */
  inner: Frame | undefined;

  constructor(
    readonly label: string,
    readonly parent: Frame | undefined,
    readonly values: ReadonlyMap<string, ValueDef>,
    readonly tool: ToolContext,
  ) {}

  /** The value of a name that this frame itself holds; undefined when it holds none. */
  own(name: string): ReferenceValue | undefined {
    if (this.values.has(name)) return this.remembered(name);
    if (this.params.has(name)) {
      note(this.tool, this.given.get(name));
      return this.params.get(name);
    }
    if (this.numberName === name) {
      for (const origin of this.rankFrom) this.tool.aside?.add(origin);
      return this.number;
    }
    if (this.itemName === name) {
      for (const origin of this.itemFrom) this.tool.aside?.add(origin);
      if (this.item !== null && typeof this.item === "object") note(this.tool, recordIds.get(this.item));
      return this.item;
    }
    const inner = this.inner?.own(name);
    if (inner !== undefined) return inner;
    const column = this.item === undefined ? undefined : fieldOf(this.item, name, this.tool);
    if (column !== undefined) {
      for (const origin of this.itemFrom) this.tool.aside?.add(origin);
      return column;
    }
    for (const row of this.rows) {
      const found = fieldOf(this.params.get(row) ?? null, name, this.tool);
      if (found === undefined) continue;
      note(this.tool, this.given.get(row));
      return found;
    }
    return undefined;
  }

  private remembered(name: string): ReferenceValue {
    const known = this.memo.get(name);
    if (known === undefined) throw new Missing(this, name);
    if (known.error !== undefined) throw known.error;
    note(this.tool, known);
    return known.value ?? null;
  }

  find(name: string): ReferenceValue | undefined {
    for (let frame: Frame | undefined = this; frame !== undefined; frame = frame.parent) {
      const value = frame.own(name);
      if (value !== undefined) return value;
    }
    return this.tool.find(name);
  }
}

/** What every frame of one evaluation shares. */
export interface ToolContext {
  readonly def: ToolDef;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Takes what the formula at work reads; formulas are evaluated one at a time, each without a pause. */
  sink: Set<ReadOrigin> | undefined;
  /** Takes what decided which item of a list is looked at: the item's values follow from it, and do not come from it. */
  aside: Set<ReadOrigin> | undefined;
  find(name: string): ReferenceValue | undefined;
  table(name: string): TableDef | undefined;
  calculation(name: string): CalculationDef | undefined;
}

function note({ sink }: ToolContext, origin: ReadOrigin | undefined): void {
  if (origin !== undefined) sink?.add(origin);
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
export function fieldOf(of: ReferenceValue, name: string, tool?: ToolContext): ReferenceValue | undefined {
  if (of === null || typeof of !== "object") return undefined;
  if (of instanceof Frame) return of.own(name);
  if (Array.isArray(of) || isWord(of) || !Object.hasOwn(of, name)) return undefined;
  if (tool?.sink !== undefined) {
    for (const origin of fieldOrigins.get(of)?.get(name) ?? []) note(tool, origin);
    note(tool, recordIds.get(of));
  }
  return (of as Record<string, ReferenceValue>)[name] ?? null;
}

/** A word of a scale: it knows its rank. */
export class ScaleWord {
  constructor(
    readonly word: string,
    readonly scale: readonly string[],
  ) {}

  get rank(): number {
    return this.scale.indexOf(this.word);
  }
}

export function isWord(value: unknown): value is ScaleWord {
  return value instanceof ScaleWord;
}

export function byName(values: readonly ValueDef[]): ReadonlyMap<string, ValueDef> {
  const map = new Map<string, ValueDef>();
  for (const value of values) if (!map.has(value.name)) map.set(value.name, value);
  return map;
}
