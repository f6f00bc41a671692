// Types each kind of value. A new kind needs a case here, and a file in this folder unless it is very short.

import { didYouMean } from "../../language/nearest.js";
import { literalType, NOT_ON_SCALE, orNull, recordOf, type Type } from "../../language/types.js";
import { typeFormula, typeWhen } from "../expressions.js";
import { typeText } from "../gives.js";
import type { Slot, Typed } from "../plan.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";
import { inferCalculate } from "./calculate.js";
import { inferCollect } from "./collect.js";
import { inferDecide } from "./decide.js";
import { inferEach } from "./each.js";
import { inferPick } from "./pick.js";

function inferKind(typer: Typer, slot: Slot, env: TypingContext): Inferred {
  const { def } = slot;
  switch (def.kind) {
    case "formula": {
      const value = typeFormula(typer, def.formula, env);
      return { type: value.type, body: { kind: "value", value } };
    }
    case "constant": {
      const type = literalType(def.constant);
      return {
        type,
        body: { kind: "value", value: typer.node({ op: "literal", value: def.constant, type }) },
      };
    }
    case "text": {
      const { type, parts } = typeText(typer, def.template, env);
      return { type, body: { kind: "text", parts } };
    }
    case "group": {
      const scope = typer.scope("group", slot.scope, def.name, def.values);
      return { type: recordOf(scope.shape), body: { kind: "frame", scope, args: new Map() } };
    }
    case "decide":
      return inferDecide(typer, def, env);
    case "collect":
      return inferCollect(typer, slot, def, env);
    case "each":
      return inferEach(typer, slot, def, env);
    case "pick":
      return inferPick(typer, def, env);
    case "calculate":
      return inferCalculate(typer, def, env);
  }
}

/** Types a slot with its condition and scale. */
export function inferValue(typer: Typer, slot: Slot): Inferred & { when?: Typed } {
  const { def } = slot;
  const env = { scope: slot.scope, lambdas: [], slot, annotations: def };
  const when = typeWhen(typer, def, env);
  const { type, body } = inferKind(typer, slot, env);
  const scaled = def.scale === undefined ? type : onScale(typer, slot, type, def.scale);
  if (def.condition && type.kind !== "boolean" && type.kind !== "unknown") {
    const message = `${def.name} is under conditions, but is not true or false.`;
    typer.report.error("type", def.location, message, "move it to values");
  }
  return { type: when.when === undefined ? scaled : orNull(scaled), body, ...when };
}

function onScale(typer: Typer, slot: Slot, type: Type, name: string): Type {
  const scale = typer.def.scales.get(name);
  if (scale === undefined) {
    typer.report.error("symbol", slot.def.location, `There is no scale ${name}.`);
    return type;
  }
  const words = type.kind === "text" ? type.set : undefined;
  const strange = [...(words ?? [])].find((word) => !scale.words.includes(word));
  if (strange !== undefined) {
    const message = `${slot.name} can be ${strange}, which is not a word of the scale ${name}.`;
    typer.report.error("word", slot.def.location, message, didYouMean(strange, scale.words, NOT_ON_SCALE));
  }
  return { kind: "scale", scale, nullable: type.nullable };
}
