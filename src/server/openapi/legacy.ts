// The OpenAPI document of the older interface, with the components that it shares with the main one.
import { tierList } from "../../access/tiers.js";
import type { Service } from "../options.js";
import { CONSTANTS } from "./constants.js";
import { fixedPart, type Json, readFixed, withValues } from "./fixed-part.js";
import { PROBLEM_RESPONSES } from "./problem-responses.js";
import { olderPaths, toolSchemas } from "./tools.js";

export function legacyDocument({ set, tiers, version, publicUrl }: Service): Json {
  const tools = [...set.legacy.values()];
  const head = fixedPart("legacy", {
    version,
    public_url: publicUrl,
    key_header: tierList(tiers, "legacy")?.header ?? "X-SERVICE-Key",
  });
  const main = readFixed("document").components;
  const schemas = Object.assign(
    {},
    ...(["service", "figure", "explanation"] as const).map((file) => readFixed(file).components?.schemas),
  ) as Json;
  const parameters = chosen(main?.parameters, ["Explain", "Format", "Detail"]);
  const shared = chosen(schemas, ["Problem", "InputProblem", "Figure", "ExplainedStep", "ExplainedResult"]);
  return {
    ...head,
    paths: olderPaths(tools, set.tools),
    components: {
      ...head.components,
      parameters: withValues(parameters, CONSTANTS),
      headers: { ...main?.headers, ...head.components?.headers },
      responses: chosen(PROBLEM_RESPONSES, problemNames()),
      schemas: { ...(withValues(shared, CONSTANTS) as Json), ...toolSchemas(tools) },
    },
  };
}

/** Problems that a call of the older interface can return. */
function problemNames(): string[] {
  const { older } = readFixed("tool") as {
    older: { post: { responses: Record<string, { $ref?: string }> } };
  };
  return Object.values(older.post.responses).flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
}

function chosen(from: Json = {}, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
