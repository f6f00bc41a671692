// Finds unclear phrases in comments and texts of TypeScript files and in Markdown, for test/plain.test.ts.
import { parseSync } from "vite";

/** Phrases that usually hide the subject of a sentence, with reasons. */
const HABITS: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ["data does not speak", /\b(?:told|tells?|says?|said|asks?|asked|speaks?|answers? for|has answered)\b/gi],
  ["name the part or the role", /\b(?:whoever|nobody|somebody|no one|who|whom|whose)\b/gi],
  ["use is, means or replaces", /\bstands?\b/gi],
  ["name the noun", /\b(?:what (?:is|are|was|has|it|they|a|the)|all that|that which|those that)\b/gi],
  ["use defined, expected or used", /\b(?:known|wanted|taken)\b/gi],
  [
    "use the ordinary word",
    /\b(?:beside|of (?:its|their|one's) own|(?:is|are) none|but for|in (?:its|their) place|takes? in|so many)\b/gi,
  ],
  ["use contains, has or is true", /\bholds?\b(?! (?:a lock|the lock|on\b))/gi],
];

/** Words of a text in a string, below which it counts as a label or key. */
const FEWEST_WORDS = 4;

export interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Returns the comments of a file; neighbouring line comments are one text. */
export function commentsIn(path: string, source: string): Prose[] {
  const found: { line: number; last: number; text: string }[] = [];
  for (const { type, value, start, end } of parse(path, source).comments) {
    const line = lineAt(source, start);
    const text = value
      .replace(/^\*|\n\s*\*/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    const before = found.at(-1);
    const isNext = type === "Line" && before?.last === line - 1 && isAlone(source, start);
    if (isNext) Object.assign(before, { last: line, text: `${before.text} ${text}` });
    else found.push({ line, last: type === "Line" ? line : lineAt(source, end) + 1, text });
  }
  return found;
}

/** Returns the sentences in strings, templates and JSX; code in strings is skipped. */
export function textsIn(path: string, source: string): Prose[] {
  const found: Prose[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (isNode(node)) {
      const text = textOf(node);
      if (text !== undefined && isSentence(text)) found.push({ line: lineAt(source, node.start), text });
      for (const inner of Object.values(node)) if (typeof inner === "object") visit(inner);
    }
  };
  visit(parse(path, source).program);
  return found;
}

/** Returns the paragraphs and table rows of a Markdown page, without blocks of code. */
export function markdownIn(source: string): Prose[] {
  const plain = source.replace(/^```.*?^```$/gms, (code) => code.replace(/[^\n]/g, ""));
  return plain.split("\n").flatMap((text, at) => (/\w/.test(text) ? [{ line: at + 1, text }] : []));
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}

/** Returns each unclear phrase in a text with the reason. */
export function habitsIn(text: string): string[] {
  const plain = text.replace(/`[^`]*`/g, "x");
  return HABITS.flatMap(([reason, pattern]) =>
    [...plain.matchAll(pattern)].map(([phrase]) => `"${phrase}": ${reason}`),
  );
}

/** Returns the sentences of a comment. Abbreviations with a full stop do not end one. */
export function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[A-Z`"])/);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function textOf(node: Node): string | undefined {
  if (node.type === "Literal" || node.type === "JSXText")
    return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string | null } }[];
  return quasis.map(({ value }) => value.cooked ?? "").join("x");
}

function isSentence(text: string): boolean {
  const words = text.replace(/<[^>]*>/g, " ").match(/\b[A-Za-z]{2,}\b/g) ?? [];
  return words.length >= FEWEST_WORDS && !/=>|;\n|[{}()]{2}|\bSELECT\b/.test(text);
}

function isAlone(source: string, start: number): boolean {
  return source.slice(source.lastIndexOf("\n", start) + 1, start).trim() === "";
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

function parse(path: string, source: string) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { program, comments };
}
