// Schemas of tools as the OpenAPI document has them.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { described, mapSchema } from "../calls/described.js";
import { type Json, readFixed } from "./fixed-part.js";

/** Annotations of our own that are texts. */
const OWN_TEXTS: ReadonlySet<string> = new Set(["unit", "scale", "label", "symbol"]);

/** Schemas of each tool's input and result, by their names among the components. */
export function toolSchemas(tools: Iterable<RuntimeTool>): Json {
  const { explanation } = readFixed("tool");
  const explained = (result: Readonly<Json>): Json => ({
    ...result,
    properties: { ...(result.properties as Json), explanation },
  });
  return Object.fromEntries(
    [...tools].flatMap((tool) => [
      [`${tool.name}.input`, asOpenapi(described(tool.inputSchema))],
      [`${tool.name}.result`, asOpenapi(described(explained(tool.outputSchema)))],
    ]),
  );
}

/** A schema as OpenAPI has it: annotations of our own are extensions there. */
export function asOpenapi(schema: unknown): unknown {
  const isOurs = (key: string, inner: unknown) =>
    (OWN_TEXTS.has(key) && typeof inner === "string") ||
    (key === "choices" && typeof inner === "object") ||
    key === "assumed";
  return mapSchema(schema, (each) =>
    Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [isOurs(key, inner) ? `x-${key}` : key, inner]),
    ),
  );
}
