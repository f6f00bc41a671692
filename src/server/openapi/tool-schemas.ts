// Schemas of tools as the OpenAPI document has them.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { described } from "../calls/described.js";
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
  if (Array.isArray(schema)) return schema.map(asOpenapi);
  if (typeof schema !== "object" || schema === null) return schema;
  const renamed = Object.entries(schema).map(([key, inner]) => {
    if (key === "properties" && typeof inner === "object" && inner !== null)
      // Names of properties are the tool's own, even one called unit.
      return [key, Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, asOpenapi(each)]))];
    if (OWN_TEXTS.has(key) && typeof inner === "string") return [`x-${key}`, inner];
    if ((key === "choices" && typeof inner === "object") || key === "assumed") return [`x-${key}`, inner];
    return ["enum", "default", "const", "examples"].includes(key) ? [key, inner] : [key, asOpenapi(inner)];
  });
  return Object.fromEntries(renamed) as unknown;
}
