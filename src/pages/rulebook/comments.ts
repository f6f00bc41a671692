// Comments of a definition file, by the place that they speak of: they hold reasons that no key holds.
import { Lexer } from "yaml";

export interface Comment {
  readonly line: number;
  readonly text: string;
  /** It has the line for itself, so it speaks of what follows. */
  readonly alone: boolean;
}

const EDITOR_LINE = /^yaml-language-server:/;

export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  let line = 1;
  let before = "";
  let content = false;
  for (const token of new Lexer().lex(text)) {
    // Marks of the lexer itself; the one before a scalar tells a comment from a text that begins with #.
    if (token === "\u0002" || token === "\u0018" || token === "\u001F") {
      content = token === "\u001F";
      continue;
    }
    if (token.startsWith("#") && !content) {
      const said = token.replace(/^#+ ?/, "").trimEnd();
      if (!EDITOR_LINE.test(said)) comments.push({ line, text: said, alone: before.trim() === "" });
    }
    content = false;
    const breaks = token.split("\n").length - 1;
    line += breaks;
    before = breaks > 0 ? token.slice(token.lastIndexOf("\n") + 1) : before + token;
  }
  return comments;
}

/** Comments handed to the places of a file: to the next place below where they stand alone, else to their own line's. */
export class Comments {
  private readonly above = new Map<number, string[]>();
  private readonly beside = new Map<number, string[]>();
  /** What stands before the first place: it speaks of the whole file. */
  readonly head: readonly string[];

  constructor(text: string, lines: readonly number[]) {
    const starts = [...new Set(lines)].sort((a, b) => a - b);
    const head: string[] = [];
    for (const comment of commentsOf(text)) {
      const own = starts.filter((line) => line <= comment.line).at(-1);
      const next = starts.find((line) => line > comment.line);
      if (comment.alone && own === undefined) head.push(comment.text);
      else if (comment.alone && next !== undefined) add(this.above, next, comment.text);
      else add(this.beside, own ?? next ?? 1, comment.text);
    }
    this.head = head;
  }

  before(line: number): readonly string[] {
    return this.above.get(line) ?? [];
  }

  at(line: number): readonly string[] {
    return this.beside.get(line) ?? [];
  }
}

function add(map: Map<number, string[]>, line: number, text: string): void {
  const list = map.get(line) ?? [];
  list.push(text);
  map.set(line, list);
}
