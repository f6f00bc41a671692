// Finds tools by a task in plain words, without a model. Rare words weigh most; words of name and title weigh more
// than words of fields.
import { choiceTitle } from "../../engine/language/words.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { sentencesOf } from "../../wording/sentences.js";
import { wordsOf } from "./compact.js";

/** Characters of a task that are read. */
const LONGEST_TASK = 2000;
/** Saturation of repeated words, as in BM25. */
const SATURATION = 2.5;
/** Weight of a word that matches by prefix only. */
const BEGINS_ALIKE = 0.5;
const SHORTEST_ALIKE = 4;

export type Finder = (task: string) => readonly { readonly tool: RuntimeTool; readonly score: number }[];

export function finderOf(set: RuntimeSet): Finder {
  const pages = [...set.tools.values()].map((tool) => ({ tool, words: wordsAbout(tool) }));
  const holding = new Map<string, number>();
  for (const { words } of pages)
    for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + pages.length / (holding.get(word) ?? pages.length));
  return (task) => {
    const asked = [...new Set(stemsOf(task.slice(0, LONGEST_TASK)))];
    return pages
      .map(({ tool, words }) => ({
        tool,
        score: asked.reduce((sum, word) => sum + worth(word, words, rarity), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  };
}

function worth(word: string, words: ReadonlyMap<string, number>, rarity: (word: string) => number): number {
  const exact = words.get(word);
  if (exact !== undefined) return rarity(word) * saturated(exact);
  if (word.length < SHORTEST_ALIKE) return 0;
  let best = 0;
  for (const [other, weight] of words)
    if (other.length >= SHORTEST_ALIKE && (other.startsWith(word) || word.startsWith(other)))
      best = Math.max(best, BEGINS_ALIKE * rarity(other) * saturated(weight));
  return best;
}

function saturated(weight: number): number {
  return weight / (weight + SATURATION);
}

function wordsAbout({ facts, inputSchema, outputSchema }: RuntimeTool): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const say = (text: unknown, weight: number) => {
    if (typeof text !== "string") return;
    for (const word of stemsOf(text)) words.set(word, (words.get(word) ?? 0) + weight);
  };
  say(facts.name, 4);
  say(facts.title, 6);
  // Sentences that name another tool describe that tool, not this one.
  for (const sentence of sentencesOf(facts.description).flatMap((each) => each.split(/;\s/)))
    if (!/\b[a-z0-9]+_[a-z0-9_]+\b/.test(sentence)) say(sentence, 3);
  say(facts.category, 1);
  say(facts.standard, 1);
  for (const question of facts.questions) say(question, 3);
  for (const { title } of facts.examples) say(title, 1);
  visit(inputSchema, (name, field) => {
    say(name, 1);
    say(field.title, 1);
    say(field.description, 0.5);
    for (const [word, choice] of Object.entries(isRecord(field.choices) ? field.choices : {})) {
      say(word, 0.5);
      say(choiceTitle(choice), 0.5);
    }
  });
  visit(outputSchema, (name, field) => {
    say(name, 0.3);
    say(field.title, 0.5);
  });
  return words;
}

function visit(
  schema: unknown,
  each: (name: string, field: Readonly<Record<string, unknown>>) => void,
): void {
  if (!isRecord(schema)) return;
  for (const [name, field] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (!isRecord(field)) continue;
    each(name, field);
    visit(field, each);
    visit(field.items, each);
  }
}

/** Stop words. */
const COMMON = new Set(
  "a about after all also am an and any are as at be been before being between both but by can could did do does done down each enough far few for from get give given go got had has have he her him his how i if in into is it its just keep know like long look make many may me might more most much must my need no not now of off on one only or other our out over own per put rather same seem seems shall she should so some such take tell than that the their them then there these they this those through to too under up us use used using very want was way we were what when where which while who whom why will with without would yes yet you your".split(
    " ",
  ),
);

/** Returns the stems of a text; numbers do not identify a tool. */
function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => word.length > 1 && !COMMON.has(word) && !/^\d+$/.test(word))
    .map(stem);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/(?<=\p{L}{3})(ing|ed)$/u, "")
    .replace(/(?<=\p{L}{3})e$/u, "");
}
