// `each`: a list of frames, one for each item of another list.
import type { BodyOf } from "../../typing/plan.js";
import { Code } from "../code.js";

export function compileEach(code: Code, body: BodyOf<"each">): string {
  const inside = new Code(code.module, body.scope, "f", code.site);
  const test = body.where === undefined ? "" : `if (!${inside.test(body.where)}) continue;`;
  let list = code.value(body.source);
  if (body.source.type.kind === "map") {
    const keys = body.source.type.keys;
    list = code.guard(
      [body.source],
      ([map]) => `ENT(${map}, ${keys === undefined ? "null" : JSON.stringify([...keys])})`,
    );
  }
  const entry = `new F${body.scope.id}(${code.frame}, `;
  const key = body.order === undefined ? "" : inside.value(body.order.by);
  const temps = inside.temps.length === 0 ? "" : `let ${inside.temps.join(", ")};`;
  const type = body.order?.by.type;
  const ranks = type?.kind === "scale" ? code.module.ranks(type.scale) : "null";
  const sorted =
    body.order === undefined
      ? ""
      : `r = ORDER(r, (f) => { ${temps} return ${key}; }, ${body.order.descending}, ${ranks});`;
  const numbered =
    body.scope.number === undefined ? "" : "for (let n = 0; n < r.length; n++) r[n].n = n + 1;";
  return `const list = ${list};
if (list === null) r = null; else { r = [];
for (const it of list) { ${temps} const f = ${entry}it); ${test} r.push(f); }
${sorted} ${numbered} }`;
}
