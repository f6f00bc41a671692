// The paths of the OpenAPI document that every service has, whatever its tools: catalogue, batch, sweep, sources, MCP.
import { LONGEST_QUERY } from "../calls.js";
import { PROTOCOL_VERSIONS } from "../mcp/versions.js";
import { POINTS_PER_CALL } from "../sweep.js";
import {
  ALWAYS,
  BODY_PROBLEMS,
  CHALLENGED,
  IDENTIFIED,
  json,
  LIMITED,
  ok,
  operation,
  PAGE,
  problems,
  RETRIED,
  tagged,
} from "./parts.js";
import { every, type Json, list, ref, schema } from "./shapes.js";

const YAML = { "text/yaml": { schema: { type: "string" } } };
const NAMES = (field: string): Json =>
  every({ [field]: list({ type: "string" }), count: { type: "integer" } });
const parameter = (name: string) => ref("parameters", name);
const NAMED = { parameters: [parameter("Name")] };
/** For everyone, whatever limits there are. */
const FREE = { security: [] };

/** A refusal as /mcp answers it: a JSON-RPC error whose data is the problem document. */
function rpcRefusal(description: string, headers: Json = {}): Json {
  return { description, headers: { ...ALWAYS, ...headers }, content: json(schema("JsonRpc")) };
}

function get(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  responses: Json,
  more: Json = {},
): Json {
  const all = { ...responses, ...problems("bad-request", "internal") };
  return { get: operation(operationId, tag, summary, description, { ...more, responses: all }) };
}

function post(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  request: Json,
  responses: Json,
  more: Json = {},
): Json {
  const requestBody = { required: true, content: request };
  return { post: operation(operationId, tag, summary, description, { ...more, requestBody, responses }) };
}

/** What callers may use and what it costs, where there are plans. */
export function planPaths(): Json {
  return {
    "/v1/plans": get(
      "list_plans",
      "service",
      "Plans and prices",
      "Limits and prices of every plan. Never limited.",
      tagged("The plans.", json(schema("Plans"))),
      FREE,
    ),
  };
}

export function servicePaths(): Json {
  return {
    "/health": get(
      "health",
      "service",
      "Whether the service is well",
      "Status, live number of tools, and the edition and hash of the definitions. Never limited.",
      ok("It is well.", json(schema("Health"))),
      FREE,
    ),
    "/ready": get(
      "ready",
      "service",
      "Whether calls should be sent here",
      "What the store and the definitions are like, and what went wrong last. Never limited.",
      {
        ...ok("They should: `ready`, or `degraded` while Redis is away.", json(schema("Ready"))),
        503: {
          description: "They should not: `failing` or `stopping`.",
          headers: ALWAYS,
          content: json(schema("Ready")),
        },
      },
      FREE,
    ),
    "/metrics": get(
      "metrics",
      "service",
      "Measurements for Prometheus",
      "Requests by route and status, their times, what was turned away, the store and the process. Never limited; " +
        "operators keep it from the world.",
      ok("The measurements.", { "text/plain": { schema: { type: "string" } } }),
      FREE,
    ),
    "/v1/tools": get(
      "list_tools",
      "catalogue",
      "All tools",
      "The catalogue, with the schemas of every tool.",
      tagged("The catalogue.", json(schema("Catalogue"))),
      { parameters: [parameter("Category")] },
    ),
    "/v1/tools/{name}/definition": get(
      "read_definition",
      "audit",
      "The definition of a tool",
      "The YAML as it stands: inputs, tables, formulas, rules and their sources.",
      { ...tagged("The definition.", YAML, IDENTIFIED), ...problems("unknown-tool") },
      NAMED,
    ),
    "/v1/tools/{name}/sheet": get(
      "read_sheet",
      "audit",
      "The calculation sheet of an input",
      "The page that POST gives with format=html, at an address that can be opened and linked. Counts as a call.",
      {
        ...ok("The sheet.", PAGE, { ...IDENTIFIED, ...LIMITED }),
        ...problems("busy", "unknown-tool", "invalid-key", "invalid-input", "too-many-requests"),
      },
      {
        parameters: [
          parameter("Name"),
          {
            name: "input",
            in: "query",
            required: true,
            description: `The inputs as one JSON object, in at most ${LONGEST_QUERY} characters.`,
            content: json({ type: "object" }),
          },
          parameter("Detail"),
        ],
      },
    ),
    "/v1/tools/{name}/sweep": post(
      "sweep",
      "many",
      "One tool over a range",
      `Varies one or two inputs over a list or a range, and gives chosen result fields as columns. Every ${POINTS_PER_CALL} points begun count as one call.`,
      json(schema("Sweep")),
      {
        ...ok("The columns.", json(schema("SweepAnswer")), { ...IDENTIFIED, ...LIMITED }),
        ...problems(...BODY_PROBLEMS, "unknown-tool"),
      },
      NAMED,
    ),
    "/v1/batch": post(
      "batch",
      "many",
      "Many calls at once",
      "Answers in order; a call that is wrong does not spoil the others. Each call counts as one.",
      json(schema("Batch")),
      {
        ...ok("The answers.", json(schema("BatchAnswer")), { ...ALWAYS, ...LIMITED }),
        ...problems(...BODY_PROBLEMS),
      },
    ),
    "/v1/tables": get(
      "list_tables",
      "audit",
      "Shared tables",
      "Names of the tables that tools share.",
      tagged("The names.", json(NAMES("tables"))),
    ),
    "/v1/tables/{name}": get(
      "read_table",
      "audit",
      "One shared table",
      "The YAML as it stands.",
      { ...tagged("The table.", YAML), ...problems("not-found") },
      NAMED,
    ),
    "/v1/parts": get(
      "list_parts",
      "audit",
      "Parts of methods",
      "Names of the pieces that tools take in.",
      tagged("The names.", json(NAMES("parts"))),
    ),
    "/v1/parts/{name}": get(
      "read_part",
      "audit",
      "One part of a method",
      "The YAML as it stands.",
      { ...tagged("The part.", YAML), ...problems("not-found") },
      NAMED,
    ),
    "/v1/sources": get(
      "list_sources",
      "audit",
      "The bibliography",
      "Every source that definitions cite.",
      tagged("The sources.", json(schema("Sources"))),
    ),
    "/mcp": post(
      "mcp",
      "service",
      "The same tools over MCP",
      `Streamable HTTP without sessions: one JSON-RPC message a request. Protocol versions: ${PROTOCOL_VERSIONS.join(", ")}.`,
      json(schema("JsonRpc"), {
        list: { summary: "List the tools", value: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
      }),
      {
        ...ok("The answer.", json(schema("JsonRpc")), { ...ALWAYS, ...LIMITED }),
        202: { description: "A notification; nothing is answered.", headers: ALWAYS },
        400: { description: "Not JSON, or not JSON-RPC.", headers: ALWAYS, content: json(schema("JsonRpc")) },
        401: rpcRefusal("The key does not open this interface.", CHALLENGED),
        429: rpcRefusal("A limit of the plan is reached.", { ...RETRIED, ...LIMITED }),
        503: rpcRefusal("Keys and limits cannot be checked now.", RETRIED),
        ...problems("forbidden"),
        413: rpcRefusal("The body is too large."),
        415: rpcRefusal("The body must be application/json."),
      },
    ),
  };
}
