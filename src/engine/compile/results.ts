// Compiles result trees: objects, arrays of objects, rounded leaves.
import type { Type } from "../language/types.js";
import type { Typed, TypedResult } from "../typing/plan.js";
import type { Code } from "./code.js";

export function resultCode(code: Code, result: TypedResult): string {
  const inner = resultBody(code, result);
  return result.when === undefined ? inner : `(${code.test(result.when)} ? ${inner} : null)`;
}

function resultBody(code: Code, result: TypedResult): string {
  const { body } = result.node;
  const object = () =>
    code.module.record(result.fields.map((field) => [field.node.name, resultCode(code, field)]));
  if (body.kind === "leaf") {
    const shown = leafCode(code, result.value as Typed, body.round);
    const or = result.fields[0]?.value;
    return or === undefined ? shown : `(${shown} ?? ${leafCode(code, or, undefined)})`;
  }
  if (body.kind === "object") {
    if (result.value === undefined || result.lambda === undefined) return object();
    const item = code.lambdaName(result.lambda);
    return `((${item}) => ${item} === null ? null : (${object()}))(${code.value(result.value)})`;
  }
  const item = code.lambdaName(result.lambda as NonNullable<TypedResult["lambda"]>);
  const [list, value] = [result.value as Typed, result.fields[0]];
  const each = body.value === undefined ? object() : leafCode(code, value?.value as Typed, body.round);
  const key = result.key === undefined ? undefined : code.value(result.key);
  return code.guard([list], ([of]) =>
    key === undefined
      ? `${of}.map((${item}) => (${each}))`
      : `Object.fromEntries(${of}.map((${item}) => [String(${key}), ${each}]))`,
  );
}

function leafCode(code: Code, value: Typed, round: number | undefined): string {
  const isNumber = (type: Type) => type.kind === "number";
  if (!isNumber(value.type)) return code.value(value);
  return code.guard([value], ([of]) => (round === undefined ? `(${of} + 0)` : `R(${of}, ${round})`));
}
