// Texts and lists that are put together from others that are: each step may double them, and a few dozen steps fill
// any memory.
import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import type { Slot, ToolPlan, Typed, TypedEntry, TypedGive, TypedPart } from "../typing/plan.js";
import type { Check } from "./check.js";

export const SIZE: Check = {
  code: "size",
  refuses: "more files, typed copies, calls, pieces of a text or values in a chain than the limits allow",
  example: "More than 200 values depend on each other in one chain.",
};

export function checkGrowth(plan: ToolPlan, report: Report): void {
  if (!plan.isWhole) return;
  const growth = new Growth(plan);
  const first = plan.slots.find((slot) => growth.slot(slot) > LIMITS.pieces);
  if (first === undefined) return;
  report.error(
    "size",
    first.def.location,
    `${first.name} is put together from more than ${LIMITS.pieces} pieces: it repeats what repeats itself.`,
  );
}

/** Pieces of texts and lists: an input, a table, a word or an entry is one, and so is all that does not grow. */
class Growth {
  private readonly slots = new Map<Slot, number>();
  private readonly fields = new Map<string, number>();

  constructor(private readonly plan: ToolPlan) {}

  slot(slot: Slot): number {
    const known = this.slots.get(slot);
    if (known !== undefined) return known;
    // A circle is reported as such.
    this.slots.set(slot, 1);
    const grows = slot.type.kind === "text" || slot.type.kind === "list";
    const pieces = grows ? this.body(slot) : 1;
    this.slots.set(slot, pieces);
    return pieces;
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
        return this.parts(give.parts);
      case "list":
        return give.items.reduce((sum, item) => sum + this.give(item.give), 0);
      default:
        return 1;
    }
  }

  private parts(parts: readonly TypedPart[]): number {
    return parts.reduce((sum, part) => sum + (typeof part === "string" ? 1 : this.of(part.value)), 0);
  }

  private of(typed: Typed): number {
    if (typed.type.kind !== "text" && typed.type.kind !== "list") return 1;
    const most = (all: readonly Typed[]) => Math.max(1, ...all.map((each) => this.of(each)));
    const sum = (all: Iterable<Typed>) => [...all].reduce((total, each) => total + this.of(each), 0);
    switch (typed.op) {
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

  /** Each character may become the whole replacement. */
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
      const slot = scope?.slots.get(name) ?? scope?.inner?.scope.slots.get(name);
      return slot === undefined ? 1 : this.slot(slot);
    });
    return Math.max(1, ...found);
  }

  /** A field that rules give. */
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
