// Splits formulas into tokens. Unsupported mathjs syntax is refused with a suggestion.

export class FormulaError extends Error {
  /** Number of characters before the error. */
  at: number | undefined;

  constructor(
    message: string,
    readonly hint?: string,
    /** The word that the error points at. */
    readonly word?: string,
  ) {
    super(message);
  }
}

export interface Token {
  readonly kind: "number" | "text" | "name" | "sign" | "end";
  readonly text: string;
  /** Offset in the formula. */
  readonly at: number;
}

/** Adds the current position to errors without one. */
export function placed<T>(read: () => T, at: () => number): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormulaError) error.at ??= at();
    throw error;
  }
}

const WORD_SIGNS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** Messages and hints for refused characters. */
const REFUSED: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  "?": ["`a ? b : c` is not used here", "write if(a, b, c)"],
  "=": ["A formula cannot assign with `=`", "compare with =="],
  ";": ["A formula is one expression, without `;` or line ends", "split it into two values"],
  "\n": ["A formula is one expression, without `;` or line ends", "split it into two values"],
  ":": ["`a:b` ranges are not used here", "list the items"],
  "{": ["`{...}` is not used inside a formula", "make it a separate value"],
  "%": ["`%` is not used in formulas", "write x / 100 for percent"],
  "\u2212": ["The minus `\u2212` is a sign of printed text", "write -"],
  "\u2013": ["The dash `\u2013` is a sign of printed text", "write -"],
  "\u00d7": ["`\u00d7` is a sign of printed text", "write *"],
  "\u00f7": ["`\u00f7` is a sign of printed text", "write /"],
  "\u2264": ["`\u2264` is a sign of printed text", "write <="],
  "\u2265": ["`\u2265` is a sign of printed text", "write >="],
  "\u2260": ["`\u2260` is a sign of printed text", "write !="],
  ...Object.fromEntries(
    ["\u201c", "\u201d", "\u201e", "\u2018", "\u2019"].map((quote) => [
      quote,
      [`The quotation mark \`${quote}\` is one of printed text`, 'write straight ones: "word"'] as const,
    ]),
  ),
};

/** Refused mathjs operators with suggestions. */
const REFUSED_OPERATORS: Readonly<Record<string, string>> = {
  to: "units are declared with `unit` or in names, not converted in formulas",
  in: "units are declared with `unit` or in names, not converted in formulas",
  mod: "`%` and mod are not used; write x / 100 for percent",
  xor: "write a != b",
  "'": "`'` is not used; quote words with double quotes",
  "!": "`!` is not used; write not",
  ".*": "write *",
  "./": "write /",
  ".^": "write ^",
  "&&": "write and, or",
  "||": "write and, or",
  "&": "write and",
  "|": "write or",
  "~": "write not",
  "<<": "not used",
  ">>": "not used",
};

export function refusedWord(text: string, hint?: string): FormulaError {
  return new FormulaError(`The operator \`${text}\` is not used here`, hint);
}

const PIECE =
  /(\s+)|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:[^"\\]|\\.)*")|([A-Za-z_$][A-Za-z0-9_$]*)|(\?\?|[=!<>]=|<<|>>|&&|\|\||\.[*/^]|.)/gsu;
const SIGNS: ReadonlySet<string> = new Set("+ - * / ^ == != < <= > >= ?? ( ) [ ] , .".split(" "));

export function tokensOf(text: string): Token[] {
  let at = 0;
  const read = () => {
    const tokens: Token[] = [];
    const open: string[] = [];
    const lead = text.length - text.trimStart().length;
    for (const { 1: space, 2: number, 3: quoted, 4: name, 5: sign, index } of text.trim().matchAll(PIECE)) {
      const after = tokens.at(-1);
      at = lead + index;
      if (space !== undefined) {
        // Line breaks are allowed inside brackets.
        if (open.length === 0 && space.includes("\n")) throw refused("\n");
      } else if (number !== undefined) tokens.push({ kind: "number", text: number, at });
      else if (quoted !== undefined) tokens.push({ kind: "text", text: unquoted(quoted), at });
      else if (name !== undefined) tokens.push({ ...wordOf(name, after), at });
      else if (sign !== undefined) {
        if (sign === ";" && open.at(-1) === "(")
          throw new FormulaError("Arguments are separated by commas, not by `;`", "write ,");
        if (sign === ";" && open.length > 0)
          throw new FormulaError("Matrices are not used here", "make it a table");
        if (sign === "=" && after === undefined)
          throw new FormulaError(
            "The formula cannot be read: it begins with =",
            "leave the = out: this is always a formula",
          );
        if (sign === "=" && after?.text === ")")
          throw new FormulaError("A formula cannot define a function", "define it under functions");
        if (!SIGNS.has(sign)) throw refused(sign);
        if (sign === "(" || sign === "[") open.push(sign);
        if (sign === ")" || sign === "]") open.pop();
        tokens.push({ kind: "sign", text: sign, at });
      }
    }
    tokens.push({ kind: "end", text: "", at: text.trimEnd().length });
    return tokens;
  };
  return placed(read, () => at);
}

/** A word after a point is a field, whatever it means elsewhere. */
function wordOf(name: string, after: Token | undefined): Omit<Token, "at"> {
  if (after?.kind === "sign" && after.text === ".") return { kind: "name", text: name };
  if (WORD_SIGNS.has(name)) return { kind: "sign", text: name };
  if (Object.hasOwn(REFUSED_OPERATORS, name)) throw refused(name);
  return { kind: "name", text: name };
}

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted.replaceAll("\n", "\\n").replaceAll("\t", "\\t")) as string;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FormulaError(`The text ${quoted} contains a \\ without meaning`, "write \\\\ for one \\");
  }
}

function refused(sign: string): FormulaError {
  const whole = REFUSED[sign];
  if (whole !== undefined) return new FormulaError(whole[0], whole[1]);
  if (sign === '"')
    return new FormulaError("The formula cannot be read: a text is not closed", 'end it with "');
  return refusedWord(sign, REFUSED_OPERATORS[sign]);
}
