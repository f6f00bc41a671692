// Compiles each kind of value to statements that set `r`. A new kind needs a file in this folder and a case here.
import type { Body } from "../../typing/plan.js";
import type { Code } from "../code.js";
import { textCode } from "../texts.js";
import { compileCollect } from "./collect.js";
import { compileDecide } from "./decide.js";
import { compileEach } from "./each.js";
import { compilePick } from "./pick.js";

export function compileBody(code: Code, body: Body): string {
  switch (body.kind) {
    case "value":
      return `r = ${code.value(body.value)};`;
    case "text":
      return `r = ${textCode(code, body.parts)};`;
    case "frame":
      return `r = ${code.newFrame(body.scope, body.args)};`;
    case "decide":
      return compileDecide(code, body);
    case "collect":
      return compileCollect(code, body);
    case "each":
      return compileEach(code, body);
    case "pick":
      return compilePick(code, body);
  }
}
