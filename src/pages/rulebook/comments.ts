// Extracts comments of a definition file by location, because they contain reasons that no key does.
import { Lexer } from "yaml";

export interface Comment {
  readonly line: number;
  readonly text: string;
  /** The comment has its own line, so it refers to the following lines. */
  readonly alone: boolean;
}

const EDITOR_LINE = /^yaml-language-server:/;

export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = [];
  let line = 1;
  let before = "";
  let content = false;
  for (const token of new Lexer().lex(text)) {
    // Control tokens of the lexer. The one before a scalar distinguishes text that begins with # from a comment.
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

/** Comments by location: those on their own line belong to the next location, others to the same line. */
export class Comments {
  private readonly above = new Map<number, string[]>();
  private readonly beside = new Map<number, string[]>();
  /** Comments before the first location, which refer to the whole file. */
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
