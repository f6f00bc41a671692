// `each`: a list, one entry for each item of another list. An entry holds its values, the item and the item's columns.
import { defined } from "../../language/defined.js";
import type { ValueOf } from "../../language/model.js";
import { listOf, orNull, plainShape, recordOf, TEXT, type Type } from "../../language/types.js";
import { typeCondition, typeFormula } from "../expressions.js";
import type { Scope, Slot } from "../plan.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";
import { typeArguments } from "./calculate.js";

export function inferEach(typer: Typer, slot: Slot, def: ValueOf<"each">, env: TypingContext): Inferred {
  const source = typeFormula(typer, def.loop.source, env, "inner");
  const item =
    source.type.kind === "map"
      ? mapItem(typer, source.type.value, source.type.keys)
      : typer.itemOf(source, def.loop.source, env);
  const scope = typer.scope("each", slot.scope, def.name, def.values, {
    item: { name: def.loop.name, type: item },
    ...(def.number === undefined ? {} : { number: def.number }),
  });
  hidden(typer, scope, def);
  const inside = { ...env, scope };
  if (def.calculate !== undefined) {
    const typed = typeArguments(typer, def.calculate, inside);
    if (typed !== undefined) scope.inner = { scope: typed.scope, args: typed.args };
  }
  const where = def.where === undefined ? {} : { where: typeCondition(typer, def.where, inside) };
  const order = def.order && { ...def.order, by: typeFormula(typer, def.order.by, inside, "inner") };
  const type = listOf(recordOf(scope.shape));
  return {
    type: source.type.nullable ? orNull(type) : type,
    body: { kind: "each", scope, source, ...where, ...defined({ order }) },
  };
}

function mapItem(typer: Typer, value: Type, keys: ReadonlySet<string> | undefined): Type {
  const key: Type = keys === undefined ? TEXT : { kind: "text", set: keys, nullable: false };
  return recordOf(plainShape(typer.plainId(), new Map(Object.entries({ key, value }))));
}

/** A value must not hide a column of its item. */
function hidden(typer: Typer, scope: Scope, def: ValueOf<"each">): void {
  const { item } = scope;
  if (item?.type.kind !== "record") return;
  for (const value of def.values) {
    const message = `${value.name} is also a field of ${item.name}.`;
    if (item.type.shapes.some((shape) => shape.field(value.name) !== undefined))
      typer.report.error("name", value.location, message, "rename one of the two");
  }
}
