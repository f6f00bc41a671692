// Bounds the length of texts and lists that definitions build.
import type { Type } from "../language/types.js";
import type { Slot, ToolPlan, Typed, TypedEntry, TypedGive, TypedPart } from "../typing/plan.js";
import { slotIn } from "../typing/visit.js";

/** What to count: items of lists and tables, or the parts that a text or list is concatenated from. */
export type SizeUnit = "items" | "pieces";

/**
 * The maximum size of texts and lists. An input counts as one, because requests are bounded. For pieces, a table
 * counts as one, because files are bounded; for items, a text counts as one.
 */
export class Sizes {
  private readonly slots = new Map<Slot, number>();
  private readonly fields = new Map<string, number>();

  constructor(
    private readonly plan: ToolPlan,
    private readonly unit: SizeUnit,
  ) {}

  slot(slot: Slot): number {
    const known = this.slots.get(slot);
    if (known !== undefined) return known;
    // Cycles are reported by another check.
    this.slots.set(slot, 1);
    const size = this.grows(slot.type) ? this.body(slot) : 1;
    this.slots.set(slot, size);
    return size;
  }

  private grows({ kind }: Type): boolean {
    return kind === "list" || (kind === "text" && this.unit === "pieces");
  }

  private body({ body }: Slot): number {
    switch (body?.kind) {
      case "value":
        return this.of(body.value);
      case "text":
        return this.parts(body.parts);
      case "decide":
        return Math.max(this.give(body.otherwise), ...this.gives(body.entries));
      case "collect":
        return this.gives(body.entries).reduce((sum, each) => sum + each, 0);
      case "each":
        return this.of(body.source);
      default:
        return 1;
    }
  }

  private gives(entries: readonly TypedEntry[]): number[] {
    return entries.flatMap(({ loops, rules, give }) => {
      const rounds = loops.reduce((product, { source }) => product * this.of(source), 1);
      const inside = rules === undefined ? (give === undefined ? [] : [this.give(give)]) : this.gives(rules);
      return inside.map((each) => each * rounds);
    });
  }

  private give(give: TypedGive): number {
    switch (give.kind) {
      case "value":
        return this.of(give.value);
      case "text":
        return this.unit === "pieces" ? this.parts(give.parts) : 1;
      case "list":
        return give.items.reduce((sum, item) => sum + this.give(item.give), 0);
      default:
        return 1;
    }
  }

  private parts(parts: readonly TypedPart[]): number {
    return parts.reduce((sum, part) => sum + (typeof part === "string" ? 1 : this.of(part.value)), 0);
  }

  of(typed: Typed): number {
    if (!this.grows(typed.type)) return 1;
    const most = (all: readonly Typed[]) => Math.max(1, ...all.map((each) => this.of(each)));
    const sum = (all: Iterable<Typed>) => [...all].reduce((total, each) => total + this.of(each), 0);
    switch (typed.op) {
      case "rows":
        return this.unit === "items" ? typed.table.def.rows.length : 1;
      case "slot":
        return this.slot(typed.slot);
      case "list":
        return sum(typed.items);
      case "if":
        return most(typed.args.slice(1));
      case "nullish":
        return most(typed.args);
      case "filter":
      case "lookup":
        return this.of(typed.of);
      case "pluck":
        return this.of(typed.of) * this.of(typed.body);
      case "field":
        return this.field(typed);
      case "call":
        return typed.result === undefined
          ? 1
          : this.slot(typed.result) * Math.max(1, sum(typed.args.values()));
      case "builtin":
        if (typed.name === "concat") return sum(typed.args);
        if (typed.name === "replace") return this.replaced(typed.args);
        return most(typed.args);
      default:
        return 1;
    }
  }

  /** Each character may become the complete replacement. */
  private replaced([text, , by]: readonly Typed[]): number {
    const own = text === undefined ? 1 : this.of(text);
    if (by?.op === "literal") return own * Math.max(1, String(by.value).length);
    return own * (by === undefined ? 1 : this.of(by));
  }

  private field({ of, name }: Extract<Typed, { op: "field" }>): number {
    if (of.type.kind !== "record") return 1;
    const found = of.type.shapes.map(({ id, access }) => {
      if (access === "plain") return this.given(id, name);
      const scope = this.plan.scopes[access];
      const slot = slotIn(scope, name);
      return slot === undefined ? 1 : this.slot(slot);
    });
    return Math.max(1, ...found);
  }

  /** Returns the size of a field in rule outcomes. */
  private given(id: string, name: string): number {
    const key = `${id} ${name}`;
    const known = this.fields.get(key);
    if (known !== undefined) return known;
    this.fields.set(key, 1);
    const gives = this.plan.gives.get(id)?.get(name) ?? [];
    const pieces = Math.max(1, ...gives.map((give) => this.of(give)));
    this.fields.set(key, pieces);
    return pieces;
  }
}
