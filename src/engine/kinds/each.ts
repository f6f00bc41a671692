// `each`: a list, one entry for each item of another list. An entry holds its values, the item and the item's columns.
import { Code } from "../compile/code.js";
import type { ValueOf } from "../model.js";
import type { Scope } from "../plan.js";
import { Frame } from "../reference/frame.js";
import { noteRows } from "../reference/lookup.js";
import { order } from "../reference/meaning.js";
import { newTrace } from "../reference/trace.js";
import { byName, type ReferenceValue } from "../reference/walker.js";
import { describe, listOf, orNull, TEXT, type Type, UNKNOWN } from "../types.js";
import { typeCondition, typeFormula } from "../typing/expressions.js";
import { plainShape } from "../typing/shapes.js";
import type { Typer } from "../typing/typer.js";
import { evaluateArguments, typeArguments } from "./calculate.js";
import type { Kind } from "./kind.js";

export const each: Kind<"each", "each"> = {
  name: "each",
  body: "each",
  infer(typer, slot, def, env) {
    const source = typeFormula(typer, def.loop.source, env, "inner");
    let item: Type = UNKNOWN;
    if (source.type.kind === "list") item = source.type.item;
    else if (source.type.kind === "map") item = mapItem(typer, source.type.value, source.type.keys);
    else if (source.type.kind !== "unknown") {
      typer.wrong(
        { ...env, written: def.loop.source },
        `\`each\` runs over a list, and this is ${describe(source.type)}.`,
      );
    }
    const scope = typer.scope("each", slot.scope, def.name, def.values, {
      item: { name: def.loop.name, type: item },
      ...(def.number === undefined ? {} : { number: def.number }),
    });
    hidden(typer, scope, def);
    const inside = { ...env, scope };
    if (def.calculate !== undefined) {
      const typed = typeArguments(typer, def.calculate, inside);
      if (typed !== undefined) scope.inner = { scope: typed.scope, args: typed.args };
    }
    const where = def.where === undefined ? {} : { where: typeCondition(typer, def.where, inside) };
    const sorted =
      def.order === undefined
        ? {}
        : {
            order: {
              by: typeFormula(typer, def.order.by, inside, "inner"),
              descending: def.order.descending,
            },
          };
    const type: Type = listOf({ kind: "record", shapes: [scope.shape], nullable: false });
    return {
      type: source.type.nullable ? orNull(type) : type,
      body: { kind: "each", scope, source, ...where, ...sorted },
    };
  },
  compile(code, body) {
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
    if (body.where === undefined && body.order === undefined) {
      const number = body.scope.number === undefined ? "" : " f.n = n + 1;";
      return `const list = ${list};
if (list === null) r = null; else { r = new Array(list.length);
for (let n = 0; n < list.length; n++) { const f = ${entry}list[n]);${number} r[n] = f; } }`;
    }
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
  },
  async evaluate(walker, def, frame, trace) {
    const list = await walker.formula(def.loop.source, frame, trace);
    if (list === null) return null;
    let entries: Frame[] = [];
    for (const item of Array.isArray(list) ? list : mapEntries(list)) {
      const entry = new Frame(def.name, frame, byName(def.values), walker.context);
      entry.item = item;
      entry.itemName = def.loop.name;
      entry.numberName = def.number;
      if (def.where !== undefined && (await walker.formula(def.where, entry, newTrace())) !== true) continue;
      if (def.calculate !== undefined)
        entry.inner = await evaluateArguments(walker, def.calculate, entry, trace);
      noteRows(walker, [item], "listed");
      entries.push(entry);
    }
    if (def.order !== undefined)
      entries = await sort(
        entries,
        async (entry) => walker.formula(def.order?.by as never, entry, newTrace()),
        def.order.descending,
      );
    entries.forEach((entry, at) => {
      entry.number = at + 1;
    });
    return entries;
  },
};

function mapItem(typer: Typer, value: Type, keys: ReadonlySet<string> | undefined): Type {
  const key: Type = keys === undefined ? TEXT : { kind: "text", set: keys, nullable: false };
  return {
    kind: "record",
    shapes: [
      plainShape(
        typer.plainId(),
        new Map([
          ["key", key],
          ["value", value],
        ]),
      ),
    ],
    nullable: false,
  };
}

function mapEntries(map: ReferenceValue): ReferenceValue[] {
  return Object.entries(map as Record<string, ReferenceValue>).map(([key, value]) => ({ key, value }));
}

/** A value must not hide a column of its item. */
function hidden(typer: Typer, scope: Scope, def: ValueOf<"each">): void {
  const { item } = scope;
  if (item?.type.kind !== "record") return;
  for (const value of def.values) {
    if (item.type.shapes.some((shape) => shape.field(value.name) !== undefined)) {
      typer.report.error(
        "name",
        value.spot,
        `${value.name} is also a field of ${item.name}.`,
        "rename one of the two",
      );
    }
  }
}

async function sort(
  entries: Frame[],
  key: (entry: Frame) => Promise<ReferenceValue>,
  descending: boolean,
): Promise<Frame[]> {
  const keyed: { entry: Frame; at: number; key: ReferenceValue }[] = [];
  for (const [at, entry] of entries.entries()) keyed.push({ entry, at, key: await key(entry) });
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null)
      return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
    const sign = order(a.key, b.key);
    return (descending ? -sign : sign) || a.at - b.at;
  });
  return keyed.map(({ entry }) => entry);
}
