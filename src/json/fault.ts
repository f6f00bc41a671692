// Finds the first syntax error or duplicate name in a JSON text, with the likely reason.
export interface Fault {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Maximum nesting. */
export const DEEPEST = 64;

class Stop extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

interface Scan {
  readonly text: string;
  at: number;
}

export function findFault(text: string): Fault | undefined {
  const scan: Scan = { text, at: 0 };
  try {
    space(scan);
    value(scan, 0);
    if (scan.at < text.length) throw new Stop(scan.at, "the JSON value has ended, but more text follows");
    return undefined;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const lines = text.slice(0, error.at).split("\n");
    return {
      offset: error.at,
      line: lines.length,
      column: (lines.at(-1)?.length ?? 0) + 1,
      message: error.message,
    };
  }
}

/** Formats a fault with its position. */
export function faultWords({ line, column, message }: Fault): string {
  return `line ${line}, column ${column}: ${message}`;
}

function value(scan: Scan, depth: number): void {
  if (depth > DEEPEST) throw new Stop(scan.at, `nested more than ${DEEPEST} levels deep`);
  const letter = scan.text[scan.at];
  if (letter === "{") members(scan, "}", depth);
  else if (letter === "[") members(scan, "]", depth);
  else if (letter === '"') string(scan);
  else if (letter === "-" || (letter !== undefined && letter >= "0" && letter <= "9")) number(scan);
  else word(scan);
  space(scan);
}

/** Scans the members of an object or list. */
function members(scan: Scan, close: "}" | "]", depth: number): void {
  const { text } = scan;
  const names = new Set<string>();
  step(scan);
  while (text[scan.at] !== close) {
    if (close === "}") {
      if (text[scan.at] !== '"') throw new Stop(scan.at, expected(scan, "a property name in double quotes"));
      const start = scan.at;
      string(scan);
      const name = JSON.parse(text.slice(start, scan.at)) as string;
      if (names.has(name))
        throw new Stop(start, `the name ${JSON.stringify(name.slice(0, 80))} appears twice`);
      names.add(name);
      space(scan);
      if (text[scan.at] !== ":") throw new Stop(scan.at, expected(scan, "a colon after the name"));
      step(scan);
    }
    value(scan, depth + 1);
    if (text[scan.at] === close) break;
    if (text[scan.at] !== ",") throw new Stop(scan.at, expected(scan, `a comma or ${close}`));
    const comma = scan.at;
    step(scan);
    if (text[scan.at] === close) throw new Stop(comma, `unexpected comma before ${close}`);
  }
  step(scan);
}

function string(scan: Scan): void {
  const { text } = scan;
  const start = scan.at++;
  for (; scan.at < text.length; scan.at++) {
    const letter = text[scan.at] ?? "";
    if (letter === '"') {
      scan.at++;
      return;
    }
    if (letter < " ") throw new Stop(scan.at, "a text contains a line break or control character; write \\n");
    if (letter !== "\\") continue;
    const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(scan.at, scan.at + 6));
    if (escaped === null) throw new Stop(scan.at, "invalid escape after a backslash");
    scan.at += escaped[0].length - 1;
  }
  throw new Stop(start, "this text is never closed");
}

function number(scan: Scan): void {
  const whole = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(scan.text.slice(scan.at, scan.at + 1100));
  const after = scan.text[scan.at + (whole?.[0].length ?? 0)] ?? "";
  if (whole === null || /[\w.+-]/.test(after))
    throw new Stop(scan.at, "this is not a number as JSON writes them (such as 12, -0.5 or 1e6)");
  scan.at += whole[0].length;
}

function word(scan: Scan): void {
  const found = ["true", "false", "null"].find((each) => scan.text.startsWith(each, scan.at));
  if (found === undefined) throw new Stop(scan.at, expected(scan, "a value"));
  scan.at += found.length;
}

/** Skips one character and following spaces. */
function step(scan: Scan): void {
  scan.at++;
  space(scan);
}

function space(scan: Scan): void {
  while (" \t\n\r".includes(scan.text[scan.at] ?? "x")) scan.at++;
}

function expected(scan: Scan, what: string): string {
  const rest = scan.text.slice(scan.at, scan.at + 12);
  if (rest === "") return `the text ends where ${what} was expected`;
  const hint = HINTS.find(([pattern]) => pattern.test(rest))?.[1] ?? "";
  return `expected ${what} before ${JSON.stringify(rest)}${hint}`;
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^'/, "; use double quotes"],
  [/^(\/\/|\/\*|#)/, "; JSON has no comments"],
  [/^(True|False|None)\b/, "; JSON writes true, false and null"],
  [/^(NaN|Infinity|-Infinity|undefined)\b/, "; JSON has no such value"],
];
