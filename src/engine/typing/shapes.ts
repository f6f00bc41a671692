// Fields of records: table rows, outcomes, and frames.
import type { ColumnDef, Row, TableDef, ToolDef } from "../language/model.js";
import {
  BOOLEAN,
  fieldNames,
  fieldOf,
  INTEGER,
  listOf,
  numberOf,
  orNull,
  plainShape,
  recordOf,
  type Shape,
  TEXT,
  type Type,
  textOf,
} from "../language/types.js";
import type { Scope, Slot, TablePlan } from "./plan.js";

/** Returns a table as a function of its keys: one value column gives the cell, several give the row. */
export function tablePlan(def: TableDef, tool: ToolDef): TablePlan {
  const keyColumns = new Set(def.keys.flatMap((key) => key.columns));
  const values = [...def.columns.keys()].filter((name) => !keyColumns.has(name));
  const shape = rowShape(def, tool);
  return {
    def,
    shape,
    cell: def.keys.length > 0 && values.length === 1 ? values[0] : undefined,
    row: recordOf(shape),
  };
}

/** Returns the shape of a frame: values, parameters, item and the item's columns. */
export function frameShape(scope: Omit<Scope, "shape">, typeOf: (slot: Slot) => Type): Shape {
  return {
    id: `f${scope.id}`,
    access: scope.id,
    *names() {
      yield* scope.slots.keys();
      yield* scope.params.keys();
      if (scope.number !== undefined) yield scope.number;
      if (scope.item !== undefined) yield scope.item.name;
      if (scope.inner !== undefined) yield* scope.inner.scope.shape.names();
      if (scope.item?.type.kind === "record") yield* fieldNames(scope.item.type);
    },
    field(name) {
      const slot = scope.slots.get(name);
      if (slot !== undefined) return typeOf(slot);
      const param = scope.params.get(name);
      if (param !== undefined) return param;
      if (scope.number === name) return INTEGER;
      if (scope.item?.name === name) return scope.item.type;
      const inner = scope.inner?.scope.shape.field(name);
      if (inner !== undefined) return inner;
      return scope.item?.type.kind === "record" ? fieldOf(scope.item.type, name) : undefined;
    },
  };
}

/** Returns the shape of a row; text columns are closed sets. */
function rowShape(table: TableDef, tool: ToolDef): Shape {
  const fields = new Map<string, Type>();
  for (const column of table.columns.values()) fields.set(column.name, columnType(column, table.rows, tool));
  if (table.dated !== undefined) {
    fields.set("from", { kind: "date", nullable: true });
    fields.set("until", { kind: "date", nullable: true });
  }
  return plainShape(`t:${table.name}`, fields, table.name);
}

function columnType(column: ColumnDef, rows: readonly Row[], tool: ToolDef): Type {
  const cells = rows.map((row) => row[column.name] ?? null);
  const nullable = cells.some((cell) => cell === null);
  const known = cells.filter((cell) => cell !== null);
  const type = ((): Type => {
    switch (column.type) {
      case "number":
      case "integer":
        return numberOf(known as number[]);
      case "text":
        return textOf(known as string[]);
      case "texts":
      case "words":
        return listOf(textOf((known as string[][]).flat()));
      case "numbers":
        return listOf(numberOf((known as number[][]).flat()));
      case "boolean":
        return BOOLEAN;
      case "date":
        return { kind: "date", nullable: false };
      case "scale": {
        const scale = tool.scales.get(column.scale ?? "");
        return scale === undefined ? TEXT : { kind: "scale", scale, nullable: false };
      }
    }
  })();
  return nullable || known.length === 0 ? orNull(type) : type;
}
