// Jobs in the OpenAPI document: a whole table sent, looked at, cancelled and fetched.
import { ALWAYS, BODY_PROBLEMS, json, LIMITED, ok, operation, problems, query } from "./parts.js";
import {
  anyObject,
  closed,
  count,
  every,
  type Json,
  list,
  oneOf,
  open,
  orNull,
  schema,
  text,
} from "./shapes.js";

const ID: Json = {
  name: "id",
  in: "path",
  required: true,
  description:
    "Id of the job. The key that sent it may see, cancel and fetch it; without a key, the network that did.",
  schema: { type: "string", maxLength: 200 },
};
const FORMS = oneOf(["csv", "jsonl", "parquet"]);
const STATES = oneOf(["waiting", "running", "done", "cancelled", "failed"]);
const TABLE = { schema: { type: "string", format: "binary" } };
const TABLES = {
  "text/csv": TABLE,
  "application/x-ndjson": TABLE,
  "application/vnd.apache.parquet": TABLE,
};

export const JOB_SCHEMAS: Json = {
  NewJob: closed(["tool", "rows"], {
    tool: text("Name of the tool."),
    rows: list(anyObject("The inputs of a row; other fields are carried through."), "The table."),
    format: { ...FORMS, description: "Form of the results; that of the table where it is left out." },
    columns: text("Result columns with commas, or all; without it the tool's single values and flags."),
    mapping: anyObject("Input to column, where names differ."),
    input: anyObject("Inputs that all rows have alike."),
  }),
  Job: open(["id", "tool", "state", "rows", "rows_done", "progress", "refused", "errors", "results"], {
    id: text("Of the job."),
    tool: text("Name of the tool."),
    definition: text("SHA-256 of the definition that all rows are computed with."),
    state: STATES,
    format: FORMS,
    rows: count("Rows of the table."),
    rows_done: count("Rows that are done."),
    progress: { type: "number", minimum: 0, maximum: 1 },
    computed: count("Rows with results."),
    refused: count("Rows whose input was refused; their error stands in the results."),
    broken_lines: count("Lines that are no rows."),
    verdicts: anyObject("How many rows have each verdict."),
    numbers: anyObject("Least, most and mean of the numbers of the headline, with their lines."),
    errors: list(
      every({
        kind: text("What is wrong."),
        count: count("Rows."),
        first_line: count("Line of the table."),
      }),
      "Errors by kind.",
    ),
    carried: list({ type: "string" }, "Columns that are no inputs."),
    failure: text("Why the job failed."),
    created: text("When it was sent."),
    expires: text("When it and its results are deleted."),
    results: orNull("string", "Path of the results, once they are there."),
    tier: text("The caller's plan, where the job was just sent."),
  }),
};

const JOB = json(schema("Job"));

/** Whoever asks for a job must be its sender. */
const ASKER_PROBLEMS = ["invalid-key", "not-found", "too-many-requests", "internal", "unavailable"] as const;

/** What is asked of a job that was sent. */
function asked(operationId: string, summary: string, description: string, responses: Json): Json {
  return operation(operationId, "many", summary, description, {
    parameters: [ID],
    responses: { ...responses, ...problems(...ASKER_PROBLEMS) },
  });
}

export function jobPaths(): Json {
  return {
    "/v1/jobs": {
      post: operation(
        "send_job",
        "many",
        "A whole table",
        "Takes a table (CSV, JSON lines, Parquet, or rows in JSON) and computes it while nobody waits. Each row counts as a call of the month, the request as one of the minute; a table with more rows than are left is refused before any work.",
        {
          parameters: [
            query("tool", "Name of the tool, where the body is a table."),
            query("format", "Form of the results.", FORMS),
            query("columns", "Result columns with commas, or all."),
            query("mapping", "Input to column, as JSON."),
            query("input", "Inputs that all rows have alike, as JSON."),
          ],
          requestBody: { required: true, content: { ...TABLES, ...json(schema("NewJob")) } },
          responses: {
            202: {
              description: "The job waits for its turn; Location says where it is.",
              headers: { ...ALWAYS, ...LIMITED },
              content: JOB,
            },
            ...problems(...BODY_PROBLEMS, "unknown-tool", "busy"),
          },
        },
      ),
    },
    "/v1/jobs/{id}": {
      get: asked(
        "read_job",
        "How far a job is",
        "State, progress, counts and errors by kind.",
        ok("The job.", JOB),
      ),
    },
    "/v1/jobs/{id}/cancel": {
      post: asked(
        "cancel_job",
        "Cancel a job",
        "Rows that nobody has begun are not computed. A job that is done stays done.",
        ok("The job.", JOB),
      ),
    },
    "/v1/jobs/{id}/results": {
      get: asked(
        "fetch_job",
        "The results of a job",
        "The table with the results of each row beside it, or its error.",
        { ...ok("The table.", TABLES), ...problems("conflict") },
      ),
    },
  };
}
