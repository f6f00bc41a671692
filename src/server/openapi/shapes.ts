// Small words for writing JSON Schemas and references in the OpenAPI document.

export type Json = Record<string, unknown>;

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
export const schema = (name: string): Json => ref("schemas", name);
export const text = (description: string): Json => ({ type: "string", description });
export const count = (description: string): Json => ({ type: "integer", minimum: 0, description });
export const whole = (minimum: number, maximum: number, description: string): Json => ({
  type: "integer",
  minimum,
  maximum,
  description,
});
export const orNull = (type: string, description: string, more: Json = {}): Json => ({
  type: [type, "null"],
  description,
  ...more,
});
const described = (description: string | undefined): Json =>
  description === undefined ? {} : { description };
export const oneOf = (words: readonly string[], description?: string): Json => ({
  type: "string",
  enum: words,
  ...described(description),
});
export const list = (items: Json, description?: string): Json => ({
  type: "array",
  items,
  ...described(description),
});
export const anyObject = (description: string): Json => ({ type: "object", description });
/** An object whose fields are alike, by names that only the caller knows. */
export const mapOf = (additionalProperties: Json, description: string): Json => ({
  ...anyObject(description),
  additionalProperties,
});
/** An object that may hold further fields, and one that may not; `every` has all of its fields always. */
export const open = (required: readonly string[], properties: Json): Json => ({
  type: "object",
  required,
  properties,
});
export const closed = (required: readonly string[], properties: Json): Json => ({
  ...open(required, properties),
  additionalProperties: false,
});
export const every = (properties: Json): Json => open(Object.keys(properties), properties);
export const everyClosed = (properties: Json): Json => closed(Object.keys(properties), properties);
