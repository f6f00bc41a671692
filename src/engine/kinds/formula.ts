// A formula: one expression.
import { typeFormula } from "../typing/expressions.js";
import type { Kind } from "./kind.js";

export const formula: Kind<"formula", "value"> = {
  name: "formula",
  body: "value",
  infer(typer, _slot, def, env) {
    const value = typeFormula(typer, def.formula, env);
    return { type: value.type, body: { kind: "value", value } };
  },
  compile: (code, body) => `r = ${code.value(body.value)};`,
  evaluate: (walker, def, frame, trace) => walker.formula(def.formula, frame, trace),
};
