// A text whose braces hold formulas.
import { TEXT, textOf } from "../types.js";
import { typeTemplate } from "../typing/gives.js";
import type { Kind } from "./kind.js";

export const text: Kind<"text", "text"> = {
  name: "text",
  body: "text",
  infer(typer, _slot, def, env) {
    const parts = typeTemplate(typer, def.template, env);
    const plain = parts.every((part) => typeof part === "string");
    return { type: plain ? textOf([def.template.it.text]) : TEXT, body: { kind: "text", parts } };
  },
  compile: (code, body) => `r = ${code.text(body.parts)};`,
  evaluate: (walker, def, frame, trace) => walker.text(def.template.it, frame, trace),
};
