// Result types of built-in functions, or an error message. The caller handles null arguments.
import {
  BOOLEAN,
  INTEGER,
  isA,
  listOf,
  NUMBER,
  orNull,
  TEXT,
  type Type,
  UNKNOWN,
  unify,
} from "../language/types.js";

export type Signature = (args: readonly Type[], name: string) => Type | string;

/** Returns a fixed type if all arguments have one of these kinds. */
function all(kinds: readonly Type["kind"][], give: Type, takes: string): Signature {
  return (args, name) => (args.every((arg) => isA(arg, ...kinds)) ? give : `${name} takes ${takes}`);
}

const ofTexts = (give: Type) => all(["text", "date", "scale"], give, "texts");

/** Computes the type from the item of a list and the other arguments. */
function ofList(make: (item: Type, rest: readonly Type[]) => Type | string, takes = "a list"): Signature {
  return ([first, ...rest], name) => {
    if (!isA(first, "list")) return `${name} takes ${takes}`;
    return make(first?.kind === "list" ? first.item : UNKNOWN, rest);
  };
}

/** For min and max: numbers, dates and scales, of a list or of several arguments. */
const extreme: Signature = (args, name) => {
  const [first] = args;
  const overList = args.length === 1 && first?.kind === "list";
  let type: Type = UNKNOWN;
  for (const item of overList ? [first.item] : args) {
    const joined = unify(type, item);
    if (joined === undefined) return `${name} takes numbers, dates or words of one scale, all of one kind`;
    type = joined;
  }
  if (!isA(type, "number", "date", "scale")) return `${name} takes numbers, dates or words of one scale`;
  if (type.kind === "number") type = { kind: "number", integer: type.integer, nullable: false };
  if (type.kind === "date") type = { kind: "date", nullable: false };
  if (type.kind === "scale") type = { kind: "scale", scale: type.scale, nullable: false };
  return overList ? orNull(type) : type;
};

const isNumbers = (type: Type | undefined) =>
  isA(type, "list") && (type?.kind !== "list" || isA(type.item, "number"));

export const SIGNATURES = {
  extreme,
  number: all(["number"], NUMBER, "numbers"),
  whole: all(["number"], INTEGER, "numbers"),
  rounded: ([of, decimals], name) => {
    if (!isA(of, "number") || !isA(decimals, "number")) return `${name} takes numbers`;
    const toWhole = decimals?.kind === "number" && decimals.set?.size === 1 && decimals.set.has(0);
    return toWhole ? INTEGER : NUMBER;
  },
  magnitude: ([of], name) => {
    if (!isA(of, "number")) return `${name} takes numbers`;
    return of?.kind === "number" && of.integer ? INTEGER : NUMBER;
  },
  points: ([x, xs, ys], name) =>
    isA(x, "number") && isNumbers(xs) && isNumbers(ys)
      ? orNull(NUMBER)
      : `${name} takes a number and two lists of numbers`,
  count: ofList(() => INTEGER),
  sum: ofList((item) => {
    if (!isA(item, "number")) return "sum takes a list of numbers";
    const integer = item.kind === "number" && item.integer;
    return { kind: "number", integer, nullable: item.nullable && item.kind !== "unknown" };
  }, "a list of numbers"),
  item: ofList((item) => orNull(item)),
  take: ([of, count], name) => {
    if (!isA(count, "number")) return `${name} takes a list and a number`;
    if (!isA(of, "list")) return `${name} takes a list`;
    return of?.kind === "list" ? of : listOf(UNKNOWN);
  },
  has: ofList((item, [wanted = UNKNOWN]) =>
    unify(item, wanted) === undefined
      ? "has looks for a value of a type that the list cannot contain"
      : BOOLEAN,
  ),
  joined: (args, name) => {
    let type: Type = listOf({ ...UNKNOWN, nullable: false });
    for (const arg of args) {
      const joined = isA(arg, "list") ? unify(type, arg) : undefined;
      if (joined === undefined) return `${name} takes lists of one kind`;
      type = { ...joined, nullable: false } as Type;
    }
    return type;
  },
  among: ([first = UNKNOWN, ...rest], name) =>
    rest.every((type) => unify(first, type) !== undefined)
      ? BOOLEAN
      : `${name} compares things of different kinds`,
  text: ofTexts(TEXT),
  texts: ofTexts(listOf(TEXT)),
  numeral: ofTexts(orNull(NUMBER)),
  truth: ofTexts(BOOLEAN),
  words: all(["number"], TEXT, "a number"),
  long_date: all(["date"], TEXT, "a date"),
  steps: ([a = UNKNOWN, b = UNKNOWN], name) => {
    const joined = unify(a, b);
    return joined !== undefined && isA(joined, "scale") ? INTEGER : `${name} takes two words of one scale`;
  },
  part: all(["date"], INTEGER, "a date"),
  later: ([date, days], name) =>
    isA(date, "date") && isA(days, "number")
      ? { kind: "date", nullable: false }
      : `${name} takes a date and a number`,
} satisfies Readonly<Record<string, Signature>>;
