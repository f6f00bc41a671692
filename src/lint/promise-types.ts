// Types promises: inputs and results as callers see them. A condition becomes a small plan with results as additional
// inputs, so it means the same as in the tool.

import { defined } from "../engine/language/defined.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import type { InputPlan } from "../engine/language/inputs.js";
import type { PromiseDef, ToolDef } from "../engine/language/model.js";
import {
  listOf,
  notNull,
  orNull,
  plainShape,
  type RecordType,
  recordOf,
  TEXT,
  type Type,
  textOf,
  UNKNOWN,
} from "../engine/language/types.js";
import type { ToolPlan, TypedResult } from "../engine/typing/plan.js";
import { typeConditions } from "../engine/typing/type-tool.js";

/** The name of the complete result. */
export const RESULT = "result";

/**
 * Returns a plan with `when` and `always` as constraints, which count as violated if true. Inputs for another tool
 * become its results.
 */
export function conditionsPlan(
  { def, inputs, results }: ToolPlan,
  promise: PromiseDef,
  report: Report,
): ToolPlan {
  const bare: ToolDef = {
    ...def,
    inputs: withResults(def, inputs, resultType(def, results)),
    constraints: [],
    tables: new Map(),
    calculations: new Map(),
    values: [],
    generated: [],
    results: [],
    figures: [],
    commonFields: [],
  };
  const { when, always } = promise;
  const conditions = new Map(Object.entries(defined({ when, always })));
  return typeConditions(bare, conditions, promise.agrees?.inputs ?? new Map(), report);
}

/**
 * Returns the names that a condition may use. A result with an input's name is reached through `result`, unless a
 * result is called `result`.
 */
function withResults(
  { location, at }: ToolDef,
  inputs: ReadonlyMap<string, InputPlan>,
  result: RecordType,
): Map<string, InputPlan> {
  const plain = (name: string, type: Type): [string, InputPlan] => [
    name,
    {
      name,
      type,
      unit: undefined,
      required: true,
      fallback: undefined,
      isLabel: false,
      isAssumed: false,
      isCautious: false,
      location,
      at,
    },
  ];
  const [shape] = result.shapes;
  const fields = [...(shape?.names() ?? [])].map((name) => plain(name, shape?.field(name) ?? UNKNOWN));
  return new Map([plain(RESULT, result), ...fields, ...inputs]);
}

const known = new WeakMap<readonly TypedResult[], RecordType>();

/** Returns the type of the complete result. */
export function resultType(def: ToolDef, results: readonly TypedResult[]): RecordType {
  const type = known.get(results) ?? typeOfAll(def, results);
  known.set(results, type);
  return type;
}

function typeOfAll(def: ToolDef, results: readonly TypedResult[]): RecordType {
  const flags = def.values.find(({ list }) => list === "flags");
  const codes =
    flags?.kind === "collect"
      ? leavesOf(flags.entries).map(({ entry }) => String(entry.own.get("code")))
      : [];
  const common = new Map<string, Type>(
    def.commonFields.map((name) => {
      if (name === "flags") return [name, listOf(textOf(codes))];
      return [name, name === "standard_reference" || name === "disclaimer" ? TEXT : listOf(TEXT)];
    }),
  );
  return recordAt("result", results, common);
}

function recordAt(
  path: string,
  results: readonly TypedResult[],
  more: ReadonlyMap<string, Type> = new Map(),
): RecordType {
  const own = results.map((result) => [result.node.name, typeOf(path, result)] as const);
  return recordOf(plainShape(path, new Map([...own, ...more])));
}

function typeOf(around: string, result: TypedResult): Type {
  const { body, name } = result.node;
  const path = `${around}.${name}`;
  const mayMiss = result.when !== undefined || result.value?.type.nullable === true;
  const made = ((): Type => {
    if (body.kind === "leaf" && body.or !== undefined) return UNKNOWN;
    if (body.kind === "leaf") return shown(result.value?.type ?? UNKNOWN, body.round);
    if (body.kind === "object") return recordAt(path, result.fields);
    const [only] = result.fields;
    const item =
      body.value === undefined || only === undefined ? recordAt(path, result.fields) : typeOf(path, only);
    if (result.key === undefined) return listOf(item);
    const keys = result.key.type.kind === "text" ? result.key.type.set : undefined;
    return { kind: "map", value: item, nullable: false, ...(keys === undefined ? {} : { keys }) };
  })();
  return mayMiss ? orNull(made) : made;
}

/** Rounding changes the set of possible numbers. */
function shown(type: Type, round: number | undefined): Type {
  if (type.kind !== "number" || round === undefined) return type;
  return { kind: "number", integer: type.integer || round <= 0, nullable: type.nullable };
}

/** Returns the type at a dotted path, through records, list items and map entries. */
export function typeAt(type: Type, path: readonly string[]): Type | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return type;
  if (type.kind === "list") return typeAt(type.item, path);
  if (type.kind === "map") {
    const known = type.keys === undefined || type.keys.has(name);
    return known ? typeAt(orNull(type.value), rest) : undefined;
  }
  if (type.kind !== "record") return undefined;
  const [field] = type.shapes.flatMap((shape) => shape.field(name) ?? []);
  return field === undefined ? undefined : typeAt(field, rest);
}

/** Returns the type of an input or of a value inside it. */
export function inputAt(inputs: ReadonlyMap<string, InputPlan>, path: string): Type | undefined {
  const [name = "", ...rest] = path.split(".");
  const input = inputs.get(name);
  return input === undefined ? undefined : typeAt(input.type, rest);
}

/** Returns the type at the end of a path: a list item, a map entry or the value. */
export function endOf(type: Type): Type {
  if (type.kind === "list") return endOf(type.item);
  return type.kind === "map" ? endOf(type.value) : notNull(type);
}
