// `pick`: one item of a list, the first that fits or the one with the largest or smallest key.
import type { ValueOf } from "../../language/model.js";
import { describe, orNull, type Type, UNKNOWN } from "../../language/types.js";
import { typeCondition, typeFormula } from "../expressions.js";
import type { Inferred, Surroundings, Typer } from "../typer.js";

export function inferPick(typer: Typer, def: ValueOf<"pick">, env: Surroundings): Inferred {
  const source = typeFormula(typer, def.source, env, "inner");
  let item: Type = UNKNOWN;
  if (source.type.kind === "list") item = source.type.item;
  else if (source.type.kind !== "unknown") {
    typer.wrong(
      { ...env, written: def.source },
      `\`pick\` takes an item of a list, and this is ${describe(source.type)}.`,
    );
  }
  const lambda = typer.lambda(item, source);
  const inside = { ...env, lambdas: [...env.lambdas, lambda] };
  const key =
    def.by === "first" ? typeCondition(typer, def.key, inside) : typeFormula(typer, def.key, inside, "inner");
  if (def.by !== "first" && !["number", "date", "scale", "unknown", "null"].includes(key.type.kind)) {
    typer.wrong(
      { ...env, written: def.key },
      `\`${def.by}\` compares numbers, dates or words of a scale, and this is ${describe(key.type)}.`,
    );
  }
  const where = def.where === undefined ? {} : { where: typeCondition(typer, def.where, inside) };
  return {
    type: orNull(item),
    body: { kind: "pick", source, lambda, by: def.by, key, otherwise: def.otherwise, ...where },
  };
}
