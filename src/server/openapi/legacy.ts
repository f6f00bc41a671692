// The OpenAPI document of the older interface, apart from the main one.
import { tierList } from "../../access/tiers.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { LEGACY_BASES } from "../legacy.js";
import type { Service } from "../options.js";
import { BODY_PROBLEMS, HEADERS, problems, RESPONSES } from "./parts.js";
import { SCHEMAS } from "./schemas.js";
import { type Json, ref } from "./shapes.js";
import { CALL_PARAMETERS, callOperation, toolSchemas } from "./tool-paths.js";

export function legacyDocument({ set, tiers, version, publicUrl }: Service): Json {
  const tools = [...set.legacy.values()];
  const { Problem, InputProblem, Figure } = SCHEMAS;
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline, older interface",
      version,
      summary: "Four tools under short names, for callers of the first interface.",
      description:
        "Kept for existing callers; every answer names the tool of the main interface that takes its place. Each answer " +
        "holds result, confidence (0 to 1), references and recommendations. A key of this interface is always needed.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this service" },
    },
    servers: [{ url: publicUrl, description: "This service." }],
    security: [{ ServiceKey: [] }],
    tags: [{ name: "older", description: "Tools of the older interface." }],
    paths: Object.fromEntries(
      LEGACY_BASES.flatMap((base, at) =>
        tools.map((tool) => [`${base}/${tool.name}`, { post: operation(tool, at, set.tools) }]),
      ),
    ),
    components: {
      securitySchemes: {
        ServiceKey: {
          type: "apiKey",
          in: "header",
          name: tierList(tiers, "legacy")?.header ?? "X-SERVICE-Key",
          description: "A key that was issued for this interface.",
        },
      },
      parameters: CALL_PARAMETERS,
      headers: {
        ...HEADERS,
        Deprecation: {
          description: "Since when callers are asked to move on, in seconds since 1970 (RFC 9745).",
          schema: { type: "string", pattern: "^@\\d+$" },
        },
        Link: {
          description: "The tool that takes the place of this one (RFC 5829).",
          schema: { type: "string" },
        },
      },
      responses: Object.fromEntries(
        [
          ...new Set(Object.values(problems("busy", ...BODY_PROBLEMS)).map((each) => nameOf(each as Json))),
        ].map((name) => [name, RESPONSES[name]]),
      ),
      schemas: { Problem, InputProblem, Figure, ...toolSchemas(tools) },
    },
  };
}

function nameOf(reference: Json): string {
  return String(reference.$ref).split("/").at(-1) ?? "";
}

function operation(tool: RuntimeTool, at: number, main: ReadonlyMap<string, unknown>): Json {
  const { name, description, successor = "" } = tool.facts;
  const headers = { Deprecation: ref("headers", "Deprecation"), Link: ref("headers", "Link") };
  return {
    operationId: at === 0 ? name : `${name}_${at + 1}`,
    tags: ["older"],
    deprecated: true,
    ...callOperation(tool, {}, headers),
    ...(main.has(successor) ? { description: `${description} Call ${successor} in its place.` } : {}),
  };
}
