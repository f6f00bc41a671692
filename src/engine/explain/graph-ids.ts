// Ids of steps. An id is a path: `x`, `group.x`, `list[3].x` for one entry. Entries without separate steps share
// `list[].x`, or `list[]` if the chosen entry has separate steps.
import type { Frame } from "../interpret/frames.js";
import { type ComputedValue, type Evaluation, isFunction } from "./computed.js";
import type { ValueOrigin } from "./sources.js";

/** If more rows of one table or items of one input are read, the whole is listed instead. */
const MOST_ITEMS = 4;

export class GraphIds {
  private readonly prefixes = new Map<Frame, string>();
  /** Function calls by id. Calls with equal text but other lists are numbered. */
  readonly calls = new Map<string, ComputedValue>();
  /** Ids of rows that steps read. */
  readonly rows = new Set<string>();
  private readonly callIds = new Map<ComputedValue, string>();

  constructor(
    private readonly evaluation: Evaluation,
    /** Frames with a separate step for each value. */
    private readonly detailed: ReadonlySet<Frame>,
  ) {}

  of(computed: ComputedValue): string {
    const { frame } = computed;
    if (isFunction(frame)) return this.callId(computed);
    const before = this.prefix(frame);
    return before.endsWith("[]") ? before : `${before}${this.nameIn(computed)}`;
  }

  /** Returns the id of a list entry's frame, or of a value's frame. */
  ofFrame(frame: Frame): string {
    return this.prefix(frame).replace(/\.$/, "");
  }

  private callId(computed: ComputedValue): string {
    const made = this.callIds.get(computed);
    if (made !== undefined) return made;
    const call = this.evaluation.callText(computed.frame);
    let id = call;
    for (let nth = 2; this.calls.has(id); nth++) id = `${call}~${nth}`;
    this.calls.set(id, computed);
    this.callIds.set(computed, id);
    return id;
  }

  private prefix(frame: Frame): string {
    const known = this.prefixes.get(frame) ?? this.pathOf(frame, this.detailed.has(frame));
    this.prefixes.set(frame, known);
    return known;
  }

  private pathOf(frame: Frame, exact: boolean): string {
    const owner = this.evaluation.owner(frame);
    const around = owner?.frame ?? frame.parent;
    if (around === undefined) return "";
    const before = exact ? this.pathOf(around, true) : this.prefix(around);
    if (before.endsWith("[]")) return before;
    if (owner !== undefined) return owner.slot === undefined ? before : `${before}${owner.slot.name}.`;
    const { label, item } = frame.scope;
    if (item === undefined) return `${before}${label}.`;
    const list = this.evaluation.listOf(frame);
    const entries = list === undefined ? [] : this.evaluation.tried(list);
    if (exact) return `${before}${label}[${entries.indexOf(frame)}].`;
    return `${before}${label}[]${this.isSummarised(entries) ? "" : "."}`;
  }

  isDetailed(frame: Frame): boolean {
    return this.detailed.has(frame);
  }

  /** Whether the entries of a list share one step, except those with separate steps. */
  isSummarised(entries: readonly Frame[]): boolean {
    return entries.some((entry) => this.isDetailed(entry));
  }

  /** Returns the ids without duplicates; many rows of a table become the table. */
  list(origins: Iterable<ValueOrigin>): string[] {
    const ids = new Set<string>();
    const items = new Map<string, Set<string>>();
    for (const origin of origins) {
      const id = typeof origin === "string" ? origin : this.of(origin);
      const whole = typeof origin === "string" ? id.replace(/\[.*$/, "") : id;
      if (whole === id) ids.add(id);
      else items.set(whole, (items.get(whole) ?? new Set()).add(id));
    }
    for (const [whole, own] of items)
      if (own.size > MOST_ITEMS) ids.add(whole);
      else if (!ids.has(whole)) for (const id of own) ids.add(id);
    for (const id of ids) if (id.startsWith("table:")) this.rows.add(id);
    return [...ids];
  }

  /**
   * Returns the name in its frame, qualified by the entry's calculation if the entry has a value of the same name.
   */
  nameIn({ frame, name }: ComputedValue): string {
    const owner = this.evaluation.owner(frame);
    const isShadowed = owner !== undefined && owner.slot === undefined && owner.frame.scope.slots.has(name);
    return `${isShadowed ? `${frame.scope.label}().` : ""}${name.replace(/^\$/, "")}`;
  }
}
