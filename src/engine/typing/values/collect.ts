// `collect`: every matching entry contributes, in order. Flags, assumptions and recommendations are such lists.
import { defined } from "../../language/defined.js";
import { flagNames, leavesOf } from "../../language/entries.js";
import type { Entry, ValueOf } from "../../language/model.js";
import {
  listOf,
  literalType,
  orNull,
  plainShape,
  recordOf,
  TEXT,
  type Type,
  UNKNOWN,
  unify,
} from "../../language/types.js";
import { givesOf, joinRecords, joinScalars, typeEntries, typeGive } from "../gives.js";
import type { Slot } from "../plan.js";
import type { Inferred, Typer, TypingContext } from "../typer.js";

export function inferCollect(
  typer: Typer,
  slot: Slot,
  def: ValueOf<"collect">,
  env: TypingContext,
): Inferred {
  // Flags are typed before their entries, because values that entries read may depend on flags.
  if (def.flags) slot.type = listOf(recordOf(plainShape("flags", flagFields(def.entries))));
  const entries = typeEntries(typer, def.entries, env);
  const otherwise = def.otherwise && typeGive(typer, def.otherwise, env);
  if (def.flags) return { type: slot.type, body: { kind: "collect", entries } };
  const gives = givesOf(entries);
  const isRecord = gives.some(({ give }) => give.kind === "record");
  const item = isRecord ? joinRecords(typer, gives, new Map()) : joinScalars(typer, gives);
  const type = (otherwise && unify(listOf(item), otherwise.type)) ?? listOf(item);
  return { type, body: { kind: "collect", entries, ...defined({ otherwise }) } };
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
