// Lists of tried rows. A short one is written out item by item; a long one is an array, and what is asked of it becomes a
// loop in place, with no function and no new list.
import type { Lambda, Typed } from "../plan.js";
import type { Type } from "../types.js";
import { literal } from "./fields.js";
import { isNumber } from "./numbers.js";
import { Records } from "./records.js";
import { code, holdsFrames, type Rows, Unfit, type Virtual, type VirtualItem } from "./virtual.js";

/** Rows of a small table that are written out one by one. */
const UNROLLED = 8;

export type List = Extract<Virtual, { kind: "list" | "rows" }>;

export abstract class Lists extends Records {
  /** A table: one that is short and holds nothing but plain cells is written out. */
  protected override rowsOf(typed: Extract<Typed, { op: "rows" }>): Virtual {
    const { def } = typed.table;
    if (def.dated !== undefined) throw new Unfit();
    const cells = def.rows.flatMap((row) => Object.values(row));
    const array = (): Rows => {
      const rows = this.arrayOf(
        this.lifted(() => this.module.rows(typed)),
        typed.table.row,
        def.rows.length > 0,
      );
      // In a loop a number is read from its column: no row is looked at until one is chosen.
      const visit: Rows["visit"] = (row, at, then) => {
        this.elements.set(row, { at, column: (name) => this.module.column(typed, name) });
        then(code(row));
      };
      const rising = (name: string) => this.module.risingColumn(typed, name);
      return { ...rows, visit, rising };
    };
    if (def.rows.length > UNROLLED || cells.some((cell) => typeof cell === "object" && cell !== null))
      return array();
    const items = def.rows.map((row): VirtualItem => {
      const fields = Object.entries(row).map(([name, cell]) => [name, code(literal(cell))] as const);
      return { when: undefined, value: { kind: "record", fields: new Map(fields) } };
    });
    return { kind: "list", items };
  }

  private arrayOf(array: string, type: Type, isFilled: boolean): Rows {
    const item = (row: string): Virtual =>
      isNumber(type) ? { kind: "number", number: this.split(row) } : code(row);
    return {
      kind: "rows",
      array,
      isWhole: true,
      isPlain: true,
      visit: (row, _at, then) => then(item(row)),
      item,
      any: isFilled ? `${array}[0]` : undefined,
    };
  }

  /** The list that a formula gives. */
  protected listOf(typed: Typed): List {
    if (typed.type.kind !== "list" || typed.type.nullable) throw new Unfit();
    const found = this.virtual(typed);
    if (found.kind === "list" || found.kind === "rows") return found;
    // An array of frames has functions that work its values out, and these may throw.
    if (found.kind !== "code" || holdsFrames(typed.type)) throw new Unfit();
    return this.arrayOf(this.place(() => this.keep(found.code)).made, typed.type.item, false);
  }

  /** Writes what is about an item of a list. */
  protected about<T>(lambda: Lambda, item: Virtual, write: () => T): T {
    const around = this.items.get(lambda);
    this.items.set(lambda, { value: item, loops: this.loops });
    try {
      return write();
    } finally {
      if (around === undefined) this.items.delete(lambda);
      else this.items.set(lambda, around);
    }
  }

  protected override filtered(typed: Extract<Typed, { op: "filter" }>): Virtual {
    return this.keptOf(this.listOf(typed.of), (item) =>
      this.about(typed.lambda, item, () => this.test(typed.test)),
    );
  }

  /** The items that pass. The test is that of the frame in which the list is written, wherever it is gone through. */
  protected keptOf(list: List, test: (item: Virtual) => string): List {
    if (list.kind === "list") {
      const items = list.items.map(({ when, value }): VirtualItem => {
        const { loops } = this;
        const own = () => {
          this.loops |= loops;
          return test(value);
        };
        const kept = this.place(() => this.keep(when === undefined ? own() : this.both(when, own, true)));
        return { when: kept.made, value };
      });
      return { kind: "list", items };
    }
    const { current } = this;
    return {
      ...list,
      isWhole: false,
      visit: (row, at, then) =>
        list.visit(row, at, (item) => {
          this.emit(`if (!(${this.within(current, () => test(item))})) continue;`);
          then(item);
        }),
    };
  }

  protected override plucked({ of, lambda, body }: Extract<Typed, { op: "pluck" }>): Virtual {
    const list = this.listOf(of);
    const cell = (item: Virtual) => this.about(lambda, item, () => this.fixed(body));
    if (list.kind === "list")
      return { kind: "list", items: list.items.map(({ when, value }) => ({ when, value: cell(value) })) };
    const { current } = this;
    return {
      ...list,
      isWhole: false,
      isPlain: false,
      visit: (row, at, then) => list.visit(row, at, (item) => then(this.within(current, () => cell(item)))),
      item: () => {
        throw new Unfit();
      },
    };
  }
}
