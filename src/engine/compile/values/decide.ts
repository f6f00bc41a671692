// `decide`: the first matching entry gives the value. A record carries the id of its rule.
import type { BodyOf } from "../../typing/plan.js";
import type { Code } from "../code.js";
import { entriesCode, giveCode } from "../gives.js";

export function compileDecide(code: Code, body: BodyOf<"decide">): string {
  const rule = (id: string | undefined): Record<string, string> =>
    body.named ? { rule: JSON.stringify(id ?? null) } : {};
  const tried = entriesCode(
    code,
    body.entries,
    (leaf) =>
      `r = ${leaf.give === undefined ? "null" : giveCode(code, leaf.give, leaf.give.kind === "record" ? rule(leaf.entry.id) : {})}; break decide;`,
  );
  const last = giveCode(
    code,
    body.otherwise,
    body.otherwise.kind === "record" ? rule(body.otherwiseDef?.id) : {},
  );
  return `decide: { ${tried}\nr = ${last}; }`;
}
