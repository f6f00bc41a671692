// What is asked of a list of tried rows: one of its items, their number, or a sum, least or greatest of numbers.
import type { Body, Lambda, Typed } from "../plan.js";
import type { BuiltinCall } from "./formulas.js";
import { type List, Lists } from "./lists.js";
import { all } from "./numbers.js";
import { reachedBy } from "./rising.js";
import { code, type Rows, Unfit, type Virtual } from "./virtual.js";

type PickBody = Extract<Body, { kind: "pick" }>;

/** How one item is chosen: the first or last, the first that passes, or the one with the best key. */
interface Choice {
  readonly by: "first" | "last" | "largest" | "smallest";
  readonly lambda?: Lambda;
  readonly key?: Typed;
  readonly orLast?: boolean;
}

export abstract class Picks extends Lists {
  protected override ofList(call: BuiltinCall): Virtual | undefined {
    const [arg] = call.args;
    if (arg?.type.kind !== "list" || call.args.length !== 1) return undefined;
    switch (call.name) {
      case "first":
      case "last":
        return this.place(() => this.choose(this.listOf(arg), { by: call.name as "first" | "last" })).made;
      case "count":
        return code(this.count(this.listOf(arg)));
      case "sum":
        if (arg.type.item.kind !== "number") throw new Unfit();
        return this.sum(this.listOf(arg), arg.type.item.nullable);
      case "min":
      case "max":
        if (arg.type.item.kind !== "number") throw new Unfit();
        return this.extreme(this.listOf(arg), call.name);
      default:
        return undefined;
    }
  }

  protected pick({ source, lambda, by, key, where, otherwise }: PickBody): Virtual {
    if (by !== "first" && key.type.kind !== "number") throw new Unfit();
    const whole = this.listOf(source);
    const list =
      where === undefined
        ? whole
        : this.keptOf(whole, (item) => this.about(lambda, item, () => this.test(where)));
    return this.choose(list, { by, lambda, key, orLast: otherwise === "last" });
  }

  private choose(list: List, choice: Choice): Virtual {
    return list.kind === "list" ? this.chooseItem(list, choice) : this.chooseRow(list, choice);
  }

  /** Does something for each item. */
  private forEach(list: List, act: (item: Virtual) => void): void {
    if (list.kind === "rows") {
      this.loop(list.array, (row, at) => list.visit(row, at, act));
      return;
    }
    for (const { when, value } of list.items) {
      const { statements } = this.inside(() => {
        act(value);
        return "";
      });
      this.emit(when === undefined ? `{ ${statements} }` : `if (${when}) { ${statements} }`);
    }
  }

  private count(list: List): string {
    if (list.kind === "rows" && list.isWhole) return `${list.array}.length`;
    if (list.kind === "list" && list.items.every(({ when }) => when === undefined))
      return String(list.items.length);
    const count = this.variable();
    this.emit(`let ${count} = 0;`);
    this.forEach(list, () => this.emit(`${count}++;`));
    return count;
  }

  /** Null where an item is; numbers are added in the order of the list. */
  private sum(list: List, nullable: boolean): Virtual {
    const [total, gap] = [this.variable(), this.variable()];
    this.emit(`let ${total} = 0, ${gap} = false;`);
    this.forEach(list, (item) => this.take(item, gap, (value) => `${total} += ${value};`));
    this.note(total);
    return nullable ? { kind: "number", number: { value: total, has: [this.keep(`!${gap}`)] } } : code(total);
  }

  /** Null where an item is, or where there is none. */
  private extreme(list: List, name: "min" | "max"): Virtual {
    const [best, gap] = [this.variable(), this.variable()];
    const [start, beats] = name === "min" ? ["Infinity", "<"] : ["-Infinity", ">"];
    this.emit(`let ${best} = ${start}, ${gap} = false;`);
    this.forEach(list, (item) =>
      this.take(item, gap, (value) => `if (${value} ${beats} ${best}) ${best} = ${value};`),
    );
    return {
      kind: "number",
      number: this.split(`${gap} || ${best} === ${start} ? null : ${best}`),
    };
  }

  private take(item: Virtual, gap: string, act: (value: string) => string): void {
    const { value, has } = this.keptNumber(this.numberOf(item));
    this.emit(`if (${all(has)}) { ${act(value)} } else ${gap} = true;`);
  }

  /** Whether a key is better than the best so far; what is near enough to count as equal is not. */
  private better(by: "largest" | "smallest", key: string, best: string, isFirst: string): string {
    const [sure, called] = by === "largest" ? [">", "GT"] : ["<", "LT"];
    const near = `Math.abs(${key} - ${best}) <= 2e-9 * Math.abs(${best})`;
    return `(${isFirst} || (${key} ${sure} ${best} && (!(${near}) || ${called}(${key}, ${best}))))`;
  }

  /** One of items that are written out, by its place. */
  private chooseItem(list: Extract<List, { kind: "list" }>, choice: Choice): Virtual {
    const { by, lambda, key, orLast } = choice;
    const [place, best] = [this.variable(), this.variable()];
    this.emit(`let ${place} = -1, ${best} = NaN;`);
    for (const [at, { when, value }] of list.items.entries()) {
      const { statements } = this.inside(() => {
        if (lambda === undefined || key === undefined) this.emit(`${place} = ${at};`);
        else
          this.about(lambda, value, () => this.tryItem(by, key, best, `${place} < 0`, `${place} = ${at};`));
        return place;
      });
      const open = [
        ...(when === undefined ? [] : [when]),
        ...(by === "first" && at > 0 ? [`${place} < 0`] : []),
      ];
      this.emit(open.length === 0 ? `{ ${statements} }` : `if (${open.join(" && ")}) { ${statements} }`);
    }
    if (orLast === true) {
      // The last that is in the list: later ones overwrite earlier ones.
      const last = list.items.map(({ when }, at) =>
        when === undefined ? `${place} = ${at};` : `if (${when}) ${place} = ${at};`,
      );
      this.emit(`if (${place} < 0) { ${last.join(" ")} }`);
    }
    return { kind: "choice", place, items: list.items };
  }

  /** Takes an item that passes, or that has the best key so far. */
  private tryItem(by: Choice["by"], key: Typed, best: string, isFirst: string, take: string): void {
    if (by === "largest" || by === "smallest") {
      const { value, has } = this.keptNumber(this.number(key));
      const test = all([...has, this.better(by, value, best, isFirst)]);
      this.emit(`if (${test}) { ${take} ${best} = ${value}; }`);
    } else this.emit(`if (${this.test(key)}) { ${take} }`);
  }

  /** One of the elements of an array; what is asked of it afterwards is worked out for that element alone. */
  private chooseRow(list: Rows, choice: Choice): Virtual {
    const [found, best, last] = [this.variable(), this.variable(), this.variable()];
    this.emit(`let ${found} = null, ${best} = NaN, ${last} = null;`);
    const { statements } = this.inside(() => {
      this.loop(
        list.array,
        (row, at) =>
          list.visit(row, at, (item) =>
            this.tryRow(choice, item, { row: `${list.array}[${at}]`, found, best, last }),
          ),
        this.startOf(list, choice),
      );
      if (choice.orLast === true) this.emit(`if (${found} === null) ${found} = ${last};`);
      return "";
    });
    const needed = this.needed(this.current);
    this.emit(needed === undefined ? statements : `if (${needed}) { ${statements} }`);
    const isFound = this.variable();
    this.emit(`const ${isFound} = ${found} !== null;`);
    return list.item(found, isFound);
  }

  /**
   * The first row that can pass: where a test begins with a column that never falls and must reach what is the same for
   * all rows, the rows before that need no look.
   */
  private startOf(list: Rows, { by, lambda, key, orLast }: Choice): string | undefined {
    if (by !== "first" || orLast === true || lambda === undefined || !list.isWhole) return undefined;
    const reached = reachedBy(key, lambda);
    const column = reached === undefined ? undefined : list.rising?.(reached.column);
    if (reached === undefined || column === undefined) return undefined;
    return `START(${column}, ${this.number(reached.limit).value})`;
  }

  private tryRow(
    { by, lambda, key, orLast }: Choice,
    item: Virtual,
    { row, found, best, last }: Readonly<Record<"row" | "found" | "best" | "last", string>>,
  ): void {
    // Which items are in the list is worked out for all of them: after the first hit too, where that can go wrong.
    const stops = by === "first" && this.isSafeSoFar();
    const take = stops ? `${found} = ${row}; break;` : `${found} = ${row};`;
    if (orLast === true) this.emit(`${last} = ${row};`);
    const { statements } = this.inside(() => {
      if (lambda === undefined || key === undefined) this.emit(take);
      else this.about(lambda, item, () => this.tryItem(by, key, best, `${found} === null`, take));
      return "";
    });
    this.emit(by === "first" && !stops ? `if (${found} === null) { ${statements} }` : statements);
  }
}
