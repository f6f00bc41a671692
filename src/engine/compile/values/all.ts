// How each kind of value is compiled: statements that leave the value in `r`. A new kind is a file beside this one and a
// case in here.
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
