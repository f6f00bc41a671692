// Built-in functions: what they take and give. How they compute stands in run/functions.ts and, a second
// time and independently, in reference/meaning.ts.
import { BOOLEAN, INTEGER, isA, listOf, NUMBER, orNull, TEXT, type Type, UNKNOWN, unify } from "./types.js";

export interface Builtin {
  readonly least: number;
  readonly most: number;
  /** The type of the result, or a sentence on what is wrong. Null arguments are dealt with by the caller. */
  readonly give: (args: readonly Type[]) => Type | string;
  /** Gives a value even when an argument is null. */
  readonly total?: boolean;
  readonly usage: string;
}

const MANY = 50;

function builtin(usage: string, least: number, most: number, give: Builtin["give"]): Builtin {
  return { least, most, usage, give };
}

/** Gives one type where all arguments are of these kinds. */
function all(kinds: readonly Type["kind"][], give: Type, other: string): Builtin["give"] {
  return (args) => (args.every((arg) => isA(arg, ...kinds)) ? give : other);
}

function math(name: string, give: Type = NUMBER, args = 1, usage = `${name}(number)`): Builtin {
  return builtin(usage, args, args, all(["number"], give, `${name} takes numbers`));
}

function text(name: string, args: number, give: Type): Builtin {
  const usage = `${name}(text${", text".repeat(args - 1)})`;
  return builtin(usage, args, args, all(["text", "date", "scale"], give, `${name} takes texts`));
}

/** The year, month or day of a date as a number. */
function datePart(name: string): Builtin {
  return builtin(`${name}(date)`, 1, 1, all(["date"], INTEGER, `${name} takes a date`));
}

/** Least and greatest follow numbers, dates and scales; of a list or of several arguments. */
function extreme(name: string): Builtin {
  return builtin(`${name}(a, b, ...) or ${name}(list)`, 1, MANY, (args) => {
    const [first] = args;
    const overList = args.length === 1 && first?.kind === "list";
    const items = overList ? [first.item] : args;
    let type: Type = UNKNOWN;
    for (const item of items) {
      const joined = unify(type, item);
      if (joined === undefined) return `${name} takes numbers, dates or words of one scale, all of one kind`;
      type = joined;
    }
    if (!isA(type, "number", "date", "scale")) return `${name} takes numbers, dates or words of one scale`;
    if (type.kind === "number") type = { kind: "number", integer: type.integer, nullable: false };
    if (type.kind === "date") type = { kind: "date", nullable: false };
    if (type.kind === "scale") type = { kind: "scale", scale: type.scale, nullable: false };
    return overList ? orNull(type) : type;
  });
}

/** What a function of a list makes of its items and of the arguments after it. */
function ofList(
  usage: string,
  make: (item: Type, rest: readonly Type[]) => Type | string,
  args = 1,
  other?: string,
): Builtin {
  const [name] = usage.split("(");
  return builtin(usage, args, args, ([first, ...rest]) => {
    if (!isA(first, "list")) return other ?? `${name} takes a list`;
    return make(first?.kind === "list" ? first.item : UNKNOWN, rest);
  });
}

export const BUILTINS: Readonly<Record<string, Builtin>> = {
  min: extreme("min"),
  max: extreme("max"),
  abs: {
    ...math("abs"),
    give: ([of]) => {
      if (!isA(of, "number")) return "abs takes numbers";
      return of?.kind === "number" && of.integer ? INTEGER : NUMBER;
    },
  },
  sqrt: math("sqrt"),
  exp: math("exp"),
  log: math("log"),
  sin: math("sin"),
  cos: math("cos"),
  tan: math("tan"),
  asin: math("asin"),
  acos: math("acos"),
  atan: math("atan"),
  ceil: math("ceil", INTEGER),
  floor: math("floor", INTEGER),
  round: math("round", NUMBER, 2, "round(number, decimals)"),
  clamp: math("clamp", NUMBER, 3, "clamp(number, low, high)"),
  interpolate: builtin("interpolate(x, list of x, list of y)", 3, 3, ([x, xs, ys]) => {
    const numeric = (type: Type | undefined) =>
      isA(type, "list") && (type?.kind !== "list" || isA(type.item, "number"));
    return isA(x, "number") && numeric(xs) && numeric(ys)
      ? orNull(NUMBER)
      : "interpolate takes a number and two lists of numbers";
  }),
  count: ofList("count(list)", () => INTEGER),
  sum: ofList(
    "sum(list of numbers)",
    (item) => {
      if (!isA(item, "number")) return "sum takes a list of numbers";
      const integer = item.kind === "number" && item.integer;
      return { kind: "number", integer, nullable: item.nullable && item.kind !== "unknown" };
    },
    1,
    "sum takes a list of numbers",
  ),
  first: ofList("first(list)", (item) => orNull(item)),
  last: ofList("last(list)", (item) => orNull(item)),
  take: builtin("take(list, number)", 2, 2, ([of, count]) => {
    if (!isA(count, "number")) return "take takes a list and a number";
    if (!isA(of, "list")) return "take takes a list";
    return of?.kind === "list" ? of : listOf(UNKNOWN);
  }),
  has: ofList(
    "has(list, item)",
    (item, [wanted = UNKNOWN]) =>
      unify(item, wanted) === undefined ? "has looks for something that the list cannot hold" : BOOLEAN,
    2,
  ),
  concat: builtin("concat(list, list)", 2, MANY, (args) => {
    let type: Type = listOf({ ...UNKNOWN, nullable: false });
    for (const arg of args) {
      const joined = isA(arg, "list") ? unify(type, arg) : undefined;
      if (joined === undefined) return "concat takes lists of one kind";
      type = { ...joined, nullable: false } as Type;
    }
    return type;
  }),
  one_of: {
    ...builtin("one_of(x, a, b, ...)", 2, MANY, ([first = UNKNOWN, ...rest]) =>
      rest.every((type) => unify(first, type) !== undefined)
        ? BOOLEAN
        : "one_of compares things of different kinds",
    ),
    total: true,
  },
  lower: text("lower", 1, TEXT),
  upper: text("upper", 1, TEXT),
  trim: text("trim", 1, TEXT),
  replace: text("replace", 3, TEXT),
  split: text("split", 2, listOf(TEXT)),
  number: text("number", 1, orNull(NUMBER)),
  starts_with: text("starts_with", 2, BOOLEAN),
  ends_with: text("ends_with", 2, BOOLEAN),
  contains: text("contains", 2, BOOLEAN),
  in_words: builtin("in_words(number)", 1, 1, all(["number"], TEXT, "in_words takes a number")),
  steps_above: builtin("steps_above(word, word)", 2, 2, ([a = UNKNOWN, b = UNKNOWN]) => {
    const joined = unify(a, b);
    return joined !== undefined && isA(joined, "scale")
      ? INTEGER
      : "steps_above takes two words of one scale";
  }),
  year: datePart("year"),
  month: datePart("month"),
  day: datePart("day"),
  add_days: builtin("add_days(date, number)", 2, 2, ([date, days]) =>
    isA(date, "date") && isA(days, "number")
      ? { kind: "date", nullable: false }
      : "add_days takes a date and a number",
  ),
};

/** Functions whose arguments are read otherwise than as values. */
export const SPECIAL = ["if", "given", "flagged", "nearest"] as const;

export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILTINS, name) || SPECIAL.some((special) => special === name);
}
