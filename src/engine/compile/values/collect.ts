// `collect`: every matching entry contributes, in order.
import { flagNames } from "../../language/entries.js";
import type { BodyOf, TypedEntry } from "../../typing/plan.js";
import type { Code } from "../code.js";
import { literal } from "../data.js";
import { entriesCode, giveCode } from "../gives.js";

export function compileCollect(code: Code, body: BodyOf<"collect">): string {
  const own = flagNames(body.entries.map(({ entry }) => entry));
  const tried = entriesCode(code, body.entries, (leaf) => `r.push(${itemCode(code, leaf, own)});`);
  const rest =
    body.otherwise === undefined ? "" : `if (r.length === 0) r = ${giveCode(code, body.otherwise)};`;
  return `r = []; ${tried}\n${rest}`;
}

function itemCode(code: Code, leaf: TypedEntry, names: ReadonlySet<string>): string {
  const given = leaf.give === undefined ? "null" : giveCode(code, leaf.give);
  if (!leaf.entry.own.has("code")) return given;
  const own = [...names].map((name) => `${name}: ${literal(leaf.entry.own.get(name) ?? null)}`);
  return `{ ${[...own, `warning: ${given}`].join(", ")} }`;
}
