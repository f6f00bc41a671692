// Resolves names: fields of the item, values from inner to outer scopes, inputs, tables, then built-in words.

import { INTEGER, listOf, NUMBER, recordOf, UNKNOWN } from "../language/types.js";
import { columnOf } from "./fields.js";
import type { Scope, TablePlan, Typed } from "./plan.js";
import { type Env, NOTHING, type Typer } from "./typer.js";

/** Returns the meaning of a name, or undefined. */
export function resolveName(typer: Typer, name: string, env: Env, nth = 0): Typed | undefined {
  for (const lambda of [...env.lambdas].reverse()) {
    const item = typer.node({ op: "lambda", lambda, type: lambda.type });
    if (lambda.name === name) return item;
    const column = columnOf(typer, item, name, env);
    if (column !== undefined) {
      ambiguous(typer, name, env, nth, env.scope);
      return column;
    }
  }
  for (let scope: Scope | undefined = env.scope; scope !== undefined; scope = scope.parent) {
    const own = inScope(typer, scope, name, env);
    if (own !== undefined) return own;
    const column = columnIn(typer, scope, name, env);
    if (column === undefined) continue;
    if (scope.kind === "each" && scope.parent !== undefined) ambiguous(typer, name, env, nth, scope.parent);
    return column;
  }
  return inTool(typer, name, env);
}

/** Resolves a name in one scope: value, parameter, entry number, item, or value of its calculation. */
function inScope(typer: Typer, scope: Scope, name: string, env: Env): Typed | undefined {
  const slot = scope.slots.get(name);
  if (slot !== undefined) {
    const type = typer.typeOf(slot);
    typer.use(slot, env);
    return typer.node({ op: "slot", slot, type });
  }
  const param = scope.params.get(name);
  if (param !== undefined) return typer.node({ op: "param", scope, name, type: param });
  if (scope.number === name) return typer.node({ op: "rank", scope, type: INTEGER });
  if (scope.item?.name === name) return typer.node({ op: "item", scope, type: scope.item.type });
  if (scope.inner?.scope.shape.field(name) === undefined) return undefined;
  return columnOf(typer, typer.node({ op: "self", scope, type: recordOf(scope.shape) }), name, env);
}

/** Resolves a column of a scope's item, or of a row parameter. */
function columnIn(typer: Typer, scope: Scope, name: string, env: Env): Typed | undefined {
  const holders: Typed[] = [];
  if (scope.item !== undefined) holders.push(typer.node({ op: "item", scope, type: scope.item.type }));
  for (const [param, type] of scope.params)
    if (scope.calculation?.given.get(param)?.type.startsWith("row of"))
      holders.push(typer.node({ op: "param", scope, name: param, type }));
  for (const holder of holders) {
    const column = columnOf(typer, holder, name, env);
    if (column !== undefined) return column;
  }
  return undefined;
}

function inTool(typer: Typer, name: string, env: Env): Typed | undefined {
  const input = typer.inputs.get(name);
  if (input !== undefined) {
    typer.useInput(name, env);
    return typer.node({ op: "input", name, type: input.type });
  }
  const table = typer.tables.get(name);
  if (table !== undefined) {
    typer.used.add(table.def);
    dateOf(typer, table, env);
    return typer.node({ op: "rows", table, type: listOf(table.row) });
  }
  if (name === "inputs") {
    const keys = new Set(typer.inputs.keys());
    return typer.node({ op: "inputs", type: { kind: "map", keys, value: UNKNOWN, nullable: false } });
  }
  if (name === "as_of") return inTool(typer, typer.inputs.has("as_of_date") ? "as_of_date" : "edition", env);
  if (name === "edition")
    return typer.node({
      op: "literal",
      value: typer.def.edition,
      type: { kind: "date", set: new Set([typer.def.edition]), nullable: false },
    });
  if (name === "pi") return typer.node({ op: "literal", value: Math.PI, type: NUMBER });
  return undefined;
}

function ambiguous(typer: Typer, name: string, env: Env, nth: number, outside: Scope): void {
  let isName = typer.inputs.has(name) || typer.tables.has(name);
  for (let scope: Scope | undefined = outside; scope !== undefined; scope = scope.parent)
    isName ||= scope.slots.has(name) || scope.params.has(name) || scope.item?.name === name;
  if (!isName) return;
  const message = `${name} is a field of the item and also a name outside it.`;
  const hint = "write item.field for the item's, or rename the other";
  typer.wrong({ ...env, word: name, nth }, message, hint, "name");
}

/** Types the date of a dated table once, in the tool's scope. */
export function dateOf(typer: Typer, table: TablePlan, env: Env): void {
  if (table.def.dated === undefined) return;
  if (table.dated === undefined) {
    const name = table.def.dated.it.text;
    table.dated = NOTHING;
    const outside: Env = { ...env, scope: typer.root, lambdas: [], written: table.def.dated };
    const date = resolveName(typer, name, outside);
    if (date === undefined || (date.type.kind !== "date" && date.type.kind !== "unknown")) {
      typer.wrong(outside, `Rows are dated by ${name}, which is not a date.`);
    } else if (date.type.nullable) {
      typer.wrong(outside, `Rows are dated by ${name}, which may be null.`, "give the input a default");
    } else {
      table.dated = date;
      typer.means(table.def.dated.it.expr, date);
    }
  }
  if (table.dated.op === "slot") typer.use(table.dated.slot, env);
  if (table.dated.op === "input") typer.useInput(table.dated.name, env);
}
