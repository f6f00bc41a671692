// The names that the functions of a compiled tool share: those of the functions of values, and of what stands before them
// (tables, lookups, lists, patterns and constructors of records), each written once.

import type { Scale } from "../language/types.js";
import type { Scope, Slot, TablePlan, ToolPlan, Typed } from "../typing/plan.js";
import { rowRecords, wordsOfRows } from "../typing/table-index.js";
import { dataCode } from "./data.js";
import { compileLookup } from "./tables.js";

export class Module {
  /** Slots whose functions are called, in the order in which they were first asked for. */
  readonly called = new Set<Slot>();
  /** What stands before the functions. */
  readonly constants: string[] = [];
  private readonly tables = new Map<string, string>();
  /** Rows of tables that are written, by the text that names each. */
  private readonly rowNames = new Map<unknown, string>();
  private readonly records = new Map<string, string>();

  constructor(protected readonly plan: ToolPlan) {}

  scope(id: number): Scope {
    return this.plan.scopes[id] as Scope;
  }

  /** The name of the function that works a slot out; whoever asks for it has it written. */
  functionOf(slot: Slot): string {
    this.called.add(slot);
    return `v${slot.id}`;
  }

  /** The name of the constant that tells what each input is called in the frame of the tool. */
  inputNames(): string {
    const names = () => [...this.plan.inputs.keys()].map((name) => [name, `i_${name}`] as const);
    return this.table("I", "", () => Object.fromEntries(names()));
  }

  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string {
    if (scale === undefined) return "null";
    return this.table("K", scale.name, () =>
      Object.fromEntries(scale.words.map((word, rank) => [word, rank])),
    );
  }

  /** The name of the function that looks a row or cell of a table up. */
  lookup(table: TablePlan): string {
    const { def, cell } = table;
    const known = this.tables.get(`T:${def.name}`);
    if (known !== undefined) return known;
    const name = `T_${this.tables.size}`;
    this.tables.set(`T:${def.name}`, name);
    // Rows that are given whole are those of the list.
    if (cell === undefined && def.dated === undefined) this.rows(table);
    const { text, constants } = compileLookup(table, name);
    const data = [...constants].map(([constant, value]) => constantOf(constant, value, this.rowNames));
    this.constants.push(...data, `function ${name}${text}`);
    return name;
  }

  rows(table: TablePlan): string {
    const { def } = table;
    const name = this.table("Y", def.name, () => rowRecords(def));
    for (const [at, row] of rowRecords(def).entries()) this.rowNames.set(row, `${name}[${at}]`);
    return name;
  }

  /** The name of the constant that holds a list of literals. */
  list({ items }: Extract<Typed, { op: "list" }>): string {
    const values = items.map((item) => (item.op === "literal" ? item.value : null));
    return this.table("L", JSON.stringify(values), () => values);
  }

  /**
   * A constructor for each set of names, which remembers what kinds of values its records hold. A literal does not keep up
   * where a field holds now a number and now null, and its records become dictionaries.
   */
  record(fields: readonly (readonly [name: string, value: string])[]): string {
    const names = fields.map(([name]) => name).join(", ");
    let maker = this.records.get(names);
    if (maker === undefined) {
      maker = `O_${this.records.size}`;
      this.records.set(names, maker);
      const set = fields.map(([name], at) => `this.${name} = a${at};`);
      this.constants.push(
        `function ${maker}(${set.map((_, at) => `a${at}`).join(", ")}) { ${set.join(" ")} }\n${maker}.prototype = Object.prototype;`,
      );
    }
    return `new ${maker}(${fields.map(([, value]) => value).join(", ")})`;
  }

  words(typed: Typed): string {
    if (typed.op !== "rows") throw new Error("nearest needs a table");
    return this.table("N", typed.table.def.name, () => wordsOfRows(typed.table.def));
  }

  pattern(source: string): string {
    return this.table("P", source, () => new RegExp(source, "gu"));
  }

  private table(letter: string, name: string, make: () => unknown): string {
    const key = `${letter}:${name}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const constant = `${letter}_${this.tables.size}`;
    this.tables.set(key, constant);
    this.constants.push(constantOf(constant, make()));
    return constant;
  }
}

function constantOf(name: string, value: unknown, rowNames?: ReadonlyMap<unknown, string>): string {
  return `const ${name} = ${dataCode(value, rowNames)};`;
}
