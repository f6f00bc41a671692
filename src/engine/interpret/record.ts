// The record of one evaluation: what every node of the plan gave in every frame, and why. The interpreter writes it if it
// was built with a recorder; explanations, coverage and the rule pages read it. Nothing needs to be computed again.
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

/** What one node of a formula gave. Literals have no note: the plan holds their value. */
export interface Note {
  readonly value: Value;
  /**
   * The argument that gave the value, by its position: of `if` 1 or 2, of `??` 0 or 1, of `min` and `max` with several
   * arguments the extreme one. Of `and` and `or` the part that settled it; undefined if all parts together did.
   * Parts that were not evaluated have no note.
   */
  readonly taken?: number;
  /** Of a table lookup. */
  readonly found?: FoundRows;
  /** Of a call: the frame of the function. Its value `result` is the value of the call. */
  readonly frame?: Frame;
  /** Of a filter: whether each item is kept, in order. */
  readonly items?: readonly ItemRecord[];
}

/** The outcome of a lookup. */
export interface FoundRows {
  readonly table: TablePlan;
  readonly keys: readonly Value[];
  /**
   * Positions of the rows in `table.def.rows`, and with them in `rowCites`, `rowLocations` and `rowRemarks`. One row, or the
   * two that were interpolated between; none if the table gave its `otherwise`, or a key was null.
   */
  readonly rows: readonly number[];
}

/**
 * The notes of one value, one result, or one item of a list. Ids are unique in a plan, so a node of another formula simply
 * has no note here. Notes of an item see those around it.
 */
export class NodeNotes {
  // Written far more often than read: the index is built by the first reader.
  private readonly ids: number[] = [];
  private readonly values: Value[] = [];
  private details: Map<number, Omit<Note, "value">> | undefined;
  private index: ReadonlyMap<number, Note> | undefined;

  constructor(
    /** The frame in which these nodes were evaluated. */
    readonly frame: Frame,
    readonly around?: NodeNotes,
    /** The item that stood for `lambda` meanwhile. */
    readonly item?: { readonly lambda: Lambda; readonly at: number; readonly value: Value },
  ) {}

  get(id: number): Note | undefined {
    return this.entries.get(id) ?? this.around?.get(id);
  }

  /** Only those noted here, by the id of their node, in the order in which they were finished. */
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

  /** Before the value of the same node. */
  setDetail(id: number, more: Omit<Note, "value">): void {
    this.details ??= new Map();
    this.details.set(id, more);
  }
}

/** A condition, key or field for one item of a list. */
export interface ItemRecord {
  readonly notes: NodeNotes;
  readonly value: unknown;
}

/** A rule of `decide` or `collect`. */
export interface RuleRecord {
  readonly entry: TypedEntry;
  /** The groups around it, outermost first. */
  readonly groups: readonly TypedEntry[];
  /**
   * `holds` if its own condition and those of its groups are true; of a rule that runs over a list, for at least one item.
   * `fails` if one of them is false or null: the notes of the value have the outcome of every part that was evaluated.
   */
  readonly outcome: "holds" | "fails" | "not reached";
  /** Of a rule that runs over a list: whether it holds for each item. */
  readonly items: readonly ItemRecord[];
}

/** One computed value of a frame. */
export interface ValueRecord {
  readonly slot: Slot;
  readonly frame: Frame;
  readonly value: Value;
  /** Position among all computed values, from 0: a value comes after those that it read. */
  readonly order: number;
  /** Of the nodes in its condition (`when`) and its body. */
  readonly notes: NodeNotes;
  /** Of `decide` and `collect`: every rule in the order of the definition; none if the value's condition failed. */
  readonly rules: readonly RuleRecord[];
  /** Of `decide`: what gave the value. Of `collect`: "otherwise" if no rule gave anything. */
  readonly chosen?: TypedEntry | "otherwise";
  /** Of `each`: every item, also those that `where` dropped. */
  readonly entries: readonly EntryRecord[];
  /** Of `pick` with a `where`: whether each item was kept. */
  readonly tested: readonly ItemRecord[];
  /** Of `pick`: every item that was tried, in order; its value is whether it fits, or its key. */
  readonly items: readonly ItemRecord[];
  /** Of `pick`: position of the picked item in the list that `source` gave. */
  readonly picked?: number;
}

/** An item of the list that an `each` runs over. */
export interface EntryRecord {
  readonly frame: Frame;
  readonly kept: boolean;
  /** Of the nodes in `where` and `order`. */
  readonly notes: NodeNotes;
}

/** What is known of a frame besides its values. */
export interface FrameRecord {
  readonly values: ReadonlyMap<Slot, ValueRecord>;
  /**
   * Of a calculation or function: the formula of each parameter, and their notes in the frame of the caller. Undefined of the
   * tool, of groups and of entries of lists.
   */
  readonly given?: { readonly args: ReadonlyMap<string, Typed>; readonly notes: NodeNotes };
}

export interface InputRecord {
  readonly value: Value;
  readonly from: "caller" | "default" | "missing";
  /** Whether any formula read it. */
  readonly read: boolean;
}

/** A field of the result, an item of a list in it, or a figure. */
export interface ResultRecord {
  readonly result: TypedResult;
  /** Notes of a field see those of the object and of the item of the list around it. */
  readonly notes: NodeNotes;
  /** As JSON, after rounding. */
  readonly value: unknown;
  /** Of a list: one record for each item. */
  readonly items: readonly ItemRecord[];
}

export interface ConstraintRecord {
  readonly constraint: TypedConstraint;
  readonly violated: boolean;
  readonly notes: NodeNotes;
}

/** Where a record comes from that is no frame: frames are known by their scope, and their values by their notes. */
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
  /** By path in the result: `beam.moment`, `rooms[2].area`. Common fields (flags, assumptions) are values of the root. */
  readonly results: ReadonlyMap<string, ResultRecord>;
  /** By path: `figures[0].items[1].value`. */
  readonly figures: ReadonlyMap<string, ResultRecord>;
  /** Texts (by their parts) and conditional items of given lists that were used: those have no node of their own. */
  readonly used: ReadonlySet<object>;
  /** Whether there were more notes than LIMITS.recordedNotes, so that the last are missing. */
  readonly isCut: boolean;
  originOf(record: object): RecordOrigin | undefined;
}
