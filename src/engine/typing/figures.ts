// Types the numbers of figures: trees of numbers, labels and words of a scale.
import type { FigureDef, ResultNode } from "../language/model.js";
import { describe, isA, type Type, wordsOf } from "../language/types.js";
import type { TypedResult } from "./plan.js";
import { typeResult } from "./results.js";
import type { Env, Typer, TypingContext } from "./typer.js";

export function typeFigure(typer: Typer, { head, tree }: FigureDef, env: TypingContext): TypedResult {
  const isOfWords = head.words !== undefined;
  const typed = typeResult(typer, tree, env, (_, node, type, at) => {
    if (node.name === "label") label(typer, type, at);
    else if (isOfWords) word(typer, head.words ?? [], type, at);
    else number(typer, type, at);
  });
  for (const list of typed.fields) if (list.node.body.kind === "array") records(typer, list, env);
  return typed;
}

function number(typer: Typer, type: Type, env: Env): void {
  if (!isA(type, "number")) typer.wrong(env, `A figure shows numbers, and this is ${describe(type)}.`);
}

function label(typer: Typer, type: Type, env: Env): void {
  if (["list", "record", "map", "boolean"].includes(type.kind))
    typer.wrong(env, `A label is a word or a number, and this is ${describe(type)}.`);
}

function word(typer: Typer, words: readonly string[], type: Type, env: Env): void {
  if (type.kind === "null" || type.kind === "unknown" || words.length === 0) return;
  const found = [...(wordsOf(type) ?? [])];
  if (found.length === 0 || !found.every((each) => words.includes(each)))
    typer.wrong(env, `This is to be a word of the scale, and it is ${describe(type)}.`);
}

/** Requires items of `each` to have fields, which the other keys name. */
function records(typer: Typer, { node, value }: TypedResult, env: TypingContext): void {
  const type = value?.type;
  if (type?.kind !== "list" || ["record", "unknown"].includes(type.item.kind)) return;
  const { each } = node.body as Extract<ResultNode["body"], { kind: "array" }>;
  typer.wrong(
    { ...env, written: each },
    `The items of a figure are records, and this is ${describe(type)}.`,
    "make it a value with each:, which has named values",
  );
}
