// The OpenAPI 3.1 document, built from the definitions: what it says is what is served.
import type { Service } from "../options.js";
import { ADMIN_SCHEME, ADMIN_TAG, adminPaths } from "./admin-paths.js";
import { ADMIN_SCHEMAS, PLAN_SCHEMAS } from "./admin-schemas.js";
import { JOB_SCHEMAS, jobPaths } from "./job-paths.js";
import { HEADERS, query, RESPONSES } from "./parts.js";
import { SCHEMAS } from "./schemas.js";
import { planPaths, servicePaths } from "./service-paths.js";
import { type Json, oneOf } from "./shapes.js";
import { CALL_PARAMETERS, toolPaths, toolSchemas } from "./tool-paths.js";

const TAGS: Readonly<Record<string, string>> = {
  catalogue: "What there is to call.",
  many: "Many calls in one request.",
  audit: "What results rest on: definitions, tables, sources.",
  service: "The service itself.",
  [ADMIN_TAG]: "Keys and their usage, for the operator. Served where ADMIN_TOKEN is set.",
};

export function openapiDocument({ set, tiers, version, publicUrl }: Service): Json {
  const tools = [...set.tools.values()];
  const categories = [...new Set(tools.map((tool) => tool.facts.category))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version,
      summary: "Engineering calculations and regulatory checks as reviewable data.",
      description:
        `${tools.length} deterministic tools, edition ${set.edition}. POST a tool's inputs as one JSON object; the result ` +
        "cites its standard, lists every assumption, and ends with recommendations and a disclaimer. Errors are problem " +
        "documents that name every field to blame; a method that a path does not have answers 405 with Allow.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this service" },
    },
    servers: [{ url: publicUrl, description: "This service." }],
    security: [{}, { ApiKey: [] }, { Bearer: [] }],
    tags: [
      ...categories.map((name) => ({ name, description: `Tools: ${name.replaceAll("_", " ")}.` })),
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ],
    paths: {
      ...toolPaths(tools),
      ...servicePaths(),
      ...jobPaths(),
      ...(tiers === undefined ? {} : planPaths()),
      ...adminPaths(),
    },
    components: {
      securitySchemes: {
        ApiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A key of a paid plan. Without one the free plan applies.",
        },
        Bearer: {
          type: "http",
          scheme: "bearer",
          description: "The same key as a bearer token.",
        },
        [ADMIN_SCHEME]: {
          type: "http",
          scheme: "bearer",
          description: "The admin token that the operator set.",
        },
      },
      parameters: parameters(categories),
      headers: HEADERS,
      responses: RESPONSES,
      schemas: {
        ...SCHEMAS,
        ...(tiers === undefined ? {} : PLAN_SCHEMAS),
        ...ADMIN_SCHEMAS,
        ...JOB_SCHEMAS,
        ...toolSchemas(tools),
      },
    },
  };
}

function parameters(categories: readonly string[]): Json {
  const named = { name: "name", in: "path", required: true, schema: { type: "string" } };
  return {
    Name: { ...named, description: "The name." },
    KeyId: { ...named, name: "id", description: "The id of a key." },
    Category: query("category", "Only tools of this category.", oneOf(categories)),
    ...CALL_PARAMETERS,
  };
}
