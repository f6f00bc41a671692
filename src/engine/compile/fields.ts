// Compiles access to inputs, constants, slots and fields of non-null records.

import type { RecordType } from "../language/types.js";
import type { Scope, Slot } from "../typing/plan.js";
import { literal } from "./data.js";
import type { Module } from "./module-names.js";

/** Returns a slot's value; constants are written inline. */
export function slotCode(module: Module, slot: Slot, frame: string): string {
  const { body, when } = slot;
  if (when === undefined && body?.kind === "value" && body.value.op === "literal")
    return literal(body.value.value);
  return `${module.functionOf(slot)}(${frame})`;
}

/** Returns a field of a non-null record. */
export function fieldCode(module: Module, type: RecordType, name: string, of: string): string {
  const plain = type.shapes.filter((shape) => shape.access === "plain");
  const frames = type.shapes.filter((shape) => shape.access !== "plain");
  // Optional fields of an object input may be absent.
  const sure = plain.every((shape) => shape.field(name) !== undefined && !shape.id.startsWith("input:"));
  const plainCode = sure ? `${of}.${name}` : `(${of}.${name} ?? null)`;
  if (frames.length === 0) return plain.length === 0 ? "null" : plainCode;
  const frameCode = (id: number) => scopeField(module, module.scope(id), name, of) ?? "null";
  const [only] = frames;
  if (frames.length === 1 && plain.length === 0 && only !== undefined)
    return frameCode(only.access as number);
  const codes = frames.map(
    (shape) => `${of}.k === ${shape.access} ? ${frameCode(shape.access as number)} : `,
  );
  return `(${codes.join("")}${plain.length === 0 ? "null" : plainCode})`;
}

function scopeField(module: Module, scope: Scope, name: string, of: string): string | undefined {
  const slot = scope.slots.get(name);
  if (slot !== undefined) return slotCode(module, slot, of);
  if (scope.params.has(name)) return `${of}.a_${name}`;
  if (scope.number === name) return `${of}.n`;
  if (scope.item?.name === name) return `${of}.it`;
  if (scope.inner?.scope.shape.field(name) !== undefined) {
    return scopeField(module, scope.inner.scope, name, `c${scope.id}(${of})`);
  }
  if (
    scope.item?.type.kind === "record" &&
    scope.item.type.shapes.some((shape) => shape.field(name) !== undefined)
  ) {
    const item = `${of}.it`;
    const code = fieldCode(module, scope.item.type, name, item);
    return scope.item.type.nullable ? `(${item} === null ? null : ${code})` : code;
  }
  return undefined;
}
