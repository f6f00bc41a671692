// `each`: one entry for each item of another list, with its values, the item and the item's columns.
import { defined } from "../../language/defined.js";
import type { ValueOf } from "../../language/model.js";
import { listOf, type MapType, plainShape, recordOf, TEXT, type Type } from "../../language/types.js";
import { typeCondition, typeFormula } from "../expressions.js";
import type { Scope, Slot } from "../plan.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";
import { typeArguments } from "./calculate.js";

export function inferEach(typer: Typer, slot: Slot, def: ValueOf<"each">, env: TypingContext): Inferred {
  const source = typeFormula(typer, def.loop.source, env, "inner");
  const { type: list } = source;
  const item = list.kind === "map" ? mapItem(typer, list) : typer.itemOf(source, def.loop.source, env);
  const scope = typer.scope("each", slot.scope, def.name, def.values, {
    item: { name: def.loop.name, type: item },
    ...defined({ number: def.number }),
  });
  hidden(typer, scope, def);
  const inside = { ...env, scope };
  if (def.calculate !== undefined) {
    const typed = typeArguments(typer, def.calculate, inside);
    if (typed !== undefined) scope.inner = { scope: typed.scope, args: typed.args };
  }
  const where = def.where && typeCondition(typer, def.where, inside);
  const order = def.order && { ...def.order, by: typeFormula(typer, def.order.by, inside, "inner") };
  const type = listOf(recordOf(scope.shape));
  return {
    type: { ...type, nullable: list.nullable },
    body: { kind: "each", scope, source, ...defined({ where, order }) },
  };
}

function mapItem(typer: Typer, { keys, value }: MapType): Type {
  const key: Type = { ...TEXT, ...defined({ set: keys }) };
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
