// The pieces of a definition that one evaluation used, as its record has them: rules, branches, table rows, limits, texts.
import { Frame, type Value } from "../engine/interpret/frames.js";
import type { NodeNotes, ResultRecord, ToolRecord } from "../engine/interpret/record.js";
import type { Expr } from "../engine/language/formula.js";
import type { Give } from "../engine/language/model.js";
import type { ToolPlan, Typed, TypedEntry, TypedGive } from "../engine/typing/plan.js";
import { formulasOf, walk } from "../engine/typing/visit.js";
import { limitsMet } from "./band-limits.js";

/** Receives each used piece. A row is `found` by a lookup or picked, or `listed` in a list that was filtered or looped over. */
export type OnUse = (piece: object, how: "found" | "listed") => void;

/** Reports every piece of the definition that an evaluation used. */
export function reportUses(record: ToolRecord, onUse: OnUse): void {
  const { nodes, written } = piecesOf(record.plan);
  const list = (items: unknown, how: "found" | "listed" = "listed") => {
    for (const item of Array.isArray(items) ? items : []) {
      const row = rowOf(record, item);
      if (row !== undefined) onUse(row, how);
    }
  };
  for (const piece of record.used) onUse(written.get(piece) ?? piece, "found");
  for (const notes of record.everyNote)
    for (const id of notes.entries.keys()) {
      const node = nodes.get(id);
      if (node !== undefined) reportNode(record, node, notes, onUse, list);
    }
  for (const { values } of record.frames.values())
    for (const value of values.values()) {
      const { rules, chosen, entries, items, picked, slot } = value;
      for (const { entry, outcome, items: tried } of rules) {
        if (outcome === "holds") onUse(entry.entry, "found");
        for (const { notes } of tried) list(itemsAround(notes));
      }
      if (chosen === "otherwise" && "otherwise" in slot.def) onUse(slot.def.otherwise as object, "found");
      list(entries.filter(({ kept }) => kept).map(({ frame }) => frame.item));
      const item = items.find(({ notes }) => notes.item?.at === picked) ?? value.tested[picked ?? -1];
      if (picked !== undefined) list([item?.notes.item?.value], "found");
    }
  const resultItems = ({ items }: ResultRecord) => list(items.map(({ notes }) => notes.item?.value));
  for (const result of record.results.values()) resultItems(result);
}

function reportNode(
  { plan }: ToolRecord,
  node: Typed,
  notes: NodeNotes,
  onUse: OnUse,
  list: (items: unknown) => void,
): void {
  const note = notes.entries.get(node.id);
  switch (node.op) {
    case "if": {
      // Generated values have no formula in the definition.
      const expr = plan.exprs.get(node.id) as (Expr & { readonly kind: "call" }) | undefined;
      const branch = expr?.args[note?.taken ?? -1];
      if (branch !== undefined) onUse(branch, "found");
      return;
    }
    case "table":
      for (const at of note?.found?.rows ?? []) {
        const row = node.table.def.rows[at];
        if (row === undefined) continue;
        onUse(row, "found");
        for (const limit of limitsMet(plan.def, row, note?.found?.keys ?? [])) onUse(limit, "found");
      }
      return;
    case "filter":
      list(note?.value);
      return;
    case "pluck":
      list(notes.get(node.of.id)?.value);
      return;
    default:
  }
}

/** The table row that a value is, or that the entry of a list was made for. */
function rowOf(record: ToolRecord, value: unknown): object | undefined {
  const item = value instanceof Frame ? value.item : (value as Value);
  if (item === null || typeof item !== "object") return undefined;
  const origin = record.originOf(item);
  return origin?.kind === "row" ? origin.table.def.rows[origin.at] : undefined;
}

function itemsAround(notes: NodeNotes | undefined): readonly Value[] {
  if (notes === undefined) return [];
  return [...(notes.item === undefined ? [] : [notes.item.value]), ...itemsAround(notes.around)];
}

interface PlanPieces {
  readonly nodes: ReadonlyMap<number, Typed>;
  /** Templates by the parts of their typed texts, items of given lists by their typed ones. */
  readonly written: ReadonlyMap<object, object>;
}

const made = new WeakMap<ToolPlan, PlanPieces>();

function piecesOf(plan: ToolPlan): PlanPieces {
  const known = made.get(plan) ?? { nodes: nodesOf(plan), written: writtenOf(plan) };
  made.set(plan, known);
  return known;
}

function nodesOf(plan: ToolPlan): ReadonlyMap<number, Typed> {
  const nodes = new Map<number, Typed>();
  for (const formula of formulasOf(plan)) walk(formula, (part) => nodes.set(part.id, part));
  return nodes;
}

function writtenOf(plan: ToolPlan): ReadonlyMap<object, object> {
  const written = new Map<object, object>();
  plan.constraints.forEach(({ say }, at) => {
    const text = plan.def.constraints[at]?.say.it;
    if (text !== undefined) written.set(say, text);
  });
  const entries = (of: readonly TypedEntry[]) => {
    for (const { entry, give, rules = [] } of of) {
      addGive(written, entry.give, give);
      entries(rules);
    }
  };
  for (const { def, body } of plan.slots) {
    if (def.kind === "text" && body?.kind === "text") written.set(body.parts, def.template.it);
    if (body?.kind !== "decide" && body?.kind !== "collect") continue;
    entries(body.entries);
    const otherwise = "otherwise" in def ? def.otherwise : undefined;
    const give = typeof otherwise === "object" && otherwise !== null && "give" in otherwise;
    addGive(written, give ? otherwise.give : (otherwise as Give | undefined), body.otherwise);
  }
  return written;
}

function addGive(written: Map<object, object>, give: Give | undefined, typed: TypedGive | undefined): void {
  if (give?.kind === "text" && typed?.kind === "text") written.set(typed.parts, give.template.it);
  if (give?.kind === "record" && typed?.kind === "record")
    for (const [name, field] of give.fields) addGive(written, field, typed.fields.get(name));
  if (give?.kind === "list" && typed?.kind === "list")
    typed.items.forEach((item, at) => {
      const own = give.items[at];
      if (own !== undefined) written.set(item, own);
      addGive(written, own?.give, item.give);
    });
}
