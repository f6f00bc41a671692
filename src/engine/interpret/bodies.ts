// Interprets the kinds of values.
import { NonFinite } from "../functions/evaluation.js";
import { flagNames, leavesOf } from "../language/entries.js";
import type { Type } from "../language/types.js";
import { RUNTIME } from "../run/functions.js";
import { isCheckedAtEnd } from "../typing/number-checks.js";
import type { Body, BodyOf, Slot, TypedEntry, TypedGive } from "../typing/plan.js";
import { entriesEval, giveEval, textEval } from "./entries.js";
import { type Eval, type Fields, Frame, type Value } from "./frames.js";
import type { EvalBuilder, Program } from "./program.js";
import type { ItemRecord, NodeNotes } from "./record.js";

/** Returns the evaluator of a value, with its condition and number check. */
export function slotEval(program: Program, slot: Slot): Eval {
  const formulas = program.formulas(program, slot.scope, slot.id);
  const isChecked = isCheckedAtEnd(slot);
  const when = slot.when && formulas.condition(slot.when);
  const body = bodyEval(formulas, slot.body as Body, isChecked);
  return (frame) => {
    if (when !== undefined && when(frame) !== true) return null;
    const value = body(frame);
    if (isChecked && value !== null && !Number.isFinite(value)) throw new NonFinite(slot.id);
    return value;
  };
}

function bodyEval(formulas: EvalBuilder, body: Body, isChecked: boolean): Eval {
  switch (body.kind) {
    case "value":
      return formulas.value(body.value, isChecked);
    case "text":
      return textEval(formulas, body.parts);
    case "frame":
      return formulas.newFrame(body.scope, body.args);
    case "decide":
      return decide(formulas, body, isChecked);
    case "collect":
      return collect(formulas, body);
    case "each":
      return each(formulas, body);
    case "pick":
      return pick(formulas, body);
  }
}

function decide(
  formulas: EvalBuilder,
  { entries, otherwise, otherwiseDef, named }: BodyOf<"decide">,
  isChecked: boolean,
): Eval {
  const { recorder } = formulas.program;
  const give = (of: TypedGive | undefined, id: string | undefined): Eval => {
    if (of === undefined) return () => null;
    return giveEval(formulas, of, isChecked, named && of.kind === "record" ? { rule: id ?? null } : {});
  };
  const tried = entriesEval(formulas, entries);
  const leaves = leavesOf(entries);
  const gives = new Map(leaves.map(({ entry }) => [entry, give(entry.give, entry.entry.id)]));
  const last = give(otherwise, otherwiseDef?.id);
  return (frame) => {
    let value: Value = null;
    let chosen: TypedEntry | undefined;
    tried(frame, (entry) => {
      chosen = entry;
      value = gives.get(entry)?.(frame) ?? null;
      return true;
    });
    recorder?.rules(leaves, chosen ?? "otherwise");
    return chosen === undefined ? last(frame) : value;
  };
}

function collect(formulas: EvalBuilder, { entries, otherwise }: BodyOf<"collect">): Eval {
  const { recorder } = formulas.program;
  const names = flagNames(entries.map(({ entry }) => entry));
  const item = ({ entry, give }: TypedEntry): Eval => {
    const given = give === undefined ? () => null : giveEval(formulas, give);
    if (!entry.own.has("code")) return given;
    const own = Object.fromEntries([...names].map((name) => [name, entry.own.get(name) ?? null]));
    return (frame): Fields => ({ ...own, warning: given(frame) });
  };
  const tried = entriesEval(formulas, entries);
  const leaves = leavesOf(entries);
  const gives = new Map(leaves.map(({ entry }) => [entry, item(entry)]));
  const rest = otherwise && giveEval(formulas, otherwise);
  return (frame) => {
    const list: Value[] = [];
    tried(frame, (entry) => {
      list.push(gives.get(entry)?.(frame) ?? null);
      return false;
    });
    const isRest = list.length === 0 && rest !== undefined;
    recorder?.rules(leaves, isRest ? "otherwise" : undefined);
    return isRest ? rest(frame) : list;
  };
}

function each(formulas: EvalBuilder, { scope, source, where, order }: BodyOf<"each">): Eval {
  const { program, site } = formulas;
  const { recorder } = program;
  const inside = program.formulas(program, scope, site);
  const list = formulas.value(source);
  const keep = where && inside.condition(where);
  const key = order && inside.value(order.by);
  const type = order?.by.type;
  const ranks = program.ranks(type?.kind === "scale" ? type.scale : undefined);
  const keys = source.type.kind === "map" && source.type.keys !== undefined ? [...source.type.keys] : null;
  const itemsOf = (found: Value): readonly Value[] => {
    if (source.type.kind !== "map") return found as readonly Value[];
    const items = RUNTIME.ENT(found as Fields, keys);
    recorder?.entriesOf(found as Fields, items);
    return items as Fields[];
  };
  return (frame) => {
    const found = list(frame);
    if (found === null) return null;
    const entries = itemsOf(found).map((item) => new Frame(scope, frame, undefined, item));
    const notes = recorder && new Map(entries.map((entry) => [entry, recorder.notesIn(entry)]));
    const inEntry = (run: Eval, entry: Frame): Value => {
      const own = notes?.get(entry);
      return own === undefined ? run(entry) : (recorder?.within(own, () => run(entry)) ?? null);
    };
    const kept = keep === undefined ? entries : entries.filter((entry) => inEntry(keep, entry) === true);
    const keyOf = (entry: Frame) =>
      key === undefined ? null : (inEntry(key, entry) as number | string | null);
    const sorted = key === undefined ? kept : RUNTIME.ORDER(kept, keyOf, order?.descending === true, ranks);
    if (notes !== undefined) {
      const chosen = new Set(kept);
      const entry = ([of, own]: readonly [Frame, NodeNotes]) => ({
        frame: of,
        kept: chosen.has(of),
        notes: own,
      });
      recorder?.found({ entries: [...notes].map(entry) });
    }
    if (scope.number !== undefined)
      sorted.forEach((entry, at) => {
        entry.number = at + 1;
      });
    return sorted;
  };
}

function pick(formulas: EvalBuilder, { source, lambda, by, key, where, otherwise }: BodyOf<"pick">): Eval {
  const { program } = formulas;
  const { recorder } = program;
  const list = formulas.value(source);
  const keep = where && formulas.condition(where);
  const keyOf = by === "first" ? formulas.condition(key) : formulas.value(key);
  const isBetter = by === "first" ? () => false : better(program, by, key.type);
  return (frame) => {
    const all = list(frame) as readonly Value[] | null;
    if (all === null) return null;
    const [tested, items]: [ItemRecord[], ItemRecord[]] = [[], []];
    const run = (at: number, work: Eval, into: ItemRecord[]) =>
      program.forItem(lambda, at, all[at] ?? null, frame, into, () => work(frame));
    const places = [...all.keys()];
    const kept = keep === undefined ? places : places.filter((at) => run(at, keep, tested) === true);
    let picked: number | undefined;
    let best: Value = null;
    for (const at of kept) {
      const found = run(at, keyOf, items);
      if (
        by === "first" ? found !== true : found === null || (picked !== undefined && !isBetter(found, best))
      )
        continue;
      picked = at;
      best = found;
      if (by === "first") break;
    }
    if (picked === undefined && otherwise === "last") picked = kept.at(-1);
    recorder?.found({ tested, items, ...(picked === undefined ? {} : { picked }) });
    return picked === undefined ? null : (all[picked] ?? null);
  };
}

function better(
  program: Program,
  by: "largest" | "smallest",
  type: Type,
): (key: Value, best: Value) => boolean {
  if (type.kind === "number")
    return (by === "largest" ? RUNTIME.GT : RUNTIME.LT) as (key: Value, best: Value) => boolean;
  const ranks = program.ranks(type.kind === "scale" ? type.scale : undefined);
  const rank = (word: Value) => (ranks === null ? String(word) : (ranks[String(word)] ?? -1));
  return (key, best) => (by === "largest" ? rank(key) > rank(best) : rank(key) < rank(best));
}
