// What a name of a definition stands for: an input, value, table, column, function, parameter, flag, source or file, known by
// the place where it is defined, so that several tools which share a part mean the same thing.

import { type Location, locationOf, locationOfKey } from "../engine/language/locations.js";
import type { TableDef } from "../engine/language/model.js";
import { describe, type RecordType } from "../engine/language/types.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { isYamlMap, yamlOf } from "../engine/read/yaml.js";
import type { Scope, Slot, Typed } from "../engine/typing/plan.js";
import type { LintedTool } from "../lint/load.js";

export type ThingKind =
  | "input"
  | "value"
  | "table"
  | "column"
  | "function"
  | "parameter"
  | "result"
  | "flag"
  | "source"
  | "part"
  | "shared table";

export interface DefinitionSymbol {
  readonly kind: ThingKind;
  readonly name: string;
  /** Where it is defined. */
  readonly location: Location;
  readonly title?: string | undefined;
  /** In the reader's words. */
  readonly type?: string | undefined;
  readonly unit?: string | undefined;
  /** How it is worked out, where a line says it. */
  readonly written?: string | undefined;
}

export function sameThing(a: DefinitionSymbol, b: DefinitionSymbol): boolean {
  const one = a.location;
  const other = b.location;
  return (
    a.name === b.name && one.file === other.file && one.line === other.line && one.column === other.column
  );
}

/** The things that one tool knows, each made once. */
export class ToolSymbols {
  private readonly made = new Map<object | string, DefinitionSymbol>();

  constructor(private readonly tool: LintedTool) {}

  private once(key: object | string, make: () => DefinitionSymbol): DefinitionSymbol {
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }

  input(name: string): DefinitionSymbol | undefined {
    const input = this.tool.plan.inputs.get(name);
    if (input === undefined) return undefined;
    const schemas = this.tool.plan.inputSchema.properties as
      | Readonly<Record<string, { title?: string }>>
      | undefined;
    return this.once(input, () => ({
      kind: "input",
      name,
      location: input.location,
      title: schemas?.[name]?.title,
      type: describe(input.type),
      unit: input.unit,
      written: input.fallback === undefined ? undefined : `${String(input.fallback)} unless it is given`,
    }));
  }

  value({ def, type }: Slot): DefinitionSymbol {
    const shown = this.tool.plan.def.results.find(({ name }) => name === def.name);
    return this.once(def, () => ({
      kind: "value",
      name: def.name,
      location: def.location,
      title: def.title ?? shown?.title,
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

  table(def: TableDef): DefinitionSymbol {
    const keys = def.keys.map(({ name }) => name).join(", ");
    const others = [...def.columns.keys()].filter(
      (name) => !def.keys.some((key) => key.columns.includes(name)),
    );
    return this.once(def.holder, () => ({
      kind: "table",
      name: def.name,
      location: def.location,
      type: `a table of ${def.rows.length} rows`,
      written: `${def.name}(${keys}) gives ${others.join(", ")}`,
    }));
  }

  column(table: TableDef, name: string): DefinitionSymbol | undefined {
    const column = table.columns.get(name);
    if (column === undefined) return undefined;
    return this.once(column, () => {
      const { columns } = yamlOf(table.holder);
      const stated = isYamlMap(columns) && name in columns;
      return {
        kind: "column",
        name,
        location: stated ? locationOfKey(columns, name) : table.location,
        type: `a column of ${table.name}: ${column.type === "scale" ? (column.scale ?? "scale") : column.type}`,
        unit: column.unit ?? unitOfName(name),
      };
    });
  }

  calculation({ calculation }: Scope): DefinitionSymbol | undefined {
    if (calculation === undefined) return undefined;
    const { name, location, given, isFunction, values } = calculation;
    const [only] = values;
    return this.once(calculation, () => ({
      kind: "function",
      name,
      location,
      type: `a ${isFunction ? "function" : "calculation"} of ${[...given.keys()].join(", ")}`,
      written: isFunction && only?.kind === "formula" ? only.formula.it.text : undefined,
    }));
  }

  parameter({ calculation }: Scope, name: string): DefinitionSymbol | undefined {
    const given = calculation?.given.get(name);
    if (given === undefined) return undefined;
    return this.once(given, () => ({ kind: "parameter", name, location: given.location, type: given.type }));
  }

  /** What a field of a record is: a column, or a value of a group, a loop or a calculation. */
  field(type: RecordType, name: string): DefinitionSymbol | undefined {
    for (const shape of type.shapes) {
      const found = shape.access === "plain" ? this.ofRow(shape.id, name) : this.inScope(shape.access, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private ofRow(shape: string, name: string): DefinitionSymbol | undefined {
    const table = shape.startsWith("t:") ? this.tool.plan.tables.get(shape.slice(2)) : undefined;
    return table === undefined ? undefined : this.column(table.def, name);
  }

  private inScope(id: number, name: string): DefinitionSymbol | undefined {
    const scope = this.tool.plan.scopes[id];
    if (scope === undefined) return undefined;
    const slot = scope.slots.get(name) ?? scope.inner?.scope.slots.get(name);
    if (slot !== undefined) return this.value(slot);
    const item = scope.item?.type;
    return this.parameter(scope, name) ?? (item?.kind === "record" ? this.field(item, name) : undefined);
  }

  /** A code of the tool's flags, by where it is given. */
  flag(code: string): DefinitionSymbol | undefined {
    const flags = yamlOf(this.tool.plan.def.holder).flags;
    for (const entry of Array.isArray(flags) ? flags : [])
      if (isYamlMap(entry) && entry.code === code)
        return this.once(entry, () => ({
          kind: "flag",
          name: code,
          location: locationOf(entry, "code"),
          type: "a flag",
          written: typeof entry.say === "string" ? entry.say : undefined,
        }));
    return undefined;
  }

  result(name: string): DefinitionSymbol | undefined {
    const slot = this.tool.plan.root.slots.get(name);
    if (slot !== undefined) return this.value(slot);
    const node = this.tool.plan.def.results.find((each) => each.name === name);
    if (node === undefined) return undefined;
    return this.once(node, () => ({ kind: "result", name, location: node.location, title: node.title }));
  }

  /** What a step of a formula names. */
  named(typed: Typed): DefinitionSymbol | undefined {
    switch (typed.op) {
      case "slot":
        return typed.slot.name.startsWith("$") ? undefined : this.value(typed.slot);
      case "input":
      case "sent":
        return this.input(typed.name);
      case "param":
        return this.parameter(typed.scope, typed.name);
      case "table":
      case "rows":
        return this.table(typed.table.def);
      case "call":
        return this.calculation(typed.scope);
      case "field":
        return typed.of.type.kind === "record" ? this.field(typed.of.type, typed.name) : undefined;
      case "flagged":
        return this.flag(typed.code);
      default:
        return undefined;
    }
  }
}
