// Texts with values in braces as JavaScript; what is known when the code is written is part of the text.

import { fixed, significant } from "../run/numbers.js";
import type { Typed, TypedPart } from "../typing/plan.js";
import type { Writer } from "./writer.js";

export function textCode(code: Writer, parts: readonly TypedPart[]): string {
  const pieces: string[] = [];
  let words = "";
  for (const part of parts) {
    const piece = typeof part === "string" ? part : known(part);
    if (piece !== undefined) words += piece;
    else {
      if (words !== "" || pieces.length === 0) pieces.push(JSON.stringify(words));
      words = "";
      pieces.push(shownCode(code, part as Shown));
    }
  }
  if (words !== "" || pieces.length === 0) pieces.push(JSON.stringify(words));
  return pieces.join(" + ");
}

type Shown = Exclude<TypedPart, string>;

/** A constant number, as the text shows it. */
function known({ value, decimals, grouped, round }: Shown): string | undefined {
  if (grouped === true || round !== undefined) return undefined;
  let constant: Typed = value;
  if (value.op === "slot" && value.slot.when === undefined && value.slot.body?.kind === "value")
    constant = value.slot.body.value;
  if (constant.op !== "literal" || typeof constant.value !== "number") return undefined;
  return decimals === undefined ? String(significant(constant.value)) : fixed(constant.value, decimals);
}

function shownCode(code: Writer, { value, decimals, grouped, round }: Shown): string {
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
