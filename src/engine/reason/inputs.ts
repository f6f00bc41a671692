// What the schema of the inputs lets through.
import type { InputPlan } from "../plan.js";
import { EITHER, inRange, join, type Known, NOTHING, ofType, orNil, setOf, type Word } from "./known.js";
import { range } from "./ranges.js";

type Schema = Readonly<Record<string, unknown>>;

export function knownInputs(
  plans: ReadonlyMap<string, InputPlan>,
  schema: Schema,
): ReadonlyMap<string, Known> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const known = new Map<string, Known>();
  for (const [name, plan] of plans) {
    let found = allowed(properties[name] ?? {}, plan);
    const { fallback } = plan;
    if (fallback !== undefined && fallback !== null && typeof fallback !== "object")
      found = join(found, setOf([fallback]));
    known.set(name, plan.type.nullable ? orNil(found) : found);
  }
  return known;
}

function allowed(property: Schema, plan: InputPlan): Known {
  const base = { ...ofType(plan.type), nil: false };
  if ("const" in property) return setOf([property.const as Word]);
  if (Array.isArray(property.enum)) return setOf(property.enum as Word[]);
  if (plan.type.kind === "boolean") return EITHER;
  if (plan.type.kind !== "number") return base;
  const own = limits(property);
  if (!Array.isArray(property.anyOf)) return own;
  let found: Known = NOTHING;
  for (const branch of property.anyOf as Schema[])
    found = join(found, "const" in branch ? setOf([branch.const as Word]) : limits(branch));
  return found;
}

/** Bounds are exact; one that is not reached itself counts as one that is, but at zero, which nothing is near. */
function limits(property: Schema): Known {
  const at = (key: string) => (typeof property[key] === "number" ? (property[key] as number) : undefined);
  const [least, above] = [at("minimum"), at("exclusiveMinimum")];
  const [most, below] = [at("maximum"), at("exclusiveMaximum")];
  const lo = Math.max(least ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY);
  const hi = Math.min(most ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY);
  return inRange(
    range(lo, hi, lo === 0 && above === 0 ? "beyond" : "exact", hi === 0 && below === 0 ? "beyond" : "exact"),
  );
}
