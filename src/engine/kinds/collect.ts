// `collect`: every entry that holds contributes, in order. Flags, assumptions and recommendations are such lists.

import { literal } from "../compile/fields.js";
import { entriesCode, giveCode } from "../compile/gives.js";
import type { Entry } from "../model.js";
import type { TypedEntry } from "../plan.js";
import type { Frame } from "../reference/frame.js";
import { noteRows } from "../reference/lookup.js";
import { holding, type Leaf, leavesOf } from "../reference/rules.js";
import { newTrace } from "../reference/trace.js";
import type { ReferenceValue, Walker } from "../reference/walker.js";
import { describe, listOf, literalType, orNull, TEXT, type Type, UNKNOWN, unify } from "../types.js";
import { joinRecords, leafEntries, typeEntries, typeGive } from "../typing/gives.js";
import { plainShape } from "../typing/shapes.js";
import type { Kind } from "./kind.js";

export const collect: Kind<"collect", "collect"> = {
  name: "collect",
  body: "collect",
  infer(typer, slot, def, env) {
    // Flags are typed before their entries, which may be read by what other flags depend on.
    if (def.flags)
      slot.type = listOf({
        kind: "record",
        shapes: [plainShape("flags", flagFields(def.entries))],
        nullable: false,
      });
    const entries = typeEntries(typer, def.entries, env);
    const otherwise = def.otherwise === undefined ? {} : { otherwise: typeGive(typer, def.otherwise, env) };
    if (def.flags) return { type: slot.type, body: { kind: "collect", entries } };
    const gives = leafEntries(entries).flatMap((leaf) =>
      leaf.give === undefined ? [] : [{ give: leaf.give, entry: leaf.entry }],
    );
    let item: Type = { ...UNKNOWN, nullable: false };
    if (gives.some(({ give }) => give.kind === "record")) item = joinRecords(typer, gives, new Map());
    else {
      for (const { give, entry } of gives) {
        const joined = unify(item, give.type);
        if (joined === undefined)
          typer.report.error(
            "type",
            entry.spot,
            `This entry gives ${describe(give.type)}, and one above gives ${describe(item)}.`,
          );
        else item = joined;
      }
    }
    const rest = otherwise.otherwise?.type;
    const type = rest === undefined ? listOf(item) : (unify(listOf(item), rest) ?? listOf(item));
    return { type, body: { kind: "collect", entries, ...otherwise } };
  },
  compile(code, body) {
    const own = flagNames(leafEntries(body.entries).map((leaf) => leaf.entry));
    const tried = entriesCode(code, body.entries, (leaf) => `r.push(${itemCode(code, leaf, own)});`);
    const rest =
      body.otherwise === undefined ? "" : `if (r.length === 0) r = ${giveCode(code, body.otherwise)};`;
    return `r = []; ${tried}\n${rest}`;
  },
  async evaluate(walker, def, frame, trace) {
    const list: ReferenceValue[] = [];
    const leaves = leavesOf(def.entries);
    const held = new Set(await holding(walker, def, leaves.map(withoutLoops), frame, trace, false));
    for (const [index, leaf] of leaves.entries()) {
      if (!held.has(index)) continue;
      for (const inside of await loopFrames(walker, leaf, frame)) {
        if (leaf.entry.loops.length > 0 && !(await holds(walker, leaf, inside))) continue;
        walker.onUse?.(leaf.entry, "found");
        const given =
          leaf.entry.give === undefined ? null : await walker.give(leaf.entry.give, inside, trace);
        list.push(def.flags ? flagRecord(leaf.entry, given, def.entries) : given);
      }
    }
    if (list.length === 0 && def.otherwise !== undefined) {
      walker.onUse?.(def.otherwise, "found");
      return walker.give(def.otherwise, frame, trace);
    }
    return list;
  },
};

/** A rule that runs over a list is tested item by item; for the list as a whole only its groups count. */
function withoutLoops(leaf: Leaf): Leaf {
  if (leaf.entry.loops.length === 0) return leaf;
  const { when: _, ...entry } = leaf.entry;
  return { entry, groups: leaf.groups };
}

async function holds(walker: Walker, leaf: Leaf, frame: Frame): Promise<boolean> {
  const { when } = leaf.entry;
  return when === undefined || (await walker.formula(when, frame, newTrace())) === true;
}

async function loopFrames(walker: Walker, leaf: Leaf, frame: Frame): Promise<Frame[]> {
  let frames = [frame];
  for (const loop of leaf.entry.loops) {
    const next: Frame[] = [];
    for (const each of frames) {
      const list = (await walker.formula(loop.source, each, newTrace())) as ReferenceValue[] | null;
      noteRows(walker, list ?? [], "listed");
      for (const item of list ?? []) next.push(walker.over(each, item, loop.name));
    }
    frames = next;
  }
  return frames;
}

function itemCode(
  code: Parameters<typeof giveCode>[0],
  leaf: TypedEntry,
  names: ReadonlySet<string>,
): string {
  const given = leaf.give === undefined ? "null" : giveCode(code, leaf.give);
  if (!leaf.entry.own.has("code")) return given;
  const own = [...names].map((name) => `${name}: ${literal(leaf.entry.own.get(name) ?? null)}`);
  return `{ ${[...own, `warning: ${given}`].join(", ")} }`;
}

function flagNames(entries: readonly Entry[]): Set<string> {
  return new Set(leavesOf(entries).flatMap((leaf) => [...leaf.entry.own.keys()]));
}

function flagFields(entries: readonly Entry[]): Map<string, Type> {
  const fields = new Map<string, Type>([["warning", TEXT]]);
  for (const name of flagNames(entries)) {
    let type: Type = { ...UNKNOWN, nullable: false };
    for (const { entry } of leavesOf(entries)) {
      const own = entry.own.get(name);
      type = own === undefined ? orNull(type) : (unify(type, literalType(own)) ?? UNKNOWN);
    }
    fields.set(name, type);
  }
  return fields;
}

function flagRecord(entry: Entry, warning: ReferenceValue, entries: readonly Entry[]): ReferenceValue {
  const record: Record<string, ReferenceValue> = { warning };
  for (const name of flagNames(entries)) record[name] = entry.own.get(name) ?? null;
  return record;
}
