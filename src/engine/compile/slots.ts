// Compiles the memoised function of a value.
import { isCheckedAtEnd } from "../typing/number-checks.js";
import type { Slot } from "../typing/plan.js";
import { Code } from "./code.js";
import type { Module } from "./module-names.js";
import { compileBody } from "./values/all.js";

export function slotFunction(module: Module, slot: Slot): string {
  const checked = isCheckedAtEnd(slot);
  const code = new Code(module, slot.scope, "s", slot.id, checked);
  const when = slot.when === undefined ? undefined : code.test(slot.when);
  const body = bodyCode(code, slot);
  const guarded = when === undefined ? body : `if (${when}) { ${body} } else r = null;`;
  const check = checked
    ? `if (${slot.type.nullable ? "r !== null && " : ""}r - r !== 0) FIN(r, ${slot.id});`
    : "";
  return `function v${slot.id}(s) { // ${slot.scope.label}.${slot.name}
let r = s.m${slot.id}; if (r !== undefined) return r;
${temps(code)}${guarded} ${check}
return (s.m${slot.id} = r); }`;
}

function bodyCode(code: Code, slot: Slot): string {
  const body = slot.body as NonNullable<Slot["body"]>;
  if (body.kind === "value" && code.checkedAtEnd) return `r = ${code.value(body.value, true)};`;
  return compileBody(code, body);
}

export function temps(code: Code): string {
  return code.temps.length === 0 ? "" : `let ${[...new Set(code.temps)].join(", ")};\n`;
}
