// Regular expressions of definitions: readable, and none that takes exponential time on a text that almost fits.

export interface PatternFault {
  readonly message: string;
  readonly hint?: string;
}

export function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

export function patternFault(pattern: string): PatternFault | undefined {
  if (!isPattern(pattern)) return { message: "This is not a regular expression." };
  if (!backtracks(pattern)) return undefined;
  return {
    message:
      "This regular expression can take exponential time: it repeats a group that can match in several ways.",
    hint: "inside a repeated group, use neither *, +, ?, {n,m} nor |",
  };
}

/** A quantifier at this place: its length, and how often it repeats. */
function quantifierAt(
  pattern: string,
  at: number,
): { length: number; least: number; most: number } | undefined {
  const sign = pattern[at];
  if (sign === "*") return { length: 1, least: 0, most: Number.POSITIVE_INFINITY };
  if (sign === "+") return { length: 1, least: 1, most: Number.POSITIVE_INFINITY };
  if (sign === "?") return { length: 1, least: 0, most: 1 };
  const counts = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at, at + 40));
  if (counts === null) return undefined;
  const [all, least = "0", comma, most] = counts;
  const end = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
  return { length: all.length, least: Number(least), most: end };
}

/**
 * True when a group that can match one text in several ways is repeated: whatever is tried in one round is then tried
 * again in each other. Stricter than needed, and simple. The pattern is known to be a regular expression.
 */
function backtracks(pattern: string): boolean {
  // For each open group, whether something in it can match in several ways.
  const groups: boolean[] = [false];
  for (let at = 0; at < pattern.length; ) {
    let closed = false;
    const sign = pattern[at];
    if (sign === "(") {
      groups.push(false);
      // The question mark of (?: or (?= is no quantifier.
      at += pattern[at + 1] === "?" ? 2 : 1;
      continue;
    }
    if (sign === "|") groups[groups.length - 1] = true;
    if (sign === ")") closed = groups.pop() ?? false;
    at = sign === "[" ? afterClass(pattern, at) : at + (sign === "\\" ? 2 : 1);
    const quantifier = quantifierAt(pattern, at);
    if (quantifier !== undefined) {
      if (closed && quantifier.most > 1) return true;
      closed ||= quantifier.least !== quantifier.most;
      at += quantifier.length;
      // A question mark after a quantifier only changes what is tried first.
      if (pattern[at] === "?") at++;
    }
    if (closed) groups[groups.length - 1] = true;
  }
  return false;
}

function afterClass(pattern: string, open: number): number {
  let at = open + 1;
  while (at < pattern.length && pattern[at] !== "]") at += pattern[at] === "\\" ? 2 : 1;
  return at + 1;
}
