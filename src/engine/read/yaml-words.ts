// The words of plain YAML: where the next one stands, and what a text means, in quotes, without, or in lines of its own.
import type { Yaml } from "./yaml-values.js";

/** Thrown where a text is not, or may not be, of the plain kind. */
export class Unusual extends Error {}

const codes = (marks: string) => new Set([...marks].map((mark) => mark.charCodeAt(0)));
const NO_START = codes("#&*!|>%@`,[]{}'\":");
const IN_BRACKETS = codes(",[]{}");
const NUMBER = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const OTHER_SPELLING =
  /^(?:~|N(?:ull|ULL)|T(?:rue|RUE)|F(?:alse|ALSE)|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:Inf|INF)|\.(?:nan|NaN|NAN))$/;
const WORDS: ReadonlyMap<string, Yaml> = new Map<string, Yaml>([
  ["true", true],
  ["false", false],
  ["null", null],
  [".inf", Number.POSITIVE_INFINITY],
  ["+.inf", Number.POSITIVE_INFINITY],
  ["-.inf", Number.NEGATIVE_INFINITY],
]);
const TEXT_HEAD = /([|>])(-?)(?: *| +#.*)\n/y;
const [NEWLINE, SPACE, HASH, QUESTION, BACKSLASH] = [10, 32, 35, 63, 92] as const;
const [SINGLE_QUOTE, DOUBLE_QUOTE] = [39, 34] as const;
export const [COLON, DASH, COMMA, LITERAL, FOLDED] = [58, 45, 44, 124, 62] as const;
export const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125] as const;

export class YamlWords {
  protected at = 0;
  /** Where the line of `at` begins. */
  protected line = 0;
  /** Where the value begins that was read last, and how it is written; nothing for a mapping or list. */
  protected start = 0;
  protected raw = "";

  constructor(protected readonly text: string) {}

  protected isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Goes to what comes next; true where that is the first in its line, or the end. */
  protected skip(): boolean {
    const { text } = this;
    for (let isFirst = this.at === this.line; ; ) {
      const code = text.charCodeAt(this.at);
      if (code === SPACE) this.at++;
      else if (code === NEWLINE) {
        this.line = ++this.at;
        isFirst = true;
      } else if (code === HASH && (this.at === this.line || text.charCodeAt(this.at - 1) === SPACE)) {
        const end = text.indexOf("\n", this.at);
        this.at = end < 0 ? text.length : end;
      } else return isFirst || this.isEnd();
    }
  }

  /** A mark of YAML is one where a space or the end of the line follows it. */
  protected isMark(mark: number): boolean {
    if (this.text.charCodeAt(this.at) !== mark) return false;
    const next = this.text.charCodeAt(this.at + 1);
    return next === SPACE || next === NEWLINE || Number.isNaN(next);
  }

  /** A text in its line, in quotes or without, or what it stands for; it may go on in lines right of a column. */
  protected scalar(code: number, parent: number, isInside: boolean): Yaml {
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.quoted(code, parent);
    if (NO_START.has(code) || this.isMark(DASH) || this.isMark(QUESTION) || this.isEnd()) throw new Unusual();
    let text = this.restOfLine(isInside);
    let breaks = this.goesOn(parent, isInside);
    if (breaks === 0) return meant(text);
    for (; breaks > 0; breaks = this.goesOn(parent, isInside))
      text += (breaks === 1 ? " " : "\n".repeat(breaks - 1)) + this.restOfLine(isInside);
    return text;
  }

  /** What is left of a plain text in its line. */
  private restOfLine(isInside: boolean): string {
    const { text, at: start } = this;
    let end = start;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (code === NEWLINE || Number.isNaN(code)) break;
      if (code === HASH && at > end) break;
      if (isInside && IN_BRACKETS.has(code)) break;
      if (code === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === NEWLINE || Number.isNaN(next)) break;
        if (isInside && IN_BRACKETS.has(next)) break;
      }
      end = at + 1;
    }
    this.at = end;
    return text.slice(start, end);
  }

  /** Goes to the line in which a plain text goes on: how many lines on that is, or 0, and nothing read. */
  private goesOn(parent: number, isInside: boolean): number {
    const { text } = this;
    let { at, line } = this;
    let breaks = 0;
    let code = text.charCodeAt(at);
    for (; code === SPACE || code === NEWLINE; code = text.charCodeAt(++at))
      if (code === NEWLINE) {
        line = at + 1;
        breaks++;
      }
    if (breaks === 0 || at >= text.length || code === HASH || at - line <= parent) return 0;
    if (isInside && IN_BRACKETS.has(code)) return 0;
    this.at = at;
    this.line = line;
    return breaks;
  }

  private quoted(quote: number, parent: number): string {
    const { text, at } = this;
    const isSingle = quote === SINGLE_QUOTE;
    let end = at + 1;
    for (; ; end++) {
      const code = text.charCodeAt(end);
      if (Number.isNaN(code)) throw new Unusual();
      if (code === BACKSLASH && !isSingle) end++;
      else if (code === quote && isSingle && text.charCodeAt(end + 1) === quote) end++;
      else if (code === quote) break;
    }
    this.at = end + 1;
    const lines = text.slice(at + 1, end).split("\n");
    if (lines.length > 1) this.line = text.lastIndexOf("\n", end) + 1;
    const whole = folded(lines.map((line, nth) => ofQuoted(line, nth, lines.length, parent)));
    if (isSingle) return whole.replaceAll("''", "'");
    if (!whole.includes("\\")) return whole;
    try {
      return String(JSON.parse(`"${whole.replaceAll("\n", "\\n")}"`));
    } catch {
      // Escapes that JSON does not know.
      throw new Unusual();
    }
  }

  /** A text in lines of its own, kept as they are or folded. */
  protected blockText(parent: number): string {
    const { text, at: start } = this;
    TEXT_HEAD.lastIndex = start;
    const [head, style, strips] = TEXT_HEAD.exec(text) ?? [];
    if (head === undefined || !text.endsWith("\n")) throw new Unusual();
    const lines: string[] = [];
    let indent = 0;
    let [at, end] = [start + head.length, 0];
    for (let stop = 0; at < text.length; at = stop + 1) {
      stop = text.indexOf("\n", at);
      let first = at;
      while (text.charCodeAt(first) === SPACE) first++;
      const column = first - at;
      if (first === stop) {
        // Spaces in a line without a text may belong to it, or show how far the text is indented.
        if (lines.length === 0 || column > indent) throw new Unusual();
        lines.push("");
      } else {
        if (column <= parent) break;
        if (lines.length === 0) indent = column;
        if (column < indent) throw new Unusual();
        lines.push(text.slice(at + indent, stop));
        end = stop + 1;
      }
    }
    while (lines.at(-1) === "") lines.pop();
    if (lines.length === 0) throw new Unusual();
    this.at = at;
    this.line = at;
    this.start = start;
    this.raw = text.slice(start, end);
    return (style === ">" ? folded(lines) : lines.join("\n")) + (strips === "-" ? "" : "\n");
  }
}

/** What a plain text stands for. */
function meant(text: string): Yaml {
  const known = WORDS.get(text);
  if (known !== undefined) return known;
  if (OTHER_SPELLING.test(text)) throw new Unusual();
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Unusual();
  return number;
}

function ofQuoted(line: string, nth: number, count: number, parent: number): string {
  if (count === 1) return line;
  const text = line.replace(nth === 0 ? / +$/ : nth === count - 1 ? /^ +/ : /^ +| +$/g, "");
  const isShort = nth > 0 && text !== "" && line.length - line.replace(/^ +/, "").length <= parent;
  if (isShort || ((nth === 0 || nth === count - 1) && text === "")) throw new Unusual();
  return text;
}

/** Lines as one text: an empty line is a line break, the end of any other a space, but beside lines that are indented. */
function folded(lines: readonly string[]): string {
  let text = "";
  let before: string | undefined;
  let breaks = 0;
  for (const line of lines) {
    if (line === "") breaks++;
    else {
      if (before?.startsWith(" ") || line.startsWith(" ")) breaks++;
      if (before !== undefined) text += breaks === 0 ? " " : "\n".repeat(breaks);
      text += line;
      before = line;
      breaks = 0;
    }
  }
  return text;
}
