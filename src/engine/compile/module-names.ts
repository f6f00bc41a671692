// Names shared by the functions of a compiled tool: value functions, tables, lookups, lists, patterns and record
// constructors, each written once.

import type { Scale } from "../language/types.js";
import type { Scope, Slot, TablePlan, ToolPlan, Typed } from "../typing/plan.js";
import { rowRecords, wordsOfRows } from "../typing/table-index.js";
import { dataCode } from "./data.js";
import { compileLookup } from "./tables.js";

export class Module {
  /** Slots with called functions, in order of first use. */
  readonly called = new Set<Slot>();
  /** Code before the functions. */
  readonly constants: string[] = [];
  private readonly tables = new Map<string, string>();
  /** Names of table rows that are already written. */
  private readonly rowNames = new Map<unknown, string>();
  private readonly records = new Map<string, string>();

  constructor(protected readonly plan: ToolPlan) {}

  scope(id: number): Scope {
    return this.plan.scopes[id] as Scope;
  }

  /** Returns the name of a slot's function, and has it written. */
  functionOf(slot: Slot): string {
    this.called.add(slot);
    return `v${slot.id}`;
  }

  /** Returns the name of the constant that maps inputs to frame fields. */
  inputNames(): string {
    const names = () => [...this.plan.inputs.keys()].map((name) => [name, `i_${name}`] as const);
    return this.table("I", "", () => Object.fromEntries(names()));
  }

  /** Returns the name of the constant with a scale's ranks. */
  ranks(scale: Scale | undefined): string {
    if (scale === undefined) return "null";
    return this.table("K", scale.name, () =>
      Object.fromEntries(scale.words.map((word, rank) => [word, rank])),
    );
  }

  /** Returns the name of a table's lookup function. */
  lookup(table: TablePlan): string {
    const { def, cell } = table;
    const known = this.tables.get(`T:${def.name}`);
    if (known !== undefined) return known;
    const name = `T_${this.tables.size}`;
    this.tables.set(`T:${def.name}`, name);
    // Complete rows are shared with the list of rows.
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

  /** Returns the name of the constant with a list of literals. */
  list({ items }: Extract<Typed, { op: "list" }>): string {
    const values = items.map((item) => (item.op === "literal" ? item.value : null));
    return this.table("L", JSON.stringify(values), () => values);
  }

  /**
   * Returns the call of a constructor for these field names. With a constructor, V8 keeps records fast although a
   * field is sometimes null; with literals they would become dictionaries.
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
