// Built-in functions: what they take and give. How they compute stands in runtime.ts and, a second time and
// independently, in the reference evaluator.
import {
  BOOLEAN,
  INTEGER,
  type ListType,
  listOf,
  NUMBER,
  orNull,
  TEXT,
  type Type,
  UNKNOWN,
  unify,
} from "./types.js";

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

function numbers(args: readonly Type[], what: string): string | undefined {
  const bad = args.findIndex((arg) => arg.kind !== "number" && arg.kind !== "unknown" && arg.kind !== "null");
  return bad < 0 ? undefined : `${what} takes numbers`;
}

function isKind(arg: Type | undefined, ...kinds: Type["kind"][]): boolean {
  return arg === undefined || arg.kind === "unknown" || arg.kind === "null" || kinds.includes(arg.kind);
}

function math(name: string, least: number, most: number, integer = false): Builtin {
  return {
    least,
    most,
    usage: `${name}(number)`,
    give: (args) => numbers(args, name) ?? (integer ? INTEGER : NUMBER),
  };
}

function text(name: string, args: number, give: Type): Builtin {
  return {
    least: args,
    most: args,
    usage: `${name}(text${", text".repeat(args - 1)})`,
    give: (types) =>
      types.every((type) => isKind(type, "text", "date", "scale")) ? give : `${name} takes texts`,
  };
}

/** The year, month or day of a date as a number. */
function datePart(name: string): Builtin {
  return {
    least: 1,
    most: 1,
    usage: `${name}(date)`,
    give: ([date]) => (isKind(date, "date") ? INTEGER : `${name} takes a date`),
  };
}

/** Least and greatest follow numbers, dates and scales; of a list or of several arguments. */
function extreme(name: string): Builtin {
  return {
    least: 1,
    most: MANY,
    usage: `${name}(a, b, ...) or ${name}(list)`,
    give: (args) => {
      const [first] = args;
      const overList = args.length === 1 && first?.kind === "list";
      const items = overList ? [(first as ListType).item] : args;
      let type: Type = UNKNOWN;
      for (const item of items) {
        const joined = unify(type, item);
        if (joined === undefined)
          return `${name} takes numbers, dates or words of one scale, all of one kind`;
        type = joined;
      }
      if (!isKind(type, "number", "date", "scale"))
        return `${name} takes numbers, dates or words of one scale`;
      if (type.kind === "number") type = { kind: "number", integer: type.integer, nullable: false };
      if (type.kind === "date") type = { kind: "date", nullable: false };
      if (type.kind === "scale") type = { kind: "scale", scale: type.scale, nullable: false };
      return overList ? orNull(type) : type;
    },
  };
}

const list = (args: readonly Type[], name: string): ListType | string => {
  const [first] = args;
  if (first?.kind === "list") return first;
  return isKind(first, "list") ? listOf(UNKNOWN) : `${name} takes a list`;
};

export const BUILTINS: Readonly<Record<string, Builtin>> = {
  min: extreme("min"),
  max: extreme("max"),
  abs: {
    ...math("abs", 1, 1),
    give: (args) =>
      numbers(args, "abs") ?? (args[0]?.kind === "number" && args[0].integer ? INTEGER : NUMBER),
  },
  sqrt: math("sqrt", 1, 1),
  exp: math("exp", 1, 1),
  log: math("log", 1, 1),
  sin: math("sin", 1, 1),
  cos: math("cos", 1, 1),
  tan: math("tan", 1, 1),
  asin: math("asin", 1, 1),
  acos: math("acos", 1, 1),
  atan: math("atan", 1, 1),
  ceil: math("ceil", 1, 1, true),
  floor: math("floor", 1, 1, true),
  round: { ...math("round", 2, 2), usage: "round(number, decimals)" },
  clamp: { ...math("clamp", 3, 3), usage: "clamp(number, low, high)" },
  interpolate: {
    least: 3,
    most: 3,
    usage: "interpolate(x, list of x, list of y)",
    give: ([x, xs, ys]) => {
      const numeric = (type: Type | undefined) => type?.kind !== "list" || isKind(type.item, "number");
      return isKind(x, "number") && isKind(xs, "list") && isKind(ys, "list") && numeric(xs) && numeric(ys)
        ? orNull(NUMBER)
        : "interpolate takes a number and two lists of numbers";
    },
  },
  count: {
    least: 1,
    most: 1,
    usage: "count(list)",
    give: (args) => (typeof list(args, "count") === "string" ? "count takes a list" : INTEGER),
  },
  sum: {
    least: 1,
    most: 1,
    usage: "sum(list of numbers)",
    give: (args) => {
      const of = list(args, "sum");
      if (typeof of === "string" || !isKind(of.item, "number")) return "sum takes a list of numbers";
      const integer = of.item.kind === "number" && of.item.integer;
      return { kind: "number", integer, nullable: of.item.nullable && of.item.kind !== "unknown" };
    },
  },
  first: {
    least: 1,
    most: 1,
    usage: "first(list)",
    give: (args) => {
      const of = list(args, "first");
      return typeof of === "string" ? of : orNull(of.item);
    },
  },
  last: {
    least: 1,
    most: 1,
    usage: "last(list)",
    give: (args) => {
      const of = list(args, "last");
      return typeof of === "string" ? of : orNull(of.item);
    },
  },
  take: {
    least: 2,
    most: 2,
    usage: "take(list, number)",
    give: (args) => (isKind(args[1], "number") ? list(args, "take") : "take takes a list and a number"),
  },
  has: {
    least: 2,
    most: 2,
    usage: "has(list, item)",
    give: (args) => {
      const of = list(args, "has");
      if (typeof of === "string") return of;
      return unify(of.item, args[1] ?? UNKNOWN) === undefined
        ? "has looks for something that the list cannot hold"
        : BOOLEAN;
    },
  },
  concat: {
    least: 2,
    most: MANY,
    usage: "concat(list, list)",
    give: (args) => {
      let type: Type = listOf({ ...UNKNOWN, nullable: false });
      for (const arg of args) {
        const joined = isKind(arg, "list") ? unify(type, arg) : undefined;
        if (joined === undefined) return "concat takes lists of one kind";
        type = { ...joined, nullable: false } as Type;
      }
      return type;
    },
  },
  one_of: {
    least: 2,
    most: MANY,
    usage: "one_of(x, a, b, ...)",
    total: true,
    give: ([first, ...rest]) =>
      rest.every((type) => unify(first ?? UNKNOWN, type) !== undefined)
        ? BOOLEAN
        : "one_of compares things of different kinds",
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
  in_words: {
    least: 1,
    most: 1,
    usage: "in_words(number)",
    give: ([number]) => (isKind(number, "number") ? TEXT : "in_words takes a number"),
  },
  steps_above: {
    least: 2,
    most: 2,
    usage: "steps_above(word, word)",
    give: ([a, b]) =>
      a !== undefined && b !== undefined && isKind(unify(a, b), "scale") && unify(a, b) !== undefined
        ? INTEGER
        : "steps_above takes two words of one scale",
  },
  year: datePart("year"),
  month: datePart("month"),
  day: datePart("day"),
  add_days: {
    least: 2,
    most: 2,
    usage: "add_days(date, number)",
    give: ([date, days]) =>
      isKind(date, "date") && isKind(days, "number")
        ? { kind: "date", nullable: false }
        : "add_days takes a date and a number",
  },
};

/** Functions whose arguments are read otherwise than as values. */
export const SPECIAL = ["if", "given", "flagged", "nearest"] as const;

export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILTINS, name) || SPECIAL.some((special) => special === name);
}
