// Random inputs from a tool's JSON Schema: valid by construction, with the bounds themselves among them.
import fc from "fast-check";

type Schema = Readonly<Record<string, unknown>>;

export function inputOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = new Set((schema.required ?? []) as string[]);
  const keys = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, anyValue(property)]),
  );
  return fc.record(keys, { requiredKeys: Object.keys(keys).filter((name) => required.has(name)) });
}

function anyValue(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.anyOf))
    return fc.oneof(
      ...(schema.anyOf as Schema[]).map((each) => anyValue({ ...schema, anyOf: undefined, ...each })),
    );
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case "integer":
      return integers(schema);
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "array": {
      const bounds = {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 8), 8),
      };
      return schema.uniqueItems === true
        ? fc.uniqueArray(anyValue(schema.items as Schema), bounds)
        : fc.array(anyValue(schema.items as Schema), bounds);
    }
    case "object":
      return objects(schema);
    default:
      return texts(schema);
  }
}

function integers(schema: Schema): fc.Arbitrary<number> {
  const min = Math.ceil(
    Number(
      schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1e6 : Number(schema.exclusiveMinimum) + 1),
    ),
  );
  const max = Math.floor(Number(schema.maximum ?? 1e6));
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min, max: Math.min(max, min + 40) }),
    fc.integer({ min, max }),
  );
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const open = schema.exclusiveMinimum !== undefined;
  const min = Number(schema.exclusiveMinimum ?? schema.minimum ?? -1e6);
  const max = Number(schema.maximum ?? schema.exclusiveMaximum ?? 1e6);
  const inside = fc.double({
    min,
    max,
    minExcluded: open,
    maxExcluded: schema.exclusiveMaximum !== undefined,
    noNaN: true,
    noDefaultInfinity: true,
  });
  // Round numbers meet limits and table edges far more often than random digits do.
  const round = fc
    .integer({ min: Math.ceil(Math.max(min, -1e6)), max: Math.floor(Math.min(max, 1e6)) })
    .filter((value) => !open || value > min);
  const bounds = [max, ...(open ? [] : [min])];
  return fc.oneof(
    inside.map((value) => value + 0),
    round,
    round,
    fc.constantFrom(...bounds),
  );
}

function objects(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties !== undefined) return inputOf(schema);
  const names = (schema.propertyNames as { enum?: string[] } | undefined)?.enum ?? ["a", "b"];
  const value = anyValue((schema.additionalProperties ?? {}) as Schema);
  return fc
    .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    .filter((map) => Object.keys(map).length >= Number(schema.minProperties ?? 0));
}

function texts(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === "date") {
    return fc
      .date({ min: new Date("2000-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern, "u"));
  const maxLength = Math.min(Number(schema.maxLength ?? 40), 40);
  const words = fc.constantFrom(
    "office",
    "UC 203x203x60",
    "germany",
    "dubai",
    "C3",
    "energy",
    "Class E(g)(i)",
    "  ",
    "Zürich",
    "gas boiler",
  );
  return fc
    .oneof(
      words.map((word) => word.slice(0, maxLength)),
      fc.string({ maxLength, minLength: Number(schema.minLength ?? 0) }),
    )
    .filter((text) => text.length >= Number(schema.minLength ?? 0));
}
