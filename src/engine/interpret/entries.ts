// Interprets rules and their outcomes: values, texts, records and lists.
import { RUNTIME } from "../run/functions.js";
import type { GiveOf, TypedEntry, TypedGive, TypedPart } from "../typing/plan.js";
import type { Eval, Fields, Frame, Value } from "./frames.js";
import type { EvalBuilder, Program } from "./program.js";
import type { ItemRecord } from "./record.js";

/** A rule or group with prepared evaluators. */
interface Rule {
  readonly entry: TypedEntry;
  readonly loops: readonly {
    readonly source: Eval;
    readonly lambda: TypedEntry["loops"][number]["lambda"];
  }[];
  readonly when: Eval | undefined;
  readonly rules: readonly Rule[] | undefined;
}

/** Called for an applicable rule; returns true to stop. */
type Act = (entry: TypedEntry) => boolean;

/** Tries rules in order; returns whether one stopped. */
export function entriesEval(
  formulas: EvalBuilder,
  entries: readonly TypedEntry[],
): (frame: Frame, act: Act) => boolean {
  const rules = entries.map((entry) => ruleOf(formulas, entry));
  return (frame, act) => rules.some((rule) => overLoops(formulas.program, rule, 0, frame, act));
}

function ruleOf(formulas: EvalBuilder, entry: TypedEntry): Rule {
  return {
    entry,
    loops: entry.loops.map(({ source, lambda }) => ({ source: formulas.value(source), lambda })),
    when: entry.when && formulas.condition(entry.when),
    rules: entry.rules?.map((inner) => ruleOf(formulas, inner)),
  };
}

function overLoops(program: Program, rule: Rule, depth: number, frame: Frame, act: Act): boolean {
  const loop = rule.loops[depth];
  if (loop === undefined) return tried(program, rule, frame, act);
  const list = (loop.source(frame) ?? []) as readonly Value[];
  const noted: ItemRecord[] = [];
  const inner = () => overLoops(program, rule, depth + 1, frame, act);
  return list.some((item, at) => program.forItem(loop.lambda, at, item, frame, noted, inner));
}

function tried(program: Program, { entry, when, rules }: Rule, frame: Frame, act: Act): boolean {
  const holds = when === undefined || when(frame) === true;
  program.recorder?.tried(entry, holds);
  if (!holds) return false;
  if (rules === undefined) return act(entry);
  return rules.some((rule) => overLoops(program, rule, 0, frame, act));
}

/** `chained` as in formulas; `extra` adds fields to a record. */
export function giveEval(formulas: EvalBuilder, give: TypedGive, chained = false, extra: Fields = {}): Eval {
  switch (give.kind) {
    case "value":
      return formulas.value(give.value, chained);
    case "text":
      return textEval(formulas, give.parts);
    case "record":
      return recordEval(formulas, give, extra);
    case "list":
      return listEval(formulas, give);
  }
}

function recordEval(formulas: EvalBuilder, give: GiveOf<"record">, extra: Fields): Eval {
  const { recorder } = formulas.program;
  const fields = [...give.fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, giveEval(formulas, field)] as const);
  return (frame) => {
    const record = { ...Object.fromEntries(fields.map(([name, field]) => [name, field(frame)])), ...extra };
    recorder?.made(record, give);
    return record;
  };
}

function listEval(formulas: EvalBuilder, { items }: GiveOf<"list">): Eval {
  const { recorder } = formulas.program;
  const all = items.map((item) => ({
    item,
    when: item.when && formulas.condition(item.when),
    give: giveEval(formulas, item.give),
  }));
  return (frame) =>
    all.flatMap(({ item, when, give }) => {
      if (when !== undefined && when(frame) !== true) return [];
      recorder?.use(item);
      return [give(frame)];
    });
}

export function textEval(formulas: EvalBuilder, parts: readonly TypedPart[]): Eval {
  const { recorder } = formulas.program;
  const pieces = parts.map((part) => (typeof part === "string" ? () => part : shown(formulas, part)));
  return (frame) => {
    recorder?.use(parts);
    return pieces.map((piece) => piece(frame)).join("");
  };
}

function shown(formulas: EvalBuilder, { value, decimals, grouped, round }: Exclude<TypedPart, string>): Eval {
  const run = formulas.value(value);
  if (value.type.kind !== "number") return (frame) => RUNTIME.TX(run(frame));
  const write = (of: number): string => {
    if (decimals !== undefined) return grouped === true ? RUNTIME.GR(of, decimals) : RUNTIME.FX(of, decimals);
    return round === undefined ? RUNTIME.TX(of) : String(RUNTIME.R(of, round));
  };
  return (frame) => {
    const of = run(frame);
    return of === null ? RUNTIME.TX(null) : write(of as number);
  };
}
