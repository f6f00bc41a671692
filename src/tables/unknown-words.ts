// Words of a table that no choice has, and the choice that was probably meant.
import { foldedWord } from "../engine/language/words.js";
import { meantWord } from "../engine/run/hints.js";
import { choiceOf } from "../wording/field-words.js";
import type { FieldSchema } from "./fields.js";

/** Returns the choice with a code, title or other word in the word or near it; undefined if several have one. */
export function meantChoice(field: FieldSchema, word: string): string | undefined {
  const schema = field.enum === undefined ? (field.items ?? {}) : field;
  const codes = (schema.enum ?? []).filter((code) => typeof code === "string");
  const titles = new Map(codes.map((code) => [code, choiceOf(schema, code)?.title ?? ""]));
  const near = meantWord(word, codes, titles, schema.words ?? {});
  if (near !== undefined) return near;
  const pieces = new Set(foldedWord(word).split(/[^\p{L}\p{N}+]+/u));
  const holding = codes.filter((code) =>
    [code, titles.get(code) ?? "", ...(schema.words?.[code] ?? [])].some((name) => {
      const own = foldedWord(name).split(/[^\p{L}\p{N}+]+/u);
      return name.length > 2 && own.every((piece) => pieces.has(piece));
    }),
  );
  return holding.length === 1 ? holding[0] : undefined;
}
