// Parses YAML to nodes in bounded time and memory. Excessive input is refused before the tree is built.
import { Composer, CST, type Document, Parser } from "yaml";
import { LIMITS } from "../language/bounds.js";

/** A problem with its offset. */
export interface TextProblem {
  readonly offset: number;
  readonly message: string;
  /** True if the text exceeds a limit, false if it is not valid YAML. */
  readonly limit: boolean;
}

export interface Parsed {
  readonly problems: readonly TextProblem[];
  readonly contents: Document["contents"];
}

/** Duplicate keys are checked later and tags are not resolved, because the library needs quadratic time for both. */
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
  // A YAML error can look like nesting, and is then the cause.
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

/** Checks tokens before the composer, which recurses and resolves aliases and tags. */
class Bounds {
  private marks = 0;
  private errors = 0;
  /** Offset of the first excessive nesting. */
  tooDeep: number | undefined;

  *watch(tokens: Iterable<CST.Token>): Generator<CST.Token> {
    for (const token of tokens) {
      // Further errors would not be reported.
      if (token.type === "error" && ++this.errors > LIMITS.findings) return;
      if (token.type === "document") this.document(token);
      yield token;
    }
  }

  /** Cuts excessive nesting before anything recurses into it. */
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
