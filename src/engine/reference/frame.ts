// Values of the reference evaluator, the frame that holds those of one scope, and what is noted while one is worked out.
// They name each other, so they stand together.
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
export type OnUse = (piece: object, how: "found" | "listed") => void;

export interface Trace {
  order: number;
  readonly reads: Map<string, ReferenceValue>;
  readonly tables: TableTrace[];
  rules: RuleTrace[];
}

export function newTrace(): Trace {
  return { order: 0, reads: new Map(), tables: [], rules: [] };
}

export interface Remembered {
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
  params: ReadonlyMap<string, ReferenceValue> = new Map();
  /** Parameters whose columns are plain names inside the calculation. */
  rows: readonly string[] = [];
  numberName: string | undefined;
  number: number | undefined;
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
    if (this.params.has(name)) return this.params.get(name);
    if (this.numberName === name) return this.number;
    if (this.itemName === name) return this.item;
    const inner = this.inner?.own(name);
    if (inner !== undefined) return inner;
    const column = this.item === undefined ? undefined : fieldOf(this.item, name);
    if (column !== undefined) return column;
    for (const row of this.rows) {
      const found = fieldOf(this.params.get(row) ?? null, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private remembered(name: string): ReferenceValue {
    const known = this.memo.get(name);
    if (known === undefined) throw new Missing(this, name);
    if (known.error !== undefined) throw known.error;
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
  find(name: string): ReferenceValue | undefined;
  table(name: string): TableDef | undefined;
  calculation(name: string): CalculationDef | undefined;
}

/** A field of a record, plucked from each item of a list; undefined when there is no such field. */
export function fieldOf(of: ReferenceValue, name: string): ReferenceValue | undefined {
  if (of === null || typeof of !== "object") return undefined;
  if (of instanceof Frame) return of.own(name);
  if (Array.isArray(of) || isWord(of)) return undefined;
  return Object.hasOwn(of, name) ? ((of as Record<string, ReferenceValue>)[name] ?? null) : undefined;
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
