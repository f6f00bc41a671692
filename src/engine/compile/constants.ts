// What stands before the functions of a compiled tool: tables, lookups, lists, patterns and constructors of records, each
// written once, under a name.

import type { TableDef } from "../language/model.js";
import type { Scale } from "../language/types.js";
import type { TablePlan, Typed } from "../typing/plan.js";
import { dataCode } from "./data.js";
import { isSorted } from "./sorted.js";
import { compileLookup, compileNearest, compileRows } from "./tables.js";

/** Pieces that were written from the cells of a table. */
interface OfTable {
  readonly table: TableDef;
  /** Writes them again, with the cells as they are now; undefined where others would be written. */
  readonly write: () => string[] | undefined;
  /** Whether cells of this column, which is no key, stand in them, beside those in the rows of the table. */
  readonly holds: (column: string) => boolean;
}

export class Constants {
  protected readonly lookups: string[] = [];
  private readonly tables = new Map<string, string>();
  private readonly ofTables: OfTable[] = [];
  /** Rows of tables that are written, by the text that names each. */
  readonly rowNames = new Map<unknown, string>();
  private readonly records = new Map<string, string>();
  private readonly texts = new Map<string, readonly string[]>();

  /** `same` has written the same tables before: their text, a tenth of the work, is taken from it. */
  constructor(private readonly same?: Constants) {}

  /** The pieces that hold cells of a table, as they are now that numbers of it were changed; undefined where others change too. */
  again(table: TableDef): string[] | undefined {
    const written = this.written(table).map(({ write }) => write());
    return written.every((each) => each !== undefined) ? written.flat() : undefined;
  }

  /** Whether the cells of a column, which is no key, stand in the rows of the table and nowhere else. */
  isInRows(table: TableDef, column: string): boolean {
    return this.written(table).every(({ holds }) => !holds(column));
  }

  private written(table: TableDef): OfTable[] {
    return this.ofTables.filter((each) => each.table.rows === table.rows);
  }

  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string {
    if (scale === undefined) return "null";
    return this.table("K", scale.name, () =>
      Object.fromEntries(scale.words.map((word, rank) => [word, rank])),
    );
  }

  lookup(typed: Extract<Typed, { op: "table" }>): string {
    const known = typed.args.map((arg) =>
      arg.op === "literal" && (typeof arg.value === "string" || typeof arg.value === "number")
        ? arg.value
        : undefined,
    );
    const key = `T:${typed.table.def.name}:${JSON.stringify(known)}`;
    const written = this.tables.get(key);
    if (written !== undefined) return written;
    const name = `T_${this.tables.size}`;
    this.tables.set(key, name);
    const isOfRows = typed.table.cell === undefined && typed.table.def.dated === undefined;
    const { constants } = compileLookup(typed.table, name, known);
    if (isOfRows && [...constants.values()].some((value) => typeof value === "object" && value !== null))
      this.rowsOf(typed.table);
    const write = () => {
      const { text, constants } = compileLookup(typed.table, name, known);
      const data = [...constants].map(([constant, value]) => constantOf(constant, value, this.rowNames));
      return [...data, `function ${name}${text}`];
    };
    this.ofTable(`${name} ${key}`, { table: typed.table.def, write, holds: () => !isOfRows });
    return name;
  }

  rows(typed: Extract<Typed, { op: "rows" }>): string {
    return this.rowsOf(typed.table);
  }

  private rowsOf(table: TablePlan): string {
    const name = this.table("Y", table.def.name, () => compileRows(table), {
      table: table.def,
      holds: () => false,
    });
    for (const [at, row] of compileRows(table).entries()) this.rowNames.set(row, `${name}[${at}]`);
    return name;
  }

  /** The name of the constant that holds a column of numbers that never fall; undefined for any other column. */
  sortedColumn(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined {
    const { def } = typed.table;
    const cells = () => def.rows.map((row) => row[name]);
    const sorted = () => (isSorted(cells()) ? cells() : undefined);
    if (sorted() === undefined) return undefined;
    return this.table("C", `${def.name}.${name}`, sorted, { table: def, holds: (column) => column === name });
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
      this.lookups.push(
        `function ${maker}(${set.map((_, at) => `a${at}`).join(", ")}) { ${set.join(" ")} }\n${maker}.prototype = Object.prototype;`,
      );
    }
    return `new ${maker}(${fields.map(([, value]) => value).join(", ")})`;
  }

  words(typed: Typed): string {
    if (typed.op !== "rows") throw new Error("nearest needs a table");
    return this.table("N", typed.table.def.name, () => compileNearest(typed.table), {
      table: typed.table.def,
      holds: () => false,
    });
  }

  pattern(source: string): string {
    return this.table("P", source, () => new RegExp(source, "gu"));
  }

  protected table(letter: string, name: string, make: () => unknown, of?: Omit<OfTable, "write">): string {
    const key = `${letter}:${name}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const constant = `${letter}_${this.tables.size}`;
    this.tables.set(key, constant);
    const write = () => {
      const made = make();
      return made === undefined ? undefined : [constantOf(constant, made)];
    };
    if (of === undefined) this.lookups.push(...(write() ?? []));
    else this.ofTable(`${constant} ${key}`, { ...of, write });
    return constant;
  }

  private ofTable(key: string, written: OfTable): void {
    const text = this.same?.texts.get(key) ?? written.write() ?? [];
    this.texts.set(key, text);
    this.lookups.push(...text);
    this.ofTables.push(written);
  }
}

function constantOf(name: string, value: unknown, rowNames?: ReadonlyMap<unknown, string>): string {
  return `const ${name} = ${dataCode(value, rowNames)};`;
}
