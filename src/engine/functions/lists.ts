// Functions of lists.
import { type BuiltinFunction, helper, method } from "./builtin.js";
import { has, same, sum } from "./evaluation.js";
import { SIGNATURES } from "./signatures.js";

export const LIST_FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  count: {
    usage: "count(list)",
    args: 1,
    takes: SIGNATURES.count,
    unit: "count",
    evaluate: () => (list: readonly unknown[]) => list.length,
    code: () => (list) => `${list}.length`,
    example: ["count([3, 1])", "2", "items of a list"],
  },
  sum: {
    usage: "sum(list of numbers)",
    args: 1,
    takes: SIGNATURES.sum,
    unit: "first",
    evaluate:
      ({ site }) =>
      (list: readonly (number | null)[]) =>
        sum(list, site),
    code:
      ({ site }) =>
      (list) =>
        `SUM(${list}, ${site})`,
    runtime: { SUM: sum },
    example: ["sum([3, 1, 2])", "6", "of a list of numbers; null if any is null"],
  },
  first: {
    usage: "first(list)",
    args: 1,
    takes: SIGNATURES.item,
    unit: "first",
    evaluate: () => (list: readonly unknown[]) => list[0] ?? null,
    code: () => (list) => `(${list}[0] ?? null)`,
    example: ["first([3, 1, 2])", "3", "null of an empty list"],
  },
  last: {
    usage: "last(list)",
    args: 1,
    takes: SIGNATURES.item,
    unit: "first",
    evaluate: () => (list: readonly unknown[]) => list.at(-1) ?? null,
    code: () => (list) => `(${list}.at(-1) ?? null)`,
    example: ["last([3, 1, 2])", "2", "null of an empty list"],
  },
  take: {
    usage: "take(list, number)",
    args: 2,
    takes: SIGNATURES.take,
    unit: "first",
    evaluate: () => (list: readonly unknown[], count: number) => list.slice(0, count),
    code: () => (list, count) => `${list}.slice(0, ${count})`,
    example: ["take([3, 1, 2], 2)", "[3, 1]", "the first items, up to a number"],
  },
  has: {
    usage: "has(list, item)",
    args: 2,
    takes: SIGNATURES.has,
    unit: "compares",
    words: "items",
    ...helper("HAS", has),
    example: ["has([3, 1, 2], 1)", "true", "whether the list contains the item"],
  },
  concat: {
    usage: "concat(list, list)",
    args: 2,
    more: true,
    takes: SIGNATURES.joined,
    unit: "joins",
    ...method("concat", (list: readonly unknown[], ...more: unknown[]) => list.concat(...more)),
    example: ["concat([3], [1, 2])", "[3, 1, 2]", "lists one after the other"],
  },
  one_of: {
    usage: "one_of(x, a, b, ...)",
    args: 2,
    more: true,
    takes: SIGNATURES.among,
    unit: "compares",
    words: "first",
    anyOf: true,
    evaluate: () => same,
    code:
      ({ args }) =>
      (one, other) =>
        args[0]?.kind === "number" ? `SAME(${one}, ${other})` : `${one} === ${other}`,
    runtime: { SAME: same },
    example: ['one_of(band, "E", "D")', "true", "whether the first is among the others; null is not"],
  },
};
