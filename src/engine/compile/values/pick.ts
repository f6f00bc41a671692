// `pick`: the first matching item of a list, or the one with the largest or smallest key.

import type { Type } from "../../language/types.js";
import type { BodyOf } from "../../typing/plan.js";
import type { Code } from "../code.js";

export function compilePick(code: Code, body: BodyOf<"pick">): string {
  const { lambda, by, key, where, otherwise } = body;
  const item = code.lambdaName(lambda);
  const list = code.value(body.source);
  const kept = where === undefined ? "" : `list = list.filter((${item}) => ${code.test(where)});`;
  const loop =
    by === "first"
      ? `if (${code.test(key)}) { r = ${item}; break; }`
      : `const key = ${code.value(key)};
if (key !== null && (r === null || ${better(code, by, key.type)})) { r = ${item}; best = key; }`;
  const last = otherwise === "last" ? "if (r === null) r = list.at(-1) ?? null;" : "";
  return `let list = ${list}; r = null;
if (list !== null) { ${kept} ${by === "first" ? "" : "let best = 0;"}
for (let at = 0; at < list.length; at++) { const ${item} = list[at]; ${loop} }
${last} }`;
}

/** Compares `key` with `best`. Inline, because a shared function would see values of every type. */
function better(code: Code, by: "largest" | "smallest", type: Type): string {
  if (type.kind === "number") return `${by === "largest" ? "GT" : "LT"}(key, best)`;
  const rank = (word: string) => (type.kind === "scale" ? `${code.module.ranks(type.scale)}[${word}]` : word);
  return `${rank("key")} ${by === "largest" ? ">" : "<"} ${rank("best")}`;
}
