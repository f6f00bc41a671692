// Ids of the steps of one evaluation. A step is known by its path: `x`, `group.x`, `list[3].x` for one entry (the fourth
// item of what the list runs over). Entries that are not told one by one share steps: `list[].x` for the x of all of them,
// or `list[]` for all that is worked out in them where one entry of the list, the picked one, is told in full.
import type { ReadOrigin, Remembered, WalkFrame } from "./frame.js";

/** More rows of one table, or items of one input, are told as the whole. */
const MOST_ITEMS = 4;

export class GraphIds {
  private readonly prefixes = new Map<WalkFrame, string>();
  /** Calls of functions, by id: two that read the same with other lists are told apart. */
  readonly calls = new Map<string, Remembered>();
  private readonly callIds = new Map<Remembered, string>();

  /** `told` are the frames whose values are steps of their own. */
  constructor(private readonly told: ReadonlySet<WalkFrame>) {}

  of(known: Remembered): string {
    const { frame } = known;
    if (frame.call !== undefined) return this.callId(known, frame.call);
    const before = this.prefix(frame);
    return before.endsWith("[]") ? before : `${before}${nameIn(known)}`;
  }

  /** The id of a frame itself: of an entry of a list, or of what a value holds. */
  ofFrame(frame: WalkFrame): string {
    return this.prefix(frame).replace(/\.$/, "");
  }

  private callId(known: Remembered, call: string): string {
    const made = this.callIds.get(known);
    if (made !== undefined) return made;
    let id = call;
    for (let nth = 2; this.calls.has(id); nth++) id = `${call}~${nth}`;
    this.calls.set(id, known);
    this.callIds.set(known, id);
    return id;
  }

  private prefix(frame: WalkFrame): string {
    const known = this.prefixes.get(frame) ?? this.pathOf(frame, this.told.has(frame));
    this.prefixes.set(frame, known);
    return known;
  }

  private pathOf(frame: WalkFrame, exact: boolean): string {
    const { owner, parent } = frame;
    const around = owner?.frame ?? parent;
    if (around === undefined) return "";
    const before = exact ? this.pathOf(around, true) : this.prefix(around);
    if (before.endsWith("[]")) return before;
    if (owner !== undefined) return owner.name === undefined ? before : `${before}${owner.name}.`;
    if (frame.itemName === undefined) return `${before}${frame.label}.`;
    const entries = around.tried.get(frame.label) ?? [];
    if (exact) return `${before}${frame.label}[${entries.indexOf(frame)}].`;
    return `${before}${frame.label}[]${this.isSummarised(entries) ? "" : "."}`;
  }

  isTold(frame: WalkFrame): boolean {
    return this.told.has(frame);
  }

  /** Whether the entries of a list are told as one step, but for those that are told in full. */
  isSummarised(entries: readonly WalkFrame[]): boolean {
    return entries.some((entry) => this.isTold(entry));
  }

  /** Each once; many rows of a table are told as the table. */
  list(origins: Iterable<ReadOrigin>): string[] {
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
    return [...ids];
  }
}

/** What is read where a call of a function stands for what it read itself, but for its arguments. */
export function withoutCalls(origins: Iterable<ReadOrigin>): Set<ReadOrigin> {
  const all = new Set<ReadOrigin>();
  for (const origin of origins)
    if (typeof origin === "string" || origin.frame.call === undefined) all.add(origin);
    else for (const inner of withoutCalls(origin.trace.origins)) all.add(inner);
  return all;
}

/** Its name in its frame; the calculation of an entry stands before it where the entry has a value of that name too. */
export function nameIn({ frame: { owner, label, values }, name }: Remembered): string {
  const isShadowed = owner !== undefined && owner.name === undefined && owner.frame.values.has(name);
  return `${isShadowed ? `${label}().` : ""}${values.get(name)?.list ?? name}`;
}
