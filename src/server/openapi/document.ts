// The OpenAPI 3.1 document: fixed parts from assets/openapi, and paths and schemas of the served tools.
import type { Service } from "../options.js";
import { CONSTANTS } from "./constants.js";
import { fixedPart, type Json, SUBJECTS } from "./fixed-part.js";
import { PROBLEM_RESPONSES } from "./problem-responses.js";
import { toolPaths, toolSchemas } from "./tools.js";

export function openapiDocument({ set, tiers, version, publicUrl }: Service): Json {
  const tools = [...set.tools.values()];
  const categories = [...new Set(tools.map((tool) => tool.facts.category))];
  const head = fixedPart("document", {
    ...CONSTANTS,
    version,
    public_url: publicUrl,
    tools: tools.length,
    edition: set.edition,
    categories,
  });
  const subjects = SUBJECTS.filter((name) => name !== "plans" || tiers !== undefined).map((name) =>
    fixedPart(name, CONSTANTS),
  );
  return {
    ...head,
    tags: [
      ...categories.map((name) => ({ name, description: `Tools: ${name.replaceAll("_", " ")}.` })),
      ...(head.tags ?? []),
    ],
    paths: { ...toolPaths(tools), ...merged(subjects.map(({ paths }) => paths)) },
    components: {
      ...head.components,
      responses: PROBLEM_RESPONSES,
      schemas: {
        ...merged(subjects.map(({ components }) => components?.schemas)),
        ...toolSchemas(tools),
      },
    },
  };
}

function merged(parts: readonly (Json | undefined)[]): Json {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})));
}
