// Small words for writing JSON Schemas and references in the OpenAPI document.

export type Json = Record<string, unknown>;

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
export const text = (description: string): Json => ({ type: "string", description });
export const count = (description: string): Json => ({ type: "integer", minimum: 0, description });
export const list = (items: Json, description?: string): Json => ({
  type: "array",
  items,
  ...(description === undefined ? {} : { description }),
});
export const anyObject = (description: string): Json => ({ type: "object", description });
/** An object that may hold further fields, and one that may not. */
export const open = (required: readonly string[], properties: Json): Json => ({
  type: "object",
  required,
  properties,
});
export const closed = (required: readonly string[], properties: Json): Json => ({
  type: "object",
  required,
  additionalProperties: false,
  properties,
});
