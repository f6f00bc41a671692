// Compiles texts with values in braces.

import type { Typed, TypedPart } from "../typing/plan.js";
import type { Writer } from "./writer.js";

export function textCode(code: Writer, parts: readonly TypedPart[]): string {
  const pieces = parts.map((part) =>
    typeof part === "string" ? JSON.stringify(part) : shownCode(code, part),
  );
  // Starts with a string, so that + concatenates.
  return typeof parts[0] === "string" ? pieces.join(" + ") : ['""', ...pieces].join(" + ");
}

function shownCode(code: Writer, { value, decimals, grouped, round }: Exclude<TypedPart, string>): string {
  const number = value.type.kind === "number";
  if (number && decimals !== undefined)
    return orNone(code, value, (of) => `${grouped === true ? "GR" : "FX"}(${of}, ${decimals})`);
  if (number && round !== undefined) return orNone(code, value, (of) => `R(${of}, ${round})`);
  const { kind, nullable } = value.type;
  if (!nullable && (kind === "text" || kind === "date" || kind === "scale")) return code.value(value);
  return `TX(${code.value(value)})`;
}

function orNone(code: Writer, value: Typed, make: (of: string) => string): string {
  if (!value.type.nullable) return make(code.value(value));
  const temp = code.temp();
  return `((${temp} = ${code.value(value)}) === null ? "n/a" : ${make(temp)})`;
}
