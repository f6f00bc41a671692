// Checks words against closed sets and scales.
import { didYouMean } from "../language/nearest.js";
import { type Scale, type Type, wordsOf } from "../language/types.js";
import type { Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

/** Checks that a literal is in the closed set that it is compared with. */
export function checkWords(typer: Typer, of: Type, literal: Typed, env: Env): void {
  if (literal.op !== "literal" || literal.value === null) return;
  const set = closedSet(of);
  if (set === undefined || set.has(literal.value as never)) return;
  const words = [...set].map(String);
  const shown = String(literal.value);
  const list = words.length <= 12 ? `it is one of ${words.join(", ")}` : undefined;
  const message = `This can never be ${JSON.stringify(literal.value)}.`;
  typer.wrong({ ...env, word: shown }, message, didYouMean(shown, words, list), "word");
}

export function closedSet(type: Type): ReadonlySet<string | number> | undefined {
  return type.kind === "number" ? type.set : wordsOf(type);
}

export function scaleOf(...types: Type[]): Scale | undefined {
  for (const type of types) if (type.kind === "scale") return type.scale;
  return undefined;
}
