// Reports tested promises: one line each, and the failing input with results for broken ones.

import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { PromiseDef } from "../../engine/language/model.js";
import type { Result } from "../../engine/tool.js";
import { RESULT } from "../../lint/promise-types.js";
import type { Tried } from "./try.js";

export type Trials = Pick<Tried, "promise" | "outcome" | "spoke" | "trials" | "exhaustive">;

export function summaryOf({ outcome, spoke, trials, exhaustive }: Trials): string {
  if (outcome === "broken") return `broken; ${appliedWords({ spoke, trials })}`;
  const whole = exhaustive ? " (every possible input)" : "";
  if (outcome === "untried") return `applied to none of ${count(trials)} trials${whole}`;
  if (spoke === trials) return `held in all ${count(trials)} trials${whole}`;
  if (spoke === 1) return `held in the one trial to which it applies, of ${count(trials)}${whole}`;
  return `held in all ${count(spoke)} trials to which it applies, of ${count(trials)}${whole}`;
}

/** Sums the trials, and those to which a promise applied. */
export function totalOf(tried: readonly Trials[]): Pick<Tried, "spoke" | "trials"> {
  const sum = (key: "spoke" | "trials") => tried.reduce((all, each) => all + each[key], 0);
  return { spoke: sum("spoke"), trials: sum("trials") };
}

export function appliedWords({ spoke, trials }: Pick<Tried, "spoke" | "trials">): string {
  return `applied to ${count(spoke)} of ${count(trials)} trials`;
}

function count(value: number): string {
  return value.toLocaleString("en-GB");
}

/** Describes a broken promise with the results that it names. */
export function breachText({ tool, promise, because, location, breach }: Tried, def: PromiseDef): string {
  if (breach === undefined) return "";
  const { before, after, says } = breach;
  const names = fieldsOf(def);
  const others = [...(def.agrees?.fields.values() ?? [])].map((path) => path.split(".")[0] ?? "");
  const lines = [
    `${location.file}:${location.line}:${location.column} ${tool} breaks ${promise}: ${because}`,
    `  with  ${JSON.stringify(before.input)}`,
    `        ${shown(before.result, names)}`,
    ...(after === undefined
      ? []
      : [
          `  ${def.agrees === undefined ? "then " : def.agrees.tool}  ${JSON.stringify(after.input)}`,
          `        ${shown(after.result, def.agrees === undefined ? names : others)}`,
        ]),
    `  ${says}`,
  ];
  return `${lines.join("\n")}\n`;
}

function fieldsOf({ when, always, never, keeps, scales, agrees }: PromiseDef): string[] {
  const formulas = [when, always].flatMap((written) =>
    written === undefined ? [] : namesIn(written.it.expr),
  );
  const paths = [...never.keys(), ...keeps, ...scales.keys(), ...(agrees?.fields.keys() ?? [])];
  return [...formulas, ...paths.map((path) => path.split(".")[0] ?? "")];
}

function namesIn(expr: Expr): string[] {
  return partsOf(expr, false).flatMap((part) => {
    if (part.kind === "field" && part.of.kind === "name" && part.of.name === RESULT) return [part.name];
    return part.kind === "name" && part.name !== RESULT ? [part.name] : [];
  });
}

function shown(result: Result, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(result).filter(([name]) => names.includes(name))));
}
