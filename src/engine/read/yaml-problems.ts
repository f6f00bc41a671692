// Reports the first YAML error of a file with a hint. Later errors are usually consequences.
import type { TextProblem } from "./yaml-nodes.js";

interface Told {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

const COLON = "a text or formula with a colon and a space needs quotes";
const WHOLE = "put the whole text between quotes, of another kind than those within it";

/** Returns the first problem of the text. */
export function firstProblem(text: string, problems: readonly TextProblem[]): Told | undefined {
  const [first] = [...problems].sort((a, b) => a.offset - b.offset);
  if (first === undefined) return undefined;
  if (first.limit) return first;
  const { offset } = first;
  const lines = new Lines(text);
  const message = first.message.replace(/( at line \d+, column \d+:?)?(\n.*)?$/s, "");
  const open = lines.openQuote(offset, message.includes("Missing closing"));
  if (open !== undefined)
    return {
      offset: open,
      message: "A quote is opened here and not closed.",
      hint: "add the quote at its end",
    };
  const known = HINTS.find(([sign]) => message.includes(sign))?.[1](lines, offset);
  return { offset, message: `This is not valid YAML: ${message}.`, ...known };
}

/** Duplicate keys, which the reader detects. */
export const KEY_TWICE = {
  message: "This is not valid YAML: Map keys must be unique.",
  hint: "each name may occur only once; a new list entry begins with -",
};

const TAB = { message: "There is a tab in the indentation.", hint: "write spaces" };

type Hints = (lines: Lines, offset: number) => Partial<Told>;

const unclosed =
  (sign: string, end: string): Hints =>
  (lines, offset) =>
    lines.at(offset).text.startsWith("\t")
      ? TAB
      : {
          offset: lines.endBefore(offset, sign),
          message: `A ${sign} is opened and not closed here.`,
          hint: `add ${end}`,
        };

const indented: Hints = (lines, offset) => {
  const { start, text } = lines.at(offset);
  if (/^\s*-\w/.test(text)) return { hint: "a space is missing after the dash" };
  const indent = text.length - text.trimStart().length;
  const message = `This line begins at column ${indent + 1}, where nothing around it begins.`;
  return { offset: start + indent, message, hint: "indent it as the lines that it belongs to" };
};

/** By a part of the parser's message. */
const HINTS: readonly (readonly [string, Hints])[] = [
  ["Tabs", () => TAB],
  [
    "less indented",
    (lines, offset) => (lines.at(offset).text.startsWith("\t") ? TAB : indented(lines, offset)),
  ],
  ["end with a }", unclosed("brace {", "}")],
  ["end with a ]", unclosed("bracket [", "]")],
  ["same column", indented],
  ["without - indicator", indented],
  [
    "flow-seq-start",
    () => ({
      message: "There is a bracket in a text without quotes, within braces.",
      hint: "quote the text or formula",
    }),
  ],
  ["Block collections", inFlow],
  ["Unexpected scalar token", inFlow],
  ["Implicit", glued],
  ["Missing closing", () => ({ hint: "close the text with the quote that opens it" })],
  ["between flow", () => ({ hint: "put a comma between the two, or quotes around the whole" })],
  ["-end token", () => ({ message: "What closes here is not open.", hint: "delete it" })],
  ["quoted-scalar at node", () => ({ hint: "delete it, or put the text between quotes of the other kind" })],
  ["scalar at node end", () => ({ hint: `${WHOLE}: the text before it ends the value` })],
  ["Unexpected ,", () => ({ message: "There is nothing before this comma.", hint: "delete it" })],
  ["multiple documents", () => ({ message: "--- begins another document.", hint: "delete the line" })],
  ["block sequence may", indented],
  ["Plain value cannot start", () => ({ hint: "quote the text" })],
  ["Nested mappings", nested],
  ["compact mapping", nested],
];

/** Inside braces: a missing comma before a key, or a text with a colon. */
function inFlow(lines: Lines, offset: number): Partial<Told> {
  const [, key] = / ([a-z]\w*): /.exec(lines.after(offset)) ?? [];
  return { hint: key === undefined ? COLON : `a comma may be missing before ${key}; ${COLON}` };
}

/** A missing space after a colon, a missing colon, or a missing comma joins a key with its value or the next line. */
function glued(lines: Lines, offset: number): Partial<Told> {
  const { text } = lines.at(offset);
  const [, key = "", sign = ""] = /^\s*(?:- )?([a-z_]\w*)(:\S)?/.exec(text) ?? [];
  if (sign !== "") return { hint: `a space is missing after ${key}:` };
  if (/[{[][^}\]]*[^,{[}\]]$/.test(text)) return { hint: "a comma may be missing at the end of the line" };
  if (/: /.test(text)) return { hint: COLON };
  return { hint: `a colon may be missing after ${key}, or >- before a text of several lines` };
}

function nested(lines: Lines, offset: number): Partial<Told> {
  const { text } = lines.at(offset);
  if (/^\s*(?:- )?\w+:[{[]/.test(text)) return glued(lines, offset);
  if (/^[^{]*}$/.test(text)) return { hint: "a { may be missing before its first key" };
  if (/^[^"]*"$/.test(text)) return { hint: "a quote is missing at the beginning of the text" };
  if (/: ".*".*"/.test(text)) return { hint: `${WHOLE}: a quote within it ends it` };
  if (/: .*: |: .*:$/.test(text)) return { hint: COLON };
  const next = lines.next(offset);
  return next === undefined ? { hint: COLON } : indented(lines, next);
}

class Lines {
  constructor(private readonly text: string) {}

  at(offset: number): { readonly start: number; readonly text: string } {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    return { start, text: this.text.slice(start, this.end(offset)) };
  }

  after(offset: number): string {
    return this.text.slice(offset, this.end(offset));
  }

  /** Returns the start of the next line. */
  next(offset: number): number | undefined {
    const end = this.end(offset);
    return end < this.text.length - 1 ? end + 1 : undefined;
  }

  /**
   * Returns the end of the previous line, where something is missing, or the offset itself if its line contains the
   * sign.
   */
  endBefore(offset: number, sign: string): number {
    const { start, text } = this.at(offset);
    if (text.slice(0, offset - start).includes(sign.at(-1) ?? "")) return offset;
    return Math.max(0, this.text.slice(0, start).trimEnd().length - 1);
  }

  /**
   * Finds the nearest earlier quote that opens a value and is not closed on its line, if a key follows on the next
   * line.
   */
  openQuote(offset: number, isOpen: boolean): number | undefined {
    for (let { start, text } = this.at(offset); start > 0; { start, text } = this.at(start - 1)) {
      const next = this.next(start);
      const isEnd = isOpen && next === undefined;
      const [, before, quote] = /^(\s*(?:- )?(?:\w+: )?)(["'])/.exec(text) ?? [];
      if (before === undefined || quote === undefined) continue;
      const isClosed = text.indexOf(quote, before.length + 1) >= 0;
      const follows = next === undefined ? "" : this.at(next).text;
      if (!isClosed && (isEnd || /^\s*(?:- )?(?:\w+:(?: |$)|[{["'])/.test(follows)))
        return start + before.length;
      // A quoted text that ends here is not the cause.
      if (isClosed && !isOpen) return undefined;
    }
    return undefined;
  }

  private end(offset: number): number {
    const end = this.text.indexOf("\n", offset);
    return end < 0 ? this.text.length : end;
  }
}
