// `pick`: the first matching item of a list, or the one with the largest or smallest key.
import { defined } from "../../language/defined.js";
import type { ValueOf } from "../../language/model.js";
import { describe, isA, orNull } from "../../language/types.js";
import { typeCondition, typeFormula } from "../expressions.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";

export function inferPick(typer: Typer, def: ValueOf<"pick">, env: TypingContext): Inferred {
  const source = typeFormula(typer, def.source, env, "inner");
  const item = typer.itemOf(source, def.source, env, "`pick` takes an item of a list");
  const lambda = typer.lambda(item, source);
  const inside = { ...env, lambdas: [...env.lambdas, lambda] };
  const key =
    def.by === "first" ? typeCondition(typer, def.key, inside) : typeFormula(typer, def.key, inside, "inner");
  const message = `\`${def.by}\` compares numbers, dates or words of a scale, and this is ${describe(key.type)}.`;
  if (def.by !== "first" && !isA(key.type, "number", "date", "scale"))
    typer.wrong({ ...env, written: def.key }, message);
  const where = def.where && typeCondition(typer, def.where, inside);
  return {
    type: orNull(item),
    body: { kind: "pick", source, lambda, by: def.by, key, otherwise: def.otherwise, ...defined({ where }) },
  };
}
