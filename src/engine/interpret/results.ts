// Interprets the tree of results: objects, lists of objects, rounded leaves.
import { RUNTIME } from "../run/functions.js";
import type { Lambda, Typed, TypedResult } from "../typing/plan.js";
import type { Frame, Value } from "./frames.js";
import type { EvalBuilder } from "./program.js";
import type { ItemRecord } from "./record.js";

/** Evaluates a part of a result as JSON. Path and items are for the recorder. */
export type ResultEval = (frame: Frame, path: string, items?: ItemRecord[]) => unknown;

export function resultEval(formulas: EvalBuilder, result: TypedResult): ResultEval {
  const { recorder } = formulas.program;
  const when = result.when && formulas.condition(result.when);
  const body = bodyEval(formulas, result);
  const run: ResultEval = (frame, path, items) =>
    when !== undefined && when(frame) !== true ? null : body(frame, path, items);
  if (recorder === undefined) return run;
  return (frame, path) => recorder.result(path, result, frame, (items) => run(frame, path, items));
}

function bodyEval(formulas: EvalBuilder, result: TypedResult): ResultEval {
  const { body } = result.node;
  if (body.kind === "leaf") {
    const shown = leafEval(formulas, result.value as Typed, body.round);
    const or = result.fields[0]?.value;
    const other = or === undefined ? () => null : leafEval(formulas, or, undefined);
    return (frame) => shown(frame) ?? other(frame);
  }
  if (body.kind === "array") return listEval(formulas, result);
  const fields = fieldsEval(formulas, result);
  if (result.value === undefined || result.lambda === undefined) return fields;
  const { program } = formulas;
  const { lambda } = result;
  const of = formulas.value(result.value);
  return (frame, path) => {
    const item = of(frame);
    return item === null ? null : program.forItem(lambda, 0, item, frame, [], () => fields(frame, path));
  };
}

function fieldsEval(formulas: EvalBuilder, { fields }: TypedResult): ResultEval {
  const all = fields.map((field) => [field.node.name, resultEval(formulas, field)] as const);
  return (frame, path) =>
    Object.fromEntries(
      all.map(([name, field]) => [name, field(frame, path === "" ? name : `${path}.${name}`)]),
    );
}

function listEval(formulas: EvalBuilder, result: TypedResult): ResultEval {
  const { program } = formulas;
  const body = result.node.body as Extract<TypedResult["node"]["body"], { kind: "array" }>;
  const list = formulas.value(result.value as Typed);
  const key = result.key && formulas.value(result.key);
  const each: ResultEval =
    body.value === undefined
      ? fieldsEval(formulas, result)
      : leafEval(formulas, result.fields[0]?.value as Typed, body.round);
  const lambda = result.lambda as Lambda;
  return (frame, path, noted = []) => {
    const items = list(frame) as readonly Value[] | null;
    if (items === null) return null;
    let name = "";
    const entries = items.map((item, at) => {
      const work = (): unknown => {
        if (key !== undefined) name = String(key(frame));
        return each(frame, `${path}[${at}]`);
      };
      const value = program.forItem(lambda, at, item, frame, noted, work);
      return [name, value] as const;
    });
    return key === undefined ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  };
}

function leafEval(formulas: EvalBuilder, value: Typed, round: number | undefined): (frame: Frame) => Value {
  if (value.type.kind !== "number") return formulas.value(value);
  return formulas.one(value, (of) =>
    round === undefined ? (of as number) + 0 : RUNTIME.R(of as number, round),
  );
}
