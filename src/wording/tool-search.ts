// The search for tools: their texts with weights, and the inputs that a query already states.
import type { FormHints } from "../engine/language/inputs.js";
import { editDistance } from "../engine/language/nearest.js";
import { choiceTitle } from "../engine/language/words.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { isRecord } from "../json/objects.js";
import { propertiesOf, worded } from "./field-words.js";
import { type Hit, Search, type Searchable, type SearchOptions } from "./search.js";
import { sentencesOf } from "./sentences.js";

type Text = Searchable["texts"][number];

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly standard: string;
  readonly questions?: readonly string[];
  readonly also?: readonly string[];
  readonly examples: readonly { readonly title: string }[];
}

interface Fields {
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly formHints?: FormHints | undefined;
}

export function toolTexts(facts: Described, fields?: Fields): readonly Text[] {
  const { name, title, description, category, standard, questions = [], also = [], examples } = facts;
  // Sentences that name another tool describe that tool, not this one.
  const own = sentencesOf(description)
    .flatMap((each) => each.split(/;\s/))
    .filter((sentence) => !/\b[a-z0-9]+_[a-z0-9_]+\b/.test(sentence));
  return [
    [4, spaced(name)],
    [6, title],
    ...own.map((sentence): Text => [3, sentence]),
    ...[...questions, ...also].map((text): Text => [3, text]),
    [1, spaced(category)],
    [1, standard],
    ...examples.map((example): Text => [1, example.title]),
    ...(fields === undefined ? [] : fieldTexts(fields)),
  ];
}

function fieldTexts({ inputSchema, outputSchema, formHints = {} }: Fields): Text[] {
  const texts: Text[] = [];
  const say = (weight: number, text: unknown) => {
    if (typeof text === "string") texts.push([weight, spaced(text)]);
  };
  visit(inputSchema, (name, field) => {
    say(1, name);
    say(1, field.title);
    say(0.5, field.description);
    for (const [word, choice] of Object.entries(isRecord(field.choices) ? field.choices : {})) {
      say(0.5, word);
      say(0.5, choiceTitle(choice));
    }
  });
  for (const { also = [], words = {} } of Object.values(formHints))
    for (const word of [also, ...Object.values(words)].flat()) say(1, word);
  visit(outputSchema, (name, field) => {
    say(0.3, name);
    say(0.5, field.title);
  });
  return texts;
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

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** A choice of an input, with all its names. */
export type NamedChoice = readonly [input: string, code: string, names: readonly string[]];

/** A tool in the index. */
export interface ToolEntry extends Searchable {
  readonly name: string;
  readonly choices: readonly NamedChoice[];
}

/** A section of the documentation. */
export interface DocEntry extends Searchable {
  readonly path: string;
  readonly title: string;
  /** The title of its page. */
  readonly where: string;
  /** The file that the page is made from, without its ending. */
  readonly topic: string;
}

export interface SearchIndex {
  readonly tools: readonly ToolEntry[];
  readonly docs: readonly DocEntry[];
}

export function toolEntry({ facts, inputSchema, outputSchema, data }: RuntimeTool): ToolEntry {
  const { formHints = {} } = data;
  return {
    name: facts.name,
    texts: toolTexts(facts, { inputSchema, outputSchema, formHints }),
    choices: Object.entries(propertiesOf(inputSchema)).flatMap(([input, schema]) =>
      (Array.isArray(schema.enum) ? schema.enum : []).map((word): NamedChoice => {
        const code = String(word);
        const also = formHints[input]?.words?.[code] ?? [];
        return [input, code, [spaced(code), String(worded(code, schema)), ...also]];
      }),
    ),
  };
}

/** Shorter words, such as class letters, also occur by chance. */
const SHORTEST_NAME = 3;

/** Returns the choices that a query names. Names that fit several inputs are left out. */
export function namedChoices(choices: readonly NamedChoice[], query: string): NamedChoice[] {
  const text = ` ${folded(query)} `;
  const found = choices.flatMap((choice) => {
    const [input, , names] = choice;
    const [name] = names
      .map(folded)
      .filter((each) => each.length >= SHORTEST_NAME)
      .filter((each) => text.includes(` ${each} `) || text.includes(` ${each}s `))
      .sort((a, b) => b.length - a.length);
    return name === undefined ? [] : [{ choice, input, name }];
  });
  const best = found.filter(({ input, name }) =>
    found.every((other) => other.input !== input || other.name.length <= name.length),
  );
  const isSingle = (one: (typeof best)[number]) =>
    best.every((other) => other === one || (other.input !== one.input && other.name !== one.name));
  return best.filter(isSingle).map(({ choice }) => choice);
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}

/** Numbers of four digits name a standard or a year. */
const OPTIONS: SearchOptions = { distance: editDistance, shortestNumber: 4 };

/** Returns a ranking search. It returns no entry that answers too little of the query. */
export function finderOf<E extends Searchable>(entries: readonly E[]): (query: string) => readonly Hit<E>[] {
  const search = new Search(entries, OPTIONS);
  return (query) => search.find(query);
}

export interface SiteHits {
  readonly tools: readonly Hit<ToolEntry>[];
  readonly docs: readonly Hit<DocEntry>[];
  /** Whether a page of the documentation fits best. */
  readonly isAboutDocs: boolean;
}

/** Returns the search of pages and agents: tools and documentation, each best first. */
export function siteFinder({ tools, docs }: SearchIndex): (query: string) => SiteHits {
  const [findTools, findDocs] = [finderOf(tools), finderOf(docs)];
  return (query) => {
    const found = { tools: findTools(query), docs: findDocs(query) };
    return { ...found, isAboutDocs: (found.docs[0]?.score ?? 0) > (found.tools[0]?.score ?? 0) };
  };
}

/** Returns the text of a script that defines `Search` and `editDistance`. */
export function searchScript(): string {
  return `globalThis.editDistance = ${editDistance};\nglobalThis.Search = ${Search};\n`;
}
