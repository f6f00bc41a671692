// A constant: a number or word with its citation.
import { literalType } from "../types.js";
import type { Kind } from "./kind.js";

export const constant: Kind<"constant", "value"> = {
  name: "constant",
  body: "value",
  infer(_typer, _slot, def) {
    const type = literalType(def.constant);
    return { type, body: { kind: "value", value: { op: "literal", value: def.constant, type } } };
  },
  compile: (code, body) => `r = ${code.value(body.value)};`,
  evaluate: async (_walker, def) => def.constant,
};
