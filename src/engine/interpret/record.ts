// The record of one evaluation: the value of every node in every frame, and why. Written by the interpreter with a
// recorder; read by explanations, coverage and pages, without recomputing.
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
import type { Frame, RootFrame, Value } from "./frames.js";

/** The value of a formula's node. Literals have no note, because the plan contains their value. */
export interface Note {
  readonly value: Value;
  /**
   * The index of the argument that gave the value: 1 or 2 for `if`, 0 or 1 for `??`, the extreme for `min` and `max`.
   * For `and` and `or` the deciding part; undefined if all parts decided. Parts that were not evaluated have no note.
   */
  readonly taken?: number;
  /** For table lookups. */
  readonly found?: FoundRows;
  /** For calls: the frame of the function. Its value `result` is the value of the call. */
  readonly frame?: Frame;
  /** For filters: whether each item is kept, in order. */
  readonly items?: readonly ItemRecord[];
}

/** The outcome of a lookup. */
export interface FoundRows {
  readonly table: TablePlan;
  readonly keys: readonly Value[];
  /**
   * Indexes in `table.def.rows`, `rowCites`, `rowLocations` and `rowRemarks`. One row, or two if interpolated; empty
   * if the table returned `otherwise` or a key was null.
   */
  readonly rows: readonly number[];
}

/**
 * The notes of one value, result or list item. Node ids are unique in a plan, so nodes of other formulas have no note
 * here. Notes of an item fall back to the notes around it.
 */
export class NodeNotes {
  // Indexed lazily, because notes are written far more often than read.
  private readonly ids: number[] = [];
  private readonly values: Value[] = [];
  private details: Map<number, Omit<Note, "value">> | undefined;
  private index: ReadonlyMap<number, Note> | undefined;

  constructor(
    /** The frame of these nodes. */
    readonly frame: Frame,
    readonly around?: NodeNotes,
    /** The current item of `lambda`. */
    readonly item?: { readonly lambda: Lambda; readonly at: number; readonly value: Value },
  ) {}

  get(id: number): Note | undefined {
    return this.entries.get(id) ?? this.around?.get(id);
  }

  /** Only the notes of this object, by node id, in order of completion. */
  get entries(): ReadonlyMap<number, Note> {
    const { ids, values, details } = this;
    this.index ??= new Map(ids.map((id, at) => [id, { value: values[at] ?? null, ...details?.get(id) }]));
    return this.index;
  }

  setValue(id: number, value: Value): void {
    this.ids.push(id);
    this.values.push(value);
    this.index = undefined;
  }

  /** Must precede the value of the same node. */
  setDetail(id: number, more: Omit<Note, "value">): void {
    this.details ??= new Map();
    this.details.set(id, more);
  }
}

/** A condition, key or field for one list item. */
export interface ItemRecord {
  readonly notes: NodeNotes;
  readonly value: unknown;
}

/** A rule of `decide` or `collect`. */
export interface RuleRecord {
  readonly entry: TypedEntry;
  /** Enclosing groups, outermost first. */
  readonly groups: readonly TypedEntry[];
  /**
   * `holds` if its condition and those of its groups are true; for a rule over a list, for at least one item. `fails`
   * if one is false or null. The value's notes contain the outcome of every evaluated part.
   */
  readonly outcome: "holds" | "fails" | "not reached";
  /** For a rule over a list: its outcome for each item. */
  readonly items: readonly ItemRecord[];
}

/** A computed value of a frame. */
export interface ValueRecord {
  readonly slot: Slot;
  readonly frame: Frame;
  readonly value: Value;
  /** Position in order of computation, from 0. A value follows its dependencies. */
  readonly order: number;
  /** Notes of its condition (`when`) and body. */
  readonly notes: NodeNotes;
  /** For `decide` and `collect`: every rule in order; empty if the value's condition was false. */
  readonly rules: readonly RuleRecord[];
  /** For `decide`: the chosen rule. For `collect`: "otherwise" if no rule applied. */
  readonly chosen?: TypedEntry | "otherwise";
  /** For `each`: every item, including those removed by `where`. */
  readonly entries: readonly EntryRecord[];
  /** For `pick` with `where`: whether each item was kept. */
  readonly tested: readonly ItemRecord[];
  /** For `pick`: every tried item, in order, with its match or key as value. */
  readonly items: readonly ItemRecord[];
  /** For `pick`: index of the chosen item in the source list. */
  readonly picked?: number;
}

/** An item of an `each` list. */
export interface EntryRecord {
  readonly frame: Frame;
  readonly kept: boolean;
  /** Notes of `where` and `order`. */
  readonly notes: NodeNotes;
}

/** Data of a frame besides its values. */
export interface FrameRecord {
  readonly values: ReadonlyMap<Slot, ValueRecord>;
  /**
   * For calculations and functions: the formulas of the parameters, with their notes in the caller's frame. Undefined
   * for the tool, groups and list entries.
   */
  readonly given?: { readonly args: ReadonlyMap<string, Typed>; readonly notes: NodeNotes };
}

export interface InputRecord {
  readonly value: Value;
  readonly from: "caller" | "default" | "missing";
  /** Whether any formula read it. */
  readonly read: boolean;
}

/** A field of the result, an item of a result list, or a figure. */
export interface ResultRecord {
  readonly result: TypedResult;
  /** Notes of a field fall back to those of its object and list item. */
  readonly notes: NodeNotes;
  /** As JSON, after rounding. */
  readonly value: unknown;
  /** For lists: one record per item. */
  readonly items: readonly ItemRecord[];
}

export interface ConstraintRecord {
  readonly constraint: TypedConstraint;
  readonly violated: boolean;
  readonly notes: NodeNotes;
}

/** The origin of a record that is not a frame. Frames are identified by scope, their values by notes. */
export type RecordOrigin =
  | { readonly kind: "row"; readonly table: TablePlan; readonly at: number }
  /** `path` begins with the name of the input: `rooms[2]`, `shares.gas`. */
  | { readonly kind: "input"; readonly path: string }
  | { readonly kind: "given"; readonly give: GiveOf<"record">; readonly notes: NodeNotes };

export interface ToolRecord {
  readonly plan: ToolPlan;
  readonly root: RootFrame;
  readonly inputs: ReadonlyMap<string, InputRecord>;
  readonly frames: ReadonlyMap<Frame, FrameRecord>;
  readonly constraints: readonly ConstraintRecord[];
  /**
   * By path in the result: `beam.moment`, `rooms[2].area`. Common fields (flags, assumptions) are values of the root.
   */
  readonly results: ReadonlyMap<string, ResultRecord>;
  /** By path: `figures[0].items[1].value`. */
  readonly figures: ReadonlyMap<string, ResultRecord>;
  /** The notes of all values, results, constraints and items. */
  readonly everyNote: readonly NodeNotes[];
  /** Texts (by their parts) and conditional list items that were used, which have no node. */
  readonly used: ReadonlySet<object>;
  /** Whether notes beyond LIMITS.recordedNotes were dropped. */
  readonly isCut: boolean;
  originOf(record: object): RecordOrigin | undefined;
}
