// `rows[test]`: the rows of a table that a test keeps. Rows that have one word in a column are put together once.
import type { Typed } from "../typing/plan.js";
import type { Writer } from "./writer.js";

type Filter = Extract<Typed, { op: "filter" }>;
type Rows = Extract<Typed, { op: "rows" }>;

export function filterCode(code: Writer, filter: Filter): string {
  const { of, lambda, test } = filter;
  if (of.op !== "rows" || of.table.dated !== undefined) return code.guard([of], ([list]) => kept(list));
  return keptRows(of, test);

  function kept(list = "null", by = test): string {
    return `${list}.filter((${code.lambdaName(lambda)}) => ${code.repeat(() => code.test(by))})`;
  }

  function keptRows(rows: Rows, by: Typed): string {
    if (by.op === "if" && isFixed(by.args[0])) {
      const [choice, then, otherwise] = by.args;
      return `(${code.test(choice)} ? ${keptRows(rows, then)} : ${keptRows(rows, otherwise)})`;
    }
    const [first, rest] = by.op === "logic" && by.fn === "and" ? by.args : [by];
    const group = first === undefined ? undefined : groupOf(rows, first);
    if (group === undefined) return kept(code.value(rows), by);
    return rest === undefined ? group : kept(group, rest);
  }

  /** The rows whose column has a word, where that is what the test asks. */
  function groupOf(rows: Rows, by: Typed): string | undefined {
    if (by.op !== "compare" || by.fn !== "==") return undefined;
    const [cell, word] = by.args;
    if (cell.op !== "field" || cell.of.op !== "lambda" || cell.of.lambda !== lambda) return undefined;
    if (cell.type.kind === "number" || !isFixed(word)) return undefined;
    const groups = code.module.groups(rows, cell.name);
    return groups === undefined ? undefined : `(${groups}.get(${code.value(word)}) ?? [])`;
  }
}

/** Whether it is the same for all rows. */
function isFixed(typed: Typed): boolean {
  switch (typed.op) {
    case "literal":
    case "input":
    case "sent":
    case "param":
    case "slot":
      return true;
    case "field":
    case "known":
      return isFixed(typed.of);
    case "if":
    case "compare":
    case "logic":
      return typed.args.every(isFixed);
    default:
      return false;
  }
}
