// Types table lookups.

import type { Cell, Row } from "../language/model.js";
import {
  fieldOf,
  listOf,
  literalType,
  NUMBER,
  orNull,
  plainShape,
  type RecordType,
  recordOf,
  TEXT,
  type Type,
  UNKNOWN,
  unify,
} from "../language/types.js";
import { checkLookup } from "./lookup-cover.js";
import { dateOf } from "./names.js";
import type { TablePlan, Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

/** `env` points at the call. */
export function typeLookup(typer: Typer, table: TablePlan, args: readonly Typed[], env: Env): Typed {
  typer.used.add(table.def);
  const { def } = table;
  if (def.keys.length === 0)
    return typer.wrong(env, `The table ${def.name} has no keys to look up.`, "filter its rows with [...]");
  if (args.length !== def.keys.length) {
    const names = def.keys.map((key) => key.name);
    const keys = names.length === 1 ? "1 key" : `${names.length} keys`;
    const message = `The table ${def.name} is looked up by ${keys}, not ${args.length}.`;
    return typer.wrong(env, message, `write ${def.name}(${names.join(", ")})`);
  }
  dateOf(typer, table, env);
  const fits = checkLookup(typer, table, args, env);
  const nullable = args.some((arg) => arg.type.nullable) || table.dated?.type.nullable === true;
  let type: Type =
    table.cell === undefined ? table.row : (fieldOf(table.row as RecordType, table.cell) ?? UNKNOWN);
  if (def.keys.some((key) => key.kind === "interpolate")) type = NUMBER;
  if (def.otherwise !== undefined && !fits) type = withOtherwise(type, table);
  return typer.node({ op: "table", table, args, type: nullable ? orNull(type) : type });
}

function withOtherwise(type: Type, table: TablePlan): Type {
  const { otherwise } = table.def;
  if (otherwise === null || otherwise === undefined) return orNull(type);
  const orCell = (of: Type, cell: Cell) =>
    unify(of, typeof cell === "object" && cell !== null ? listOf(TEXT) : literalType(cell)) ?? UNKNOWN;
  if (table.cell !== undefined) return orCell(type, otherwise as Cell);
  const field = (name: string) => fieldOf(table.row as RecordType, name) ?? UNKNOWN;
  const fields = [...table.shape.names()].map((name) => {
    const cell = (otherwise as Row)[name] ?? null;
    return [name, orCell(field(name), cell)] as const;
  });
  return recordOf(plainShape(`${table.shape.id}+`, new Map(fields), table.def.name));
}
