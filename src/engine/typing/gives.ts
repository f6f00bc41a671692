// Types outcomes of entries, and texts with braces.

import { defined } from "../language/defined.js";
import { leavesOf } from "../language/entries.js";
import { formulaKey } from "../language/formula.js";
import type { Location } from "../language/locations.js";
import type { Entry, Give, WrittenTemplate } from "../language/model.js";
import { didYouMean, isTypo } from "../language/nearest.js";
import {
  describe,
  listOf,
  plainShape,
  type RecordType,
  recordOf,
  TEXT,
  type Type,
  textOf,
  UNKNOWN,
  unify,
} from "../language/types.js";
import { parseUnit } from "../language/units.js";
import { typeExpr, typeFormula, typeWhen } from "./expressions.js";
import type { GiveOf, TypedEntry, TypedGive, TypedPart } from "./plan.js";
import type { Env, Typer, TypingContext } from "./typer.js";

export function typeTemplate(typer: Typer, template: WrittenTemplate, env: TypingContext): TypedPart[] {
  return template.it.parts.map((part, at, parts) => {
    if (typeof part === "string") return part;
    const written = { it: part.formula, at: template.at, key: template.key };
    const inner: Env = { ...env, written };
    const value = typeExpr(typer, part.formula.expr, inner);
    const unit = value.type.kind === "number" ? unitBeside(parts[at - 1], parts[at + 1]) : undefined;
    typer.note(value, inner, "text", unit);
    if (value.type.kind === "record" || value.type.kind === "map")
      typer.wrong(inner, `A text cannot show ${describe(value.type)}.`);
    const round = typer.leafRounding.get(formulaKey(part.formula));
    const { decimals, grouped } = part;
    return { value, ...defined({ decimals, grouped, round }) };
  });
}

/** A text without braces is a single word. */
export function typeText(typer: Typer, template: WrittenTemplate, env: TypingContext): GiveOf<"text"> {
  const parts = typeTemplate(typer, template, env);
  const isPlain = parts.every((part) => typeof part === "string");
  return { kind: "text", parts, type: isPlain ? textOf([template.it.text]) : TEXT };
}

/** Returns the unit next to braces in a sentence: GBP before, or kW, m2 or % after. */
function unitBeside(before: unknown, after: unknown): string | undefined {
  const [, currency] = (typeof before === "string" && /\b([A-Z]{3}) $/.exec(before)) || [];
  // A single lower-case letter is often a word, so it does not count.
  const [, word] = (typeof after === "string" && /^ (%|[A-Za-z][\w/^]+)(?=[\s.,;:)]|$)/.exec(after)) || [];
  return [currency, word].find((text) => text !== undefined && parseUnit(text) !== undefined);
}

export function typeGive(typer: Typer, give: Give, env: TypingContext): TypedGive {
  switch (give.kind) {
    case "formula": {
      const value = typeFormula(typer, give.formula, env, "give");
      return { kind: "value", value, type: value.type };
    }
    case "text":
      return typeText(typer, give.template, env);
    case "record": {
      const fields = new Map([...give.fields].map(([name, field]) => [name, typeGive(typer, field, env)]));
      const types = new Map([...fields].map(([name, field]) => [name, field.type]));
      return { kind: "record", fields, type: recordOf(plainShape(typer.plainId(), types)) };
    }
    case "list": {
      let item: Type = { ...UNKNOWN, nullable: false };
      const items = give.items.map((each) => {
        const typed = typeGive(typer, each.give, env);
        item = unify(item, typed.type) ?? UNKNOWN;
        return { ...typeWhen(typer, each, env), give: typed };
      });
      return { kind: "list", items, type: listOf(item) };
    }
  }
}

export function typeEntries(typer: Typer, entries: readonly Entry[], env: TypingContext): TypedEntry[] {
  return entries.map((entry) => typeEntry(typer, entry, { ...env, annotations: entry }));
}

function typeEntry(typer: Typer, entry: Entry, env: TypingContext): TypedEntry {
  let inner = env;
  const loops = entry.loops.map((loop) => {
    const source = typeFormula(typer, loop.source, inner, "inner");
    const lambda = typer.lambda(typer.itemOf(source, loop.source, inner), source, loop.name);
    inner = { ...inner, lambdas: [...inner.lambdas, lambda] };
    return { source, lambda };
  });
  const when = typeWhen(typer, entry, inner);
  if (entry.rules !== undefined)
    return { entry, loops, ...when, rules: typeEntries(typer, entry.rules, inner) };
  const give = entry.give === undefined ? {} : { give: typeGive(typer, entry.give, inner) };
  return { entry, loops, ...when, ...give };
}

/** An outcome, and the rule to report if it does not match. */
export interface EntryGive {
  readonly give: TypedGive;
  readonly entry: { readonly location: Location };
}

export function givesOf(entries: readonly TypedEntry[]): EntryGive[] {
  return leavesOf(entries).flatMap(({ entry: { give, entry } }) =>
    give === undefined ? [] : [{ give, entry }],
  );
}

/** Returns the common type of scalar outcomes. Mismatches are reported with `words`. */
export function joinScalars(
  typer: Typer,
  gives: readonly EntryGive[],
  words = (own: string, before: string) => `This entry gives ${own}, and one above gives ${before}.`,
): Type {
  let type: Type = { ...UNKNOWN, nullable: false };
  for (const { give, entry } of gives) {
    const both = unify(type, give.type);
    if (both === undefined)
      typer.report.error("type", entry.location, words(describe(give.type), describe(type)));
    else type = both;
  }
  return type;
}

/** Returns the common record type of outcomes, which must have equal fields. */
export function joinRecords(
  typer: Typer,
  gives: readonly EntryGive[],
  extra: ReadonlyMap<string, Type>,
): RecordType {
  const fields = new Map<string, Type>(extra);
  const records = gives.flatMap((each) =>
    each.give.kind === "record" ? [{ ...each, record: each.give }] : [],
  );
  const names = new Set(records.flatMap((each) => [...each.record.fields.keys()]));
  for (const name of names) {
    const given = records.flatMap(({ record, entry }): EntryGive[] => {
      const give = record.fields.get(name);
      if (give !== undefined) return [{ give, entry }];
      typer.report.error("give", entry.location, `This entry does not give ${name}, and others do.`, () => {
        const near = [...record.fields.keys()].filter((own) => isTypo(own, name));
        const other = "give it here, or add a default in give: of the list or group";
        return didYouMean(name, near, other)();
      });
      return [];
    });
    const message = (own: string, before: string) =>
      `${name} is ${own} here and ${before} in an entry above.`;
    fields.set(name, joinScalars(typer, given, message));
  }
  const shape = plainShape(typer.plainId(), fields);
  const given = (name: string) =>
    records.flatMap(({ record }) => {
      const field = record.fields.get(name);
      return field?.kind === "value" ? [field.value] : [];
    });
  typer.gives.set(shape.id, new Map([...names].map((name) => [name, given(name)])));
  return recordOf(shape);
}
