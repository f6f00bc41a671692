// A table called like a function.

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
    const names = def.keys.map((key) => key.name).join(", ");
    return typer.wrong(
      env,
      `The table ${def.name} is looked up by ${def.keys.length} key${def.keys.length === 1 ? "" : "s"}, not ${args.length}.`,
      `write ${def.name}(${names})`,
    );
  }
  dateOf(typer, table, env);
  typer.lookups.set(def, [...(typer.lookups.get(def) ?? []), args]);
  const fits = checkLookup(typer, table, args, env);
  const nullable = args.some((arg) => arg.type.nullable) || table.dated?.type.nullable === true;
  let type: Type =
    table.cell === undefined ? table.row : (fieldOf(table.row as RecordType, table.cell) ?? UNKNOWN);
  if (def.keys.some((key) => key.kind === "interpolate")) type = NUMBER;
  if (def.otherwise !== undefined && !fits) type = withOtherwise(type, table);
  return { op: "table", table, args, type: nullable ? orNull(type) : type };
}

function withOtherwise(type: Type, table: TablePlan): Type {
  const { otherwise } = table.def;
  if (otherwise === null || otherwise === undefined) return orNull(type);
  if (table.cell !== undefined) {
    if (Array.isArray(otherwise)) return unify(type, listOf(TEXT)) ?? UNKNOWN;
    return unify(type, literalType(otherwise as string | number | boolean)) ?? UNKNOWN;
  }
  const fields = new Map<string, Type>();
  for (const name of table.shape.names()) {
    const own = (otherwise as Record<string, unknown>)[name] ?? null;
    const literal = Array.isArray(own) ? listOf(TEXT) : literalType(own as string | number | boolean | null);
    fields.set(name, unify(fieldOf(table.row as RecordType, name) ?? UNKNOWN, literal) ?? UNKNOWN);
  }
  return recordOf(plainShape(`${table.shape.id}+`, fields));
}
