// Functions of evidence, used by generated values only. Evidence is a list of inputs that were not sent. The mark `~`
// precedes inputs that an assumption replaces.
import { type BuiltinFunction, helper } from "./builtin.js";
import { SIGNATURES } from "./signatures.js";

type Inputs = readonly string[];

/** The mark of an input that an assumption replaces. */
export const ASSUMED = "~";

const NONE: Inputs = [];

const isOpen = (evidence: Inputs) => evidence.some((input) => !input.startsWith(ASSUMED));

function union(...lists: readonly Inputs[]): Inputs {
  let only = NONE;
  for (const list of lists) {
    if (list.length === 0 || list === only) continue;
    if (only.length > 0) return [...new Set(lists.flat())];
    only = list;
  }
  return only;
}

/** Evidence of `and` and `or`: a side that settles the outcome on evidence makes the other one irrelevant. */
function settled(settlesA: boolean, a: Inputs, settlesB: boolean, b: Inputs): Inputs {
  const sides = [...(settlesA ? [a] : []), ...(settlesB ? [b] : [])].filter((side) => !isOpen(side));
  const [first = union(a, b), second = first] = sides;
  return second.length < first.length ? second : first;
}

/** Evidence of a choice: while its test is open, the inputs behind the branch are not needed. */
function after(test: Inputs, branch: Inputs): Inputs {
  return isOpen(test) ? test : union(test, branch);
}

const opens = (evidence: Inputs) => evidence.filter((input) => !input.startsWith(ASSUMED));
const assumed = (evidence: Inputs) =>
  evidence.filter((input) => input.startsWith(ASSUMED)).map((input) => input.slice(ASSUMED.length));
const asAssumed = (evidence: Inputs) =>
  evidence.map((input) => (input.startsWith(ASSUMED) ? input : ASSUMED + input));

function internal(name: string, args: number, run: (...args: never[]) => unknown): BuiltinFunction {
  const usage = `${name}(${"list, ".repeat(args - 1)}list)`;
  const example = [usage, "[]", "evidence"] as const;
  return { usage, args, takes: SIGNATURES.joined, unit: "none", ...helper(name, run), example };
}

export const EVIDENCE_FUNCTIONS = {
  $union: internal("E_UNION", 1, union),
  $each: internal("E_EACH", 1, (lists: readonly Inputs[]) => union(...lists)),
  $settled: internal("E_SETTLED", 4, settled),
  $after: internal("E_AFTER", 2, after),
  $none: internal("E_NONE", 1, (evidence: Inputs) => evidence.length === 0),
  $open: internal("E_OPEN", 1, opens),
  $assumed: internal("E_ASSUMED", 1, assumed),
  $stands: internal("E_STANDS", 1, asAssumed),
  $entry: internal("E_ENTRY", 2, (input: string, key: string): Inputs => [`${input}.${key}`]),
} as const satisfies Readonly<Record<string, BuiltinFunction>>;
