// The paths of the tools in the OpenAPI document: each one's entry, and its call with examples that really were
// computed.

import { FREE_TIER } from "../../access/admission.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { DETAILS } from "../../pages/sheet/options.js";
import { described } from "../described.js";
import {
  BODY_PROBLEMS,
  IDENTIFIED,
  json,
  LIMITED,
  ok,
  operation,
  PAGE,
  problems,
  query,
  tagged,
} from "./parts.js";
import { asOpenapi } from "./schemas.js";
import { type Json, list, oneOf, ref, schema } from "./shapes.js";

/** Parameters that every call has. */
export const CALL_PARAMETERS: Json = {
  Explain: query(
    "explain",
    "With true the answer holds every step of the calculation. Slower, and only a few at a time.",
    { type: "boolean", default: false },
  ),
  Format: query(
    "format",
    "With html the answer is the calculation sheet as one page that needs nothing from outside.",
    { ...oneOf(["json", "html"]), default: "json" },
  ),
  Detail: query(
    "detail",
    "How much the sheet says: the answer on one page, the checks and all results too, or every step as well.",
    { ...oneOf(DETAILS), default: "checks" },
  ),
};

export function toolPaths(tools: Iterable<RuntimeTool>): Json {
  return Object.fromEntries([...tools].map((tool) => [`/v1/tools/${tool.name}`, toolPath(tool)]));
}

/** Schemas of a tool's input and result, by their names among the components. */
export function toolSchemas(tools: Iterable<RuntimeTool>): Json {
  return Object.fromEntries(
    [...tools].flatMap((tool) => [
      [`${tool.name}.input`, asOpenapi(described(tool.inputSchema))],
      [`${tool.name}.result`, asOpenapi(described(withExplanation(tool.outputSchema)))],
    ]),
  );
}

function withExplanation(result: Readonly<Record<string, unknown>>): Json {
  const explanation = {
    type: "object",
    description: "With explain=true: every step, its formula, the numbers that went in, and its source.",
    properties: { figures: list(schema("Figure"), "Figures of the result, as data.") },
  };
  return { ...result, properties: { ...(result.properties as Json), explanation } };
}

function toolPath(tool: RuntimeTool): Json {
  const { name, title, category } = tool.facts;
  return {
    get: operation(
      `describe_${name}`,
      category,
      `${title}: catalogue entry`,
      `Schemas, version and standards of ${name}.`,
      {
        responses: {
          ...tagged("The entry.", json(schema("Tool")), IDENTIFIED),
          ...problems("bad-request", "internal"),
        },
      },
    ),
    post: {
      operationId: name,
      tags: [category],
      ...callOperation(tool, { tier: FREE_TIER }),
    },
  };
}

/** A call of a tool, with examples that were computed; `more` stands in every answer, `headers` beside those of all. */
export function callOperation(tool: RuntimeTool, more: Json, headers: Json = {}): Json {
  const { name, title, description, examples } = tool.facts;
  const computed = examples.flatMap(({ title: summary, input }) => {
    const outcome = tool.run(input);
    return outcome.ok ? [{ summary, input, result: { ...outcome.result, ...more } }] : [];
  });
  const shown = (part: "input" | "result") =>
    computed.length === 0
      ? undefined
      : Object.fromEntries(
          computed.map((each, at) => [`example-${at + 1}`, { summary: each.summary, value: each[part] }]),
        );
  return {
    summary: title,
    description,
    parameters: Object.keys(CALL_PARAMETERS).map((each) => ref("parameters", each)),
    requestBody: {
      required: true,
      description: "The inputs.",
      content: json(schema(`${name}.input`), shown("input")),
    },
    responses: {
      ...ok(
        "The result, or the calculation sheet where that was asked for.",
        { ...json(schema(`${name}.result`), shown("result")), ...PAGE },
        { ...IDENTIFIED, ...LIMITED, ...headers },
      ),
      // An explanation that finds no place is the likelier 503.
      ...problems("busy", ...BODY_PROBLEMS),
    },
  };
}
