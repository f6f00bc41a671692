// Paths and schemas of the tools in the OpenAPI documents, with examples that were computed.
import { FREE_TIER } from "../../access/admission.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { described, mapSchema } from "../calls/described.js";
import { LEGACY_BASES } from "../calls/legacy.js";
import { type Json, readFixed, withValues } from "./fixed-part.js";

export function toolPaths(tools: readonly RuntimeTool[]): Json {
  const { main } = readFixed("tool");
  return Object.fromEntries(
    tools.map((tool) => [
      `/v1/tools/${tool.name}`,
      withValues(main, { ...tool.facts, ...examplesOf(tool, { tier: FREE_TIER }) }),
    ]),
  );
}

/** Paths of the older interface. `main` contains the tools that replace them. */
export function olderPaths(tools: readonly RuntimeTool[], main: ReadonlyMap<string, unknown>): Json {
  const { older } = readFixed("tool");
  const paths = LEGACY_BASES.flatMap((base, at) =>
    tools.map((tool) => {
      const { name, description, successor = "" } = tool.facts;
      const values = {
        ...tool.facts,
        ...examplesOf(tool, {}),
        operation: at === 0 ? name : `${name}_${at + 1}`,
        description: main.has(successor) ? `${description} Call ${successor} instead.` : description,
      };
      return [`${base}/${name}`, withValues(older, values)] as const;
    }),
  );
  return Object.fromEntries(paths);
}

/** Examples of a call and its answer; `more` is added to every answer. */
function examplesOf(tool: RuntimeTool, more: Json): { inputs: Json | undefined; results: Json | undefined } {
  const computed = tool.facts.examples.flatMap(({ title: summary, input }) => {
    const outcome = tool.run(input);
    return outcome.ok ? [{ summary, input, result: { ...outcome.result, ...more } }] : [];
  });
  const shown = (part: "input" | "result") =>
    computed.length === 0
      ? undefined
      : Object.fromEntries(
          computed.map((each, at) => [`example-${at + 1}`, { summary: each.summary, value: each[part] }]),
        );
  return { inputs: shown("input"), results: shown("result") };
}

/** Annotations of this project with texts as values. */
const OWN_TEXTS: ReadonlySet<string> = new Set(
  "unit scale label symbol formatMinimum formatMaximum".split(" "),
);

/** Schemas of each tool's input and result, by component name. */
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

/**
 * Renames this project's annotations to OpenAPI extensions. Leaves `default` out, because openapi-typescript makes
 * fields with a default required.
 */
export function asOpenapi(schema: unknown): unknown {
  const isOurs = (key: string, inner: unknown) =>
    (OWN_TEXTS.has(key) && typeof inner === "string") ||
    (key === "choices" && typeof inner === "object") ||
    key === "assumed";
  return mapSchema(schema, (each) =>
    Object.fromEntries(
      Object.entries(each)
        .filter(([key]) => key !== "default" || each.assumed === undefined)
        .map(([key, inner]) => [isOurs(key, inner) ? `x-${key}` : key, inner]),
    ),
  );
}
