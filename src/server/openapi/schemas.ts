// JSON Schemas of what the service takes and answers, beside those of the tools, for the OpenAPI document.

import { MOST_COLUMNS } from "../../portfolio/sweep-columns.js";
import { MOST_POINTS } from "../../portfolio/sweep-points.js";
import { MOST_CALLS } from "../batch.js";
import { FIGURE } from "./figure-schemas.js";
import {
  anyObject,
  closed,
  count,
  every,
  everyClosed,
  type Json,
  list,
  mapOf,
  oneOf,
  open,
  schema,
  text,
  whole,
} from "./shapes.js";

/** Annotations of our own that are texts. */
const OWN_TEXTS: ReadonlySet<string> = new Set(["unit", "scale", "label", "symbol"]);

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

const inputProblem = open(["pointer", "message"], {
  pointer: text("JSON pointer to the field to blame; empty for the body as a whole."),
  message: text("What is wrong and what would be right."),
  allowed: list({}, "The values that are allowed, where they are a list."),
});

const problem: Json = {
  description: "A problem document (RFC 9457).",
  ...open(["type", "title", "status", "detail"], {
    type: text("Path of the description of this type of problem."),
    title: text("What is wrong, in general."),
    status: { type: "integer", description: "The HTTP status." },
    detail: text("What is wrong with this request, and how to mend it."),
    errors: list(schema("InputProblem"), "Every field to blame."),
    near: list({ type: "string" }, "Names near to one that is not known."),
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
  }),
};

const toolEntry = open(["name", "description", "inputSchema"], {
  name: text("Name under which the tool is called."),
  title: text("Title for people."),
  description: text("What the tool answers and when to use it."),
  category: text("Category, for filtering."),
  version: text("Semantic version of the definition."),
  edition: text("Day to which its law and data are current."),
  standard_reference: text("Standards and laws that its results cite."),
  headline: anyObject(
    "The results that answer the question: verdict with tones, sentences, numbers, utilisations.",
  ),
  inputSchema: anyObject("JSON Schema of the inputs."),
  outputSchema: anyObject("JSON Schema of the result."),
  examples: list(
    every({ title: text("What the example is."), input: anyObject("The inputs, as they are sent.") }),
    "Inputs that show how the tool is called.",
  ),
  definition: {
    ...anyObject("Hash of the definition, and of each file that it consists of."),
    properties: {
      sha256: text("SHA-256 of the definition, as in X-Definition-Hash."),
      files: mapOf({ type: "string" }, "SHA-256 by path."),
    },
  },
});

const counted = (field: string, items: Json, more: Json = {}): Json =>
  open([field, "count"], { [field]: list(items), count: count("How many there are."), ...more });

const health = every({
  status: { type: "string", const: "ok" },
  tools: count("Tools that are served now."),
  version: text("Version of the software."),
  edition: text("Day to which the definitions are current."),
  definitions: text("SHA-256 of the definition set."),
  uptime_s: count("Seconds since the start."),
});

const ready = every({
  status: oneOf(["ready", "degraded", "failing", "stopping"]),
  store: oneOf(["ok", "failing"]),
  definitions: text("SHA-256 of the definition set."),
  last_error: {
    ...every({ error: text("In words."), at: { type: "string", format: "date-time" } }),
    type: ["object", "null"],
    description: "What went wrong last, and when; null where nothing did.",
  },
});

const batch = everyClosed({
  calls: {
    ...list(everyClosed({ tool: text("Name of the tool."), input: anyObject("Its inputs.") })),
    minItems: 1,
    maxItems: MOST_CALLS,
  },
});

const batchAnswer = every({
  answers: list(
    open(["status"], {
      status: { type: "integer", description: "The status that the call alone would have had." },
      result: anyObject("The result, where the status is 200."),
      problem: schema("Problem"),
    }),
    "One for each call, in order.",
  ),
  count: count("Answers."),
  failed: count("Answers with a problem."),
  definitions: mapOf({ type: "string" }, "Hash of each definition that was used, by name@version."),
});

const range = (last: Json): Json =>
  everyClosed({ from: { type: "number" }, to: { type: "number" }, ...last });

const sweep = closed(["vary", "columns"], {
  input: anyObject("The inputs that stay fixed."),
  vary: {
    ...mapOf(
      {
        oneOf: [
          { ...list({}), minItems: 1, maxItems: MOST_POINTS },
          range({ step: { type: "number" } }),
          range({ points: whole(2, MOST_POINTS, "How many, at equal steps.") }),
        ],
      },
      `The inputs that vary, one or two, together at most ${MOST_POINTS} points.`,
    ),
    minProperties: 1,
    maxProperties: 2,
  },
  columns: {
    ...list({ type: "string" }, "Result fields that hold one value, by dotted path."),
    minItems: 1,
    maxItems: MOST_COLUMNS,
  },
});

const columns = (description: string): Json => mapOf(list({}), description);

const sweepAnswer = every({
  tool: text("Name of the tool."),
  points: count("Points that were computed."),
  shape: list({ type: "integer" }, "Values of each varied input; the last runs fastest."),
  inputs: columns("The varied inputs, a value for each point."),
  columns: columns("The chosen result fields, a value for each point; null where the point was refused."),
  refusals: count("Points that the tool refused."),
  refused: list(
    every({ point: count("Number of the point, from 0."), errors: list(schema("InputProblem")) }),
    "The first refused points and why.",
  ),
  tier: text("The caller's plan."),
});

const rpc = open(["jsonrpc"], {
  jsonrpc: { type: "string", const: "2.0" },
  id: { type: ["string", "integer", "null"] },
  method: { type: "string" },
  params: { type: "object" },
  result: { type: "object" },
  error: { type: "object" },
});

export const SCHEMAS: Json = {
  InputProblem: inputProblem,
  Problem: problem,
  Tool: toolEntry,
  Catalogue: counted("tools", schema("Tool")),
  Health: health,
  Ready: ready,
  Sources: counted(
    "sources",
    { type: "object" },
    {
      licences: list(
        { type: "object" },
        "On what terms sources may be used; `licence` of a source names one by its id.",
      ),
    },
  ),
  Batch: batch,
  BatchAnswer: batchAnswer,
  Sweep: sweep,
  SweepAnswer: sweepAnswer,
  Figure: FIGURE,
  JsonRpc: rpc,
};
