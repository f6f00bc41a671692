// The index of a tool's names: definitions with location, kind, type, unit and title, and the meaning of every name
// in a formula. Things are identified by location, so tools that share a part share its things.

import { leavesOf } from "../engine/language/entries.js";
import type { Expr } from "../engine/language/formula.js";
import type { Location } from "../engine/language/locations.js";
import type { Entry, TableDef } from "../engine/language/model.js";
import { describe, type RecordType } from "../engine/language/types.js";
import { unitOfName } from "../engine/language/unit-names.js";
import type { Scope, Slot, ToolPlan, Typed } from "../engine/typing/plan.js";
import { slotIn } from "../engine/typing/visit.js";

export type NameKind =
  | "input"
  | "value"
  | "table"
  | "column"
  | "function"
  | "parameter"
  | "result"
  | "flag"
  | "choice"
  | "source"
  | "part"
  | "shared table";

export interface NamedThing {
  readonly kind: NameKind;
  readonly name: string;
  /** Where it is defined. */
  readonly location: Location;
  /** The model object that defines it; for a column its table. */
  readonly def?: object;
  /** The input that a choice belongs to. */
  readonly of?: string;
  readonly title?: string | undefined;
  /** In words for readers. */
  readonly type?: string | undefined;
  readonly unit?: string | undefined;
  /** Its formula, if it is short. */
  readonly written?: string | undefined;
}

export function sameNamed(a: NamedThing, b: NamedThing): boolean {
  const one = a.location;
  const other = b.location;
  return (
    a.name === b.name && one.file === other.file && one.line === other.line && one.column === other.column
  );
}

/** "a number, in kW". */
export function typeWords({ type, unit }: Pick<NamedThing, "type" | "unit">): string {
  const inUnit = unit === undefined || unit === "1" ? undefined : `in ${unit}`;
  return [type, inUnit].filter((words) => words !== undefined).join(", ");
}

export class NameIndex {
  private readonly made = new Map<object, NamedThing>();
  private readonly titles: ReadonlyMap<string, string | undefined>;

  constructor(readonly plan: ToolPlan) {
    const inputs = (plan.inputSchema.properties ?? {}) as Readonly<Record<string, { title?: string }>>;
    this.titles = new Map([
      ...plan.def.results.map(({ name, title }) => [name, title] as const),
      ...Object.entries(inputs).map(([name, { title }]) => [name, title] as const),
    ]);
  }

  private once(def: object, make: () => NamedThing): NamedThing {
    const known = this.made.get(def) ?? make();
    this.made.set(def, known);
    return known;
  }

  /** Lists everything that the tool defines. */
  all(): NamedThing[] {
    const { inputs, slots, scopes, def } = this.plan;
    const found = [
      ...[...inputs.keys()].map((name) => this.input(name)),
      ...slots.map((slot) => this.value(slot)),
      ...[...def.tables.values()].flatMap((table) => [
        this.table(table),
        ...[...table.columns.keys()].map((name) => this.column(table, name)),
      ]),
      ...scopes.flatMap((scope) => [
        this.calculation(scope),
        ...[...scope.params.keys()].map((name) => this.parameter(scope, name)),
      ]),
      ...def.results.map(({ name }) => this.result(name)),
      ...this.flags().map((entry) => this.flag(String(entry.own.get("code")))),
    ];
    return [...new Set(found.filter((named) => named !== undefined))];
  }

  /** Returns the meanings of a name, field or call. A calculation may have several if its callers differ. */
  of(expr: Expr): NamedThing[] {
    return [...new Set((this.plan.names.get(expr) ?? []).flatMap((typed) => this.meant(typed)))];
  }

  input(name: string): NamedThing | undefined {
    const input = this.plan.inputs.get(name);
    if (input === undefined) return undefined;
    const { location, type, unit, fallback } = input;
    return this.once(input, () => ({
      kind: "input",
      name,
      location,
      def: input,
      title: this.titles.get(name),
      type: describe(type),
      unit,
      written: fallback === undefined ? undefined : `${String(fallback)} unless it is given`,
    }));
  }

  /** Returns nothing for built-in lists, except flags. */
  value({ def, type }: Slot): NamedThing | undefined {
    if (def.list !== undefined && def.list !== "flags") return undefined;
    return this.once(def, () => ({
      kind: "value",
      name: def.name,
      location: def.location,
      def,
      title: def.title ?? this.titles.get(def.name),
      type: describe(type),
      unit: def.unit ?? unitOfName(def.name),
      written:
        def.kind === "formula"
          ? def.formula.it.text
          : def.kind === "constant"
            ? String(def.constant)
            : def.kind === "text"
              ? def.template.it.text
              : def.kind,
    }));
  }

  table(def: TableDef): NamedThing {
    const keys = def.keys.map(({ name }) => name).join(", ");
    const others = [...def.columns.keys()].filter(
      (name) => !def.keys.some((key) => key.columns.includes(name)),
    );
    return this.once(def, () => ({
      kind: "table",
      name: def.name,
      location: def.location,
      def,
      type: `a table of ${def.rows.length} rows`,
      written: `${def.name}(${keys}) gives ${others.join(", ")}`,
    }));
  }

  column(table: TableDef, name: string): NamedThing | undefined {
    const column = table.columns.get(name);
    if (column === undefined) return undefined;
    return this.once(column, () => ({
      kind: "column",
      name,
      location: column.location ?? table.location,
      def: table,
      type: `a column of ${table.name}: ${column.type === "scale" ? (column.scale ?? "scale") : column.type}`,
      unit: column.unit ?? unitOfName(name),
    }));
  }

  calculation({ calculation }: Scope): NamedThing | undefined {
    if (calculation === undefined) return undefined;
    const { name, location, given, isFunction, values } = calculation;
    const [only] = values;
    return this.once(calculation, () => ({
      kind: "function",
      name,
      location,
      def: calculation,
      type: `a ${isFunction ? "function" : "calculation"} of ${[...given.keys()].join(", ")}`,
      written: isFunction && only?.kind === "formula" ? only.formula.it.text : undefined,
    }));
  }

  parameter({ calculation }: Scope, name: string): NamedThing | undefined {
    const given = calculation?.given.get(name);
    if (given === undefined) return undefined;
    return this.once(given, () => ({
      kind: "parameter",
      name,
      location: given.location,
      def: given,
      type: given.type,
    }));
  }

  /**
   * Returns the meaning of a record's field: a column, or a value of a group, loop or calculation. Alternative
   * records give one each.
   */
  field(type: RecordType, name: string): NamedThing[] {
    return type.shapes.flatMap(({ table = "", access }) =>
      access === "plain" ? this.ofRow(table, name) : this.inScope(access, name),
    );
  }

  private ofRow(of: string, name: string): NamedThing[] {
    const table = this.plan.tables.get(of);
    return table === undefined ? [] : some(this.column(table.def, name));
  }

  private inScope(id: number, name: string): NamedThing[] {
    const scope = this.plan.scopes[id];
    if (scope === undefined) return [];
    const slot = slotIn(scope, name);
    if (slot !== undefined) return some(this.value(slot));
    const given = some(this.parameter(scope, name));
    const item = scope.item?.type;
    return given.length === 0 && item?.kind === "record" ? this.field(item, name) : given;
  }

  private flags(): Entry[] {
    const flags = this.plan.def.values.find((def) => def.kind === "collect" && def.flags);
    const leaves = flags?.kind === "collect" ? leavesOf(flags.entries) : [];
    return leaves.map(({ entry }) => entry).filter(({ own }) => own.has("code"));
  }

  /** Returns a flag by its code. */
  flag(code: string): NamedThing | undefined {
    const entry = this.flags().find(({ own }) => own.get("code") === code);
    if (entry === undefined) return undefined;
    const { give, codeLocation, location } = entry;
    return this.once(entry, () => ({
      kind: "flag",
      name: code,
      location: codeLocation ?? location,
      def: entry,
      type: "a flag",
      written: give?.kind === "text" ? give.template.it.text : undefined,
    }));
  }

  result(name: string): NamedThing | undefined {
    const slot = this.plan.root.slots.get(name);
    if (slot !== undefined) return this.value(slot);
    const node = this.plan.def.results.find((each) => each.name === name);
    if (node === undefined) return undefined;
    const { location, title } = node;
    return this.once(node, () => ({ kind: "result", name, location, def: node, title }));
  }

  /** Returns the list that an item comes from. */
  itemOf(expr: Expr): NamedThing[] {
    return [...new Set((this.plan.names.get(expr) ?? []).flatMap((typed) => this.listOf(typed)))];
  }

  private listOf(typed: Typed): NamedThing[] {
    if (typed.op === "filter") return this.listOf(typed.of);
    const loop = (slot: Slot) => slot.body?.kind === "each" && slot.body.scope;
    const body =
      typed.op === "item" ? this.plan.slots.find((slot) => loop(slot) === typed.scope)?.body : null;
    const list = typed.op === "lambda" ? typed.lambda.list : body?.kind === "each" ? body.source : undefined;
    return list === undefined ? this.meant(typed) : this.listOf(list);
  }

  /** Returns the meaning of a typed expression. */
  private meant(typed: Typed): NamedThing[] {
    switch (typed.op) {
      case "slot":
        return some(this.value(typed.slot));
      case "input":
        return some(this.input(typed.name));
      case "param":
        return some(this.parameter(typed.scope, typed.name));
      case "table":
      case "rows":
        return [this.table(typed.table.def)];
      case "call":
        return some(this.calculation(typed.scope));
      case "field":
        return typed.of.type.kind === "record" ? this.field(typed.of.type, typed.name) : [];
      case "pluck":
        return this.meant(typed.body);
      case "flagged":
        return some(this.flag(typed.code));
      default:
        return [];
    }
  }
}

function some(named: NamedThing | undefined): NamedThing[] {
  return named === undefined ? [] : [named];
}
