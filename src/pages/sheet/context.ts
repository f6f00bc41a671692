// What a calculation sheet may know beside the explanation: meanings of inputs and results, and the bibliography.
import type { Source } from "../../engine/language/files.js";
import { isRecord } from "../../objects.js";

export interface SheetContext {
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly sources?: ReadonlyMap<string, Source>;
}

/** The schema of a field inside an object's or a list's schema. */
export function schemaOf(schema: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(schema)) return undefined;
  const own = isRecord(schema.properties) ? schema.properties[name] : undefined;
  if (isRecord(own)) return own;
  return isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

export function meaningOf(schema: unknown): string {
  return isRecord(schema) && typeof schema.description === "string" ? schema.description : "";
}
