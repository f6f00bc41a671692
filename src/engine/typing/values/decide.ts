// `decide`: the first matching entry gives the value. A record carries the id of its rule.
import { defined } from "../../language/defined.js";
import { leavesOf } from "../../language/entries.js";
import type { ValueOf } from "../../language/model.js";
import { describe, NULL, orNull, type Type, textOf } from "../../language/types.js";
import { type EntryGive, givesOf, joinRecords, joinScalars, typeEntries, typeGive } from "../gives.js";
import type { TypedEntry, TypedGive } from "../plan.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";

export function inferDecide(typer: Typer, def: ValueOf<"decide">, env: TypingContext): Inferred {
  const entries = typeEntries(typer, def.entries, env);
  unreachable(typer, entries);
  const otherwise =
    def.otherwise === undefined
      ? nothing(typer)
      : typeGive(typer, def.otherwise.give, { ...env, annotations: def.otherwise });
  const gives = givesOf(entries);
  if (def.otherwise !== undefined) gives.push({ give: otherwise, entry: def.otherwise });
  const record = gives.some(({ give }) => give.kind === "record");
  const ids = [...leavesOf(def.entries).map(({ entry }) => entry.id), def.otherwise?.id].filter(
    (id) => id !== undefined,
  );
  const named = record && ids.length > 0;
  const type = record ? recordType(typer, gives, named, ids) : joinScalars(typer, gives);
  const otherwiseDef = def.otherwise;
  return { type, body: { kind: "decide", entries, otherwise, named, ...defined({ otherwiseDef }) } };
}

function nothing(typer: Typer): TypedGive {
  return { kind: "value", value: typer.node({ op: "literal", value: null, type: NULL }), type: NULL };
}

function recordType(typer: Typer, gives: readonly EntryGive[], named: boolean, ids: readonly string[]): Type {
  const extra = new Map<string, Type>();
  if (named) {
    const rule = textOf(ids);
    extra.set("rule", gives.length > ids.length ? orNull(rule) : rule);
  }
  const odd = gives.find(({ give }) => give.kind !== "record" && give.type.kind !== "null");
  if (odd !== undefined) {
    const message = `This entry gives ${describe(odd.give.type)}, and others give a record.`;
    typer.report.error("type", odd.entry.location, message);
  }
  const type = joinRecords(typer, gives, extra);
  return gives.some(({ give }) => give.type.kind === "null") ? orNull(type) : type;
}

/** An entry without a condition makes later entries unreachable. */
function unreachable(typer: Typer, entries: readonly TypedEntry[]): void {
  entries.forEach((entry, index) => {
    const next = entries[index + 1];
    const message = "This entry can never be reached: the one above always applies.";
    if (next !== undefined && closes(entry)) typer.report.error("unreachable", next.entry.location, message);
    if (entry.rules !== undefined) unreachable(typer, entry.rules);
  });
}

function closes({ when, rules }: TypedEntry): boolean {
  if (when !== undefined || rules === undefined) return when === undefined;
  const last = rules.at(-1);
  return last !== undefined && closes(last);
}
