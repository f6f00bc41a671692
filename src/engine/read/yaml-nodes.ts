// YAML text to a tree of nodes, in bounded time and memory: what is too much is refused before the tree is built.
import { Composer, CST, type Document, Parser } from "yaml";
import { LIMITS } from "../language/bounds.js";

/** A problem and where it begins in the text. */
export interface TextProblem {
  readonly offset: number;
  readonly message: string;
  /** True where the text breaks a limit of this language, false where it is not YAML. */
  readonly limit: boolean;
}

export interface Parsed {
  readonly problems: readonly TextProblem[];
  readonly contents: Document["contents"];
}

/** Keys that stand twice are left to the reader, and tags are not followed: both would take quadratic time. */
const OPTIONS = { keepSourceTokens: false, uniqueKeys: false, resolveKnownTags: false } as const;

export function parseNodes(text: string): Parsed {
  const bounds = new Bounds();
  const composer = new Composer(OPTIONS);
  const problems: TextProblem[] = [];
  let first: Document | undefined;
  try {
    const tokens = bounds.watch(new Parser().parse(text));
    for (const document of composer.compose(tokens, true, text.length)) {
      if (first === undefined) first = document as Document;
      else {
        const message = "Source contains multiple documents; please use YAML.parseAllDocuments()";
        problems.push({ offset: document.range[0], message, limit: false });
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    const problem = { offset: error.offset, message: error.message, limit: true };
    return { problems: [problem], contents: null };
  }
  const errors = (first?.errors ?? []).map(({ pos, message }) => ({ offset: pos[0], message, limit: false }));
  problems.push(...errors);
  // A mistake in the YAML can look like nesting, and is then the cause.
  if (problems.length === 0 && bounds.tooDeep !== undefined) {
    const message = `The file nests deeper than ${LIMITS.fileDepth} levels.`;
    problems.push({ offset: bounds.tooDeep, message, limit: true });
  }
  return { problems, contents: first?.contents ?? null };
}

class TooMuch extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/** Watches the tokens on their way to the composer, which recurses into them and resolves each alias and tag. */
class Bounds {
  private marks = 0;
  private errors = 0;
  /** Where the first thing stands that nests too deeply. */
  tooDeep: number | undefined;

  *watch(tokens: Iterable<CST.Token>): Generator<CST.Token> {
    for (const token of tokens) {
      // More errors than a report lists help nobody.
      if (token.type === "error" && ++this.errors > LIMITS.findings) return;
      if (token.type === "document") this.document(token);
      yield token;
    }
  }

  /** Cuts off what nests too deeply before the walk reaches it: nothing recurses further. */
  private document(document: CST.Document): void {
    CST.visit(document, (item, path) => {
      this.marksIn(item.start);
      this.marksIn(item.sep);
      for (const part of ["key", "value"] as const) {
        const token = item[part];
        if (token?.type === "alias") this.mark(token.offset);
        if (token?.type === "block-scalar") this.marksIn(token.props);
        if (path.length <= LIMITS.fileDepth || !CST.isCollection(token)) continue;
        this.tooDeep ??= token.offset;
        delete item[part];
      }
    });
  }

  private marksIn(tokens: readonly CST.Token[] = []): void {
    for (const { type, offset } of tokens) if (type === "anchor" || type === "tag") this.mark(offset);
  }

  private mark(offset: number): void {
    if (++this.marks > LIMITS.fileMarks)
      throw new TooMuch(offset, `The file has more than ${LIMITS.fileMarks} anchors, aliases and tags.`);
  }
}
