// Schemas that several operations of the OpenAPI document share.
import { MOST_CALLS } from "../batch.js";
import { MOST_COLUMNS } from "../sweep-columns.js";
import { MOST_POINTS } from "../sweep-points.js";

export type Json = Record<string, unknown>;

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const text = (description: string): Json => ({ type: "string", description });
const count = (description: string): Json => ({ type: "integer", minimum: 0, description });

/** A schema as OpenAPI has it: annotations of our own are extensions there. */
export function asOpenapi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asOpenapi);
  if (typeof schema !== "object" || schema === null) return schema;
  const renamed = Object.entries(schema).map(([key, inner]) => {
    if (key === "properties" && typeof inner === "object" && inner !== null)
      // Names of properties are the tool's own, even one called unit.
      return [key, Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, asOpenapi(each)]))];
    if ((key === "unit" || key === "scale") && typeof inner === "string") return [`x-${key}`, inner];
    return ["enum", "default", "const", "examples"].includes(key) ? [key, inner] : [key, asOpenapi(inner)];
  });
  return Object.fromEntries(renamed) as unknown;
}

const inputProblem: Json = {
  type: "object",
  required: ["pointer", "message"],
  properties: {
    pointer: text("JSON pointer to the field to blame; empty for the body as a whole."),
    message: text("What is wrong and what would be right."),
    allowed: { type: "array", items: {}, description: "The values that are allowed, where they are a list." },
  },
};

const problem: Json = {
  type: "object",
  description: "A problem document (RFC 9457).",
  required: ["type", "title", "status", "detail"],
  properties: {
    type: text("Path of the description of this type of problem."),
    title: text("What is wrong, in general."),
    status: { type: "integer", description: "The HTTP status." },
    detail: text("What is wrong with this request, and how to mend it."),
    errors: { type: "array", items: ref("schemas", "InputProblem"), description: "Every field to blame." },
    near: { type: "array", items: { type: "string" }, description: "Names near to one that is not known." },
    tool: text("The tool that refused the input."),
    line: count("Line at which the body stops being JSON, from 1."),
    column: count("Column at which the body stops being JSON, from 1."),
    offset: count("Characters before the fault."),
    limit: {
      type: ["integer", "string"],
      description:
        "Largest number of bytes of a body; or the limit that is reached: minute, hour, month or wrong-keys.",
    },
    quota: count("What that limit allows."),
    plan: text("The caller's plan."),
    retry_after_s: count("Seconds after which the same request fits, as in Retry-After."),
  },
};

const toolEntry: Json = {
  type: "object",
  required: ["name", "description", "inputSchema"],
  properties: {
    name: text("Name under which the tool is called."),
    title: text("Title for people."),
    description: text("What the tool answers and when to use it."),
    category: text("Category, for filtering."),
    version: text("Semantic version of the definition."),
    edition: text("Day to which its law and data are current."),
    standard_reference: text("Standards and laws that its results cite."),
    inputSchema: { type: "object", description: "JSON Schema of the inputs." },
    outputSchema: { type: "object", description: "JSON Schema of the result." },
    examples: {
      type: "array",
      description: "Inputs that show how the tool is called.",
      items: {
        type: "object",
        required: ["title", "input"],
        properties: {
          title: text("What the example is."),
          input: { type: "object", description: "The inputs, as they are sent." },
        },
      },
    },
    definition: {
      type: "object",
      description: "Hash of the definition, and of each file that it consists of.",
      properties: {
        sha256: text("SHA-256 of the definition, as in X-Definition-Hash."),
        files: { type: "object", additionalProperties: { type: "string" }, description: "SHA-256 by path." },
      },
    },
  },
};

const list = (field: string, items: Json): Json => ({
  type: "object",
  required: [field, "count"],
  properties: { [field]: { type: "array", items }, count: count("How many there are.") },
});

const health: Json = {
  type: "object",
  required: ["status", "tools", "version", "edition", "definitions", "uptime_s"],
  properties: {
    status: { type: "string", const: "ok" },
    tools: count("Tools that are served now."),
    version: text("Version of the software."),
    edition: text("Day to which the definitions are current."),
    definitions: text("SHA-256 of the definition set."),
    uptime_s: count("Seconds since the start."),
  },
};

const batch: Json = {
  type: "object",
  required: ["calls"],
  additionalProperties: false,
  properties: {
    calls: {
      type: "array",
      minItems: 1,
      maxItems: MOST_CALLS,
      items: {
        type: "object",
        required: ["tool", "input"],
        additionalProperties: false,
        properties: {
          tool: text("Name of the tool."),
          input: { type: "object", description: "Its inputs." },
        },
      },
    },
  },
};

const batchAnswer: Json = {
  type: "object",
  required: ["answers", "count", "failed", "definitions"],
  properties: {
    answers: {
      type: "array",
      description: "One for each call, in order.",
      items: {
        type: "object",
        required: ["status"],
        properties: {
          status: { type: "integer", description: "The status that the call alone would have had." },
          result: { type: "object", description: "The result, where the status is 200." },
          problem: ref("schemas", "Problem"),
        },
      },
    },
    count: count("Answers."),
    failed: count("Answers with a problem."),
    definitions: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Hash of each definition that was used, by name@version.",
    },
  },
};

const range = (last: Json): Json => ({
  type: "object",
  required: ["from", "to", ...Object.keys(last)],
  additionalProperties: false,
  properties: { from: { type: "number" }, to: { type: "number" }, ...last },
});

const sweep: Json = {
  type: "object",
  required: ["vary", "columns"],
  additionalProperties: false,
  properties: {
    input: { type: "object", description: "The inputs that stay fixed." },
    vary: {
      type: "object",
      minProperties: 1,
      maxProperties: 2,
      description: `The inputs that vary, one or two, together at most ${MOST_POINTS} points.`,
      additionalProperties: {
        oneOf: [
          { type: "array", minItems: 1, maxItems: MOST_POINTS, items: {} },
          range({ step: { type: "number" } }),
          range({ points: { type: "integer", minimum: 2, maximum: MOST_POINTS } }),
        ],
      },
    },
    columns: {
      type: "array",
      minItems: 1,
      maxItems: MOST_COLUMNS,
      items: { type: "string" },
      description: "Result fields that hold one value, by dotted path.",
    },
  },
};

const columns = (description: string): Json => ({
  type: "object",
  additionalProperties: { type: "array", items: {} },
  description,
});

const sweepAnswer: Json = {
  type: "object",
  required: ["tool", "points", "shape", "inputs", "columns", "refusals", "refused", "tier"],
  properties: {
    tool: text("Name of the tool."),
    points: count("Points that were computed."),
    shape: {
      type: "array",
      items: { type: "integer" },
      description: "Values of each varied input; the last runs fastest.",
    },
    inputs: columns("The varied inputs, a value for each point."),
    columns: columns("The chosen result fields, a value for each point; null where the point was refused."),
    refusals: count("Points that the tool refused."),
    refused: {
      type: "array",
      description: "The first refused points and why.",
      items: {
        type: "object",
        required: ["point", "errors"],
        properties: {
          point: count("Number of the point, from 0."),
          errors: { type: "array", items: ref("schemas", "InputProblem") },
        },
      },
    },
    tier: text("The caller's plan."),
  },
};

const rpc: Json = {
  type: "object",
  required: ["jsonrpc"],
  properties: {
    jsonrpc: { type: "string", const: "2.0" },
    id: { type: ["string", "integer", "null"] },
    method: { type: "string" },
    params: { type: "object" },
    result: { type: "object" },
    error: { type: "object" },
  },
};

export const SCHEMAS: Json = {
  InputProblem: inputProblem,
  Problem: problem,
  Tool: toolEntry,
  Catalogue: list("tools", ref("schemas", "Tool")),
  Health: health,
  Sources: list("sources", { type: "object" }),
  Batch: batch,
  BatchAnswer: batchAnswer,
  Sweep: sweep,
  SweepAnswer: sweepAnswer,
  JsonRpc: rpc,
};
