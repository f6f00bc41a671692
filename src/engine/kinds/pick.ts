// `pick`: one item of a list, the first that fits or the one with the largest or smallest key.

import type { Code } from "../compile/code.js";
import { reachedBy } from "../compile/sorted.js";
import type { Body, Typed } from "../plan.js";
import { witnessRows } from "../reference/lookup.js";
import { order } from "../reference/meaning.js";
import { newTrace } from "../reference/trace.js";
import type { ReferenceValue } from "../reference/walker.js";
import { describe, orNull, type Type, UNKNOWN } from "../types.js";
import { typeCondition, typeFormula } from "../typing/expressions.js";
import type { Kind } from "./kind.js";

export const pick: Kind<"pick", "pick"> = {
  name: "pick",
  body: "pick",
  infer(typer, _slot, def, env) {
    const source = typeFormula(typer, def.source, env, "inner");
    let item: Type = UNKNOWN;
    if (source.type.kind === "list") item = source.type.item;
    else if (source.type.kind !== "unknown") {
      typer.wrong(
        { ...env, written: def.source },
        `\`pick\` takes an item of a list, and this is ${describe(source.type)}.`,
      );
    }
    const lambda = typer.lambda(item);
    const inside = { ...env, lambdas: [...env.lambdas, lambda] };
    const key =
      def.by === "first"
        ? typeCondition(typer, def.key, inside)
        : typeFormula(typer, def.key, inside, "inner");
    if (def.by !== "first" && !["number", "date", "scale", "unknown", "null"].includes(key.type.kind)) {
      typer.wrong(
        { ...env, written: def.key },
        `\`${def.by}\` compares numbers, dates or words of a scale, and this is ${describe(key.type)}.`,
      );
    }
    const where = def.where === undefined ? {} : { where: typeCondition(typer, def.where, inside) };
    return {
      type: orNull(item),
      body: { kind: "pick", source, lambda, by: def.by, key, otherwise: def.otherwise, ...where },
    };
  },
  compile(code, body) {
    const tried = triedInPlace(code, body);
    if (tried !== undefined) return tried;
    const { lambda, by, key, where, otherwise } = body;
    const item = code.lambdaName(lambda);
    const list = code.value(body.source);
    const kept =
      where === undefined ? "" : `list = list.filter((${item}) => ${code.repeat(() => code.test(where))});`;
    const loop =
      by === "first"
        ? `if (${code.repeat(() => code.test(key))}) { r = ${item}; break; }`
        : `const key = ${code.repeat(() => code.value(key))};
if (key !== null && (r === null || ${better(code, by, key.type)})) { r = ${item}; best = key; }`;
    const last = otherwise === "last" ? "if (r === null) r = list.at(-1) ?? null;" : "";
    return `let list = ${list}; r = null;
if (list !== null) { ${kept} ${by === "first" ? "" : "let best = 0;"}
for (let at = 0; at < list.length; at++) { const ${item} = list[at]; ${loop} }
${last} }`;
  },
  async evaluate(walker, def, frame, trace) {
    const source = await walker.formula(def.source, frame, trace);
    if (source === null) return null;
    let list = source as ReferenceValue[];
    if (def.where !== undefined) {
      const kept: ReferenceValue[] = [];
      for (const item of list) {
        if ((await walker.formula(def.where, walker.over(frame, item), newTrace())) === true) kept.push(item);
      }
      list = kept;
    }
    let best: ReferenceValue = null;
    let bestKey: ReferenceValue = null;
    for (const item of list) {
      const key = await walker.formula(def.key, walker.over(frame, item), newTrace());
      if (def.by === "first") {
        if (key !== true) continue;
        witnessRows(walker, [item], "found");
        return item;
      } else if (key !== null) {
        const sign = bestKey === null ? 1 : order(key, bestKey) * (def.by === "largest" ? 1 : -1);
        if (sign > 0) [best, bestKey] = [item, key];
      }
    }
    if (best === null && def.otherwise === "last") best = list[list.length - 1] ?? null;
    witnessRows(walker, [best], "found");
    return best;
  },
};

/** Whether `key` beats `best`; written in place, because one function for all keys would meet values of every kind. */
function better(code: Code, by: "largest" | "smallest", type: Type): string {
  if (type.kind === "number") return `${by === "largest" ? "GT" : "LT"}(key, best)`;
  const rank = (word: string) => (type.kind === "scale" ? `${code.module.ranks(type.scale)}[${word}]` : word);
  return `${rank("key")} ${by === "largest" ? ">" : "<"} ${rank("best")}`;
}

/** The first entry of a list that nothing else asks for: entries are made until one fits. */
function triedInPlace(code: Code, body: Extract<Body, { kind: "pick" }>): string | undefined {
  const { source, lambda, by, key, where, otherwise } = body;
  if (by !== "first" || where !== undefined || source.op !== "slot") return undefined;
  const { slot } = source;
  const each = slot.body;
  if (each?.kind !== "each" || slot.scope !== code.scope || !code.module.inlining.isSole(slot))
    return undefined;
  // Which entries are in the list, their order and their numbers are known of the whole list only.
  if (each.where !== undefined || each.order !== undefined || each.scope.number !== undefined)
    return undefined;
  if (each.source.type.kind !== "list") return undefined;
  const entry = code.lambdaName(lambda);
  const from = otherwise === "last" ? "0" : firstThatCan(code, body, each.source);
  const test = code.repeat(() => code.test(key));
  const [kept, last] = otherwise === "last" ? [`last = ${entry};`, "r = last;"] : ["", "r = null;"];
  return `const list = ${code.value(each.source)}; let last = null; r = undefined;
if (list !== null) for (let at = ${from}; at < list.length; at++) { const ${entry} = new F${each.scope.id}(${code.frame}, list[at]);
if (${test}) { r = ${entry}; break; } ${kept} }
if (r === undefined) ${last}`;
}

/** The place of the first row that can pass, where a column that never falls tells; else of the first one. */
function firstThatCan(code: Code, { key, lambda }: Extract<Body, { kind: "pick" }>, rows: Typed): string {
  const reached = reachedBy(key, lambda);
  if (reached === undefined || rows.op !== "rows" || rows.table.dated !== undefined) return "0";
  const column = code.module.sortedColumn(rows, reached.column);
  return column === undefined ? "0" : `START(${column}, ${code.value(reached.limit)})`;
}
