// /v1/jobs: a whole table is sent, computed while nobody waits, looked at, cancelled and fetched, by the sender alone: the
// same key, or without one the same network. Its id cannot be guessed either.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { identityOf } from "../../definitions/identity.js";
import { faultWords, findFault } from "../../json/fault.js";
import { isRecord, unknownNames } from "../../json/objects.js";
import { typedColumns } from "../../tables/column-types.js";
import { isPacked, textToTable } from "../../tables/forms.js";
import { BadTable } from "../../tables/layout.js";
import type { ToldReadings } from "../../tables/readings.js";
import { messageOf } from "../../wording/wording.js";
import { admit, refuseCounted } from "../calls/admission.js";
import { unknownTool } from "../calls/calls.js";
import { bodyOf } from "../http/json.js";
import { invalidInput, problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import type { Service } from "../options.js";
import { inFolder, type Sent, takeIn } from "./intake.js";
import type { JobForm, JobProgress, JobQueue } from "./queue.js";

const LARGEST_TABLE = 64 * 1024 * 1024;
/** Milliseconds for which a job and its results are kept. */
const KEPT_MS = 24 * 3600 * 1000;
/** Parts that may wait; beyond them no job is taken. */
const MOST_OPEN = 20_000;
const RETRY_AFTER_S = 30;

const FORMS: readonly JobForm[] = ["csv", "jsonl", "parquet", "xlsx"];
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TYPES: Readonly<Record<string, JobForm>> = {
  "text/csv": "csv",
  "application/x-ndjson": "jsonl",
  "application/jsonl": "jsonl",
  "application/vnd.apache.parquet": "parquet",
  [XLSX]: "xlsx",
};
const SENT_AS: Readonly<Record<JobForm, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
  xlsx: XLSX,
};

export function jobRoutes(app: FastifyInstance, service: Service, queue: JobQueue): void {
  const { admission } = service;
  app.addContentTypeParser(Object.keys(TYPES), { parseAs: "buffer" }, (_, body, done) => done(null, body));
  route(
    app,
    "/v1/jobs",
    { POST: (request, reply) => take(service, queue, request, reply) },
    { bodyLimit: LARGEST_TABLE, config: { counted: admission } },
  );
  const known =
    (work: (progress: JobProgress, reply: FastifyReply) => Promise<unknown> | unknown, cancel = false) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string };
      // No calls are counted: this only tells who asks.
      const asker = await admit(admission, request, reply, 0);
      if (asker === undefined) return reply;
      const found = await queue.read(id);
      const isTheirs = found !== undefined && found.job.owner === asker.caller;
      const progress = cancel && isTheirs ? await queue.cancel(id) : found;
      if (progress === undefined || !isTheirs || progress.job.expires < Date.now())
        return sendProblem(
          reply,
          problem("not-found", "You have sent no job of this id, or its time is over."),
        );
      return work(progress, reply);
    };
  route(app, "/v1/jobs/:id", { GET: known((progress) => viewOf(progress)) });
  route(
    app,
    "/v1/jobs/:id/cancel",
    { POST: known((progress) => viewOf(progress), true) },
    { config: { free: true } },
  );
  route(app, "/v1/jobs/:id/results", {
    GET: known((progress, reply) => results(service, queue, progress, reply)),
  });
}

async function take(
  service: Service,
  queue: JobQueue,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { admission, set } = service;
  const asked = askedFor(request);
  if ("errors" in asked) return refuseCounted(admission, request, reply, invalidInput(asked.errors));
  const tool = set.tools.get(asked.tool);
  if (tool === undefined) return refuseCounted(admission, request, reply, unknownTool(set, asked.tool));
  if ((await queue.open()) > MOST_OPEN) {
    const detail = "As many tables as may wait are waiting.";
    return sendProblem(reply.header("retry-after", RETRY_AFTER_S), problem("busy", detail));
  }
  try {
    const definition = identityOf(set, tool).sha256;
    const { job, parts } = await takeIn({ ...asked, tool, definition }, Date.now(), KEPT_MS);
    // Every row counts as a call, and a plan that has fewer left is told so before any work.
    const grant = await admit(admission, request, reply, job.rows, 1);
    if (grant === undefined) return reply;
    await queue.add({ ...job, ...(grant.caller === undefined ? {} : { owner: grant.caller }) }, parts);
    reply.headers(grant.settle(0)).code(202).header("location", `/v1/jobs/${job.id}`);
    const progress = await queue.read(job.id);
    return progress === undefined ? reply : reply.send({ ...viewOf(progress), tier: grant.tier });
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    const errors = error.message.split("\n").map((message) => ({ pointer: "", message }));
    return refuseCounted(admission, request, reply, invalidInput(errors, { tool: tool.name }));
  }
}

type Asked = Omit<Sent, "tool" | "definition"> & { readonly tool: string };
type Faults = { readonly errors: { pointer: string; message: string }[] };

const PARTS = ["tool", "format", "columns", "mapping", "input", "dates", "decimals"];
const DATES: readonly unknown[] = [undefined, "day-first", "month-first"];
const DECIMALS: readonly unknown[] = [undefined, "comma", "point"];

/** What a request asks for: a JSON body with rows, or a table as the body and the rest as parameters. */
function askedFor(request: FastifyRequest): Asked | Faults {
  const body = bodyOf(request);
  const isTable = Buffer.isBuffer(body);
  const errors: { pointer: string; message: string }[] = [];
  if (!isTable && !isRecord(body))
    return {
      errors: [{ pointer: "", message: "The body must be a table, or one JSON object with tool and rows." }],
    };
  const given = isTable ? fromQuery(request, errors) : body;
  errors.push(...unknownNames(given, isTable ? PARTS : [...PARTS, "rows"], "", "part of a job"));
  const { tool, format, columns, mapping = {}, input = {}, rows, dates, decimals } = given;
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const from = isTable ? (TYPES[type] ?? "csv") : "jsonl";
  const form = (format ?? from) as JobForm;
  if (typeof tool !== "string")
    errors.push({ pointer: "/tool", message: "tool must be the name of a tool." });
  if (!FORMS.includes(form))
    errors.push({ pointer: "/format", message: `format must be one of ${FORMS.join(", ")}.` });
  if (columns !== undefined && typeof columns !== "string")
    errors.push({ pointer: "/columns", message: "columns must be a text: all, or names with commas." });
  if (!isRecord(mapping) || Object.values(mapping).some((column) => typeof column !== "string"))
    errors.push({ pointer: "/mapping", message: "mapping must be an object: input to column." });
  if (!isRecord(input))
    errors.push({ pointer: "/input", message: "input must be an object: inputs of all rows alike." });
  if (!DATES.includes(dates))
    errors.push({ pointer: "/dates", message: "dates must be day-first or month-first." });
  if (!DECIMALS.includes(decimals))
    errors.push({ pointer: "/decimals", message: "decimals must be comma or point." });
  if (!isTable && (!Array.isArray(rows) || rows.length === 0))
    errors.push({ pointer: "/rows", message: "rows must be a list of objects, each the inputs of a row." });
  if (errors.length > 0) return { errors };
  const bytes = isTable
    ? body
    : Buffer.from(`${(rows as unknown[]).map((row) => JSON.stringify(row)).join("\n")}\n`);
  return {
    ...{ tool: String(tool), bytes, from, form },
    mapping: mapping as Record<string, string>,
    fixed: input as Record<string, unknown>,
    readings: { dates, decimals } as ToldReadings,
    ...(columns === undefined ? {} : { columns: String(columns) }),
  };
}

function fromQuery(
  request: FastifyRequest,
  errors: { pointer: string; message: string }[],
): Record<string, unknown> {
  const query = { ...(request.query as Record<string, unknown>) };
  for (const name of ["mapping", "input"]) {
    if (typeof query[name] !== "string") continue;
    const text = query[name];
    try {
      query[name] = JSON.parse(text) as unknown;
    } catch (error) {
      const fault = findFault(text);
      const why = fault === undefined ? messageOf(error) : faultWords(fault);
      errors.push({ pointer: `/${name}`, message: `${name} must be JSON: ${why}.` });
    }
  }
  return query;
}

function viewOf({ job, state, parts, done, tally, failure }: JobProgress) {
  const { rows, refused, broken, verdicts, numbers, errors } = tally;
  return {
    id: job.id,
    tool: job.tool,
    definition: job.definition,
    state,
    format: job.form,
    rows: job.rows,
    rows_done: rows,
    progress: parts === 0 ? 1 : done / parts,
    computed: rows - refused,
    refused,
    broken_lines: broken,
    verdicts,
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([path, each]) => [
        path,
        {
          least: each.min,
          least_line: each.minLine,
          most: each.max,
          most_line: each.maxLine,
          mean: each.sum / each.count,
        },
      ]),
    ),
    errors: Object.entries(errors).map(([kind, { count, line }]) => ({ kind, count, first_line: line })),
    carried: job.carried,
    notes: job.notes,
    ...(failure === undefined ? {} : { failure }),
    created: new Date(job.created).toISOString(),
    expires: new Date(job.expires).toISOString(),
    results: state === "done" ? `/v1/jobs/${job.id}/results` : null,
  };
}

async function results(
  { set }: Service,
  queue: JobQueue,
  progress: JobProgress,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { job, state, parts } = progress;
  if (state !== "done")
    return sendProblem(
      reply,
      problem("conflict", `The job is ${state}: its results are there when it is done.`, { state }),
    );
  reply.header("content-type", SENT_AS[job.form]);
  reply.header("content-disposition", `attachment; filename="${job.tool}.${job.form}"`);
  const pieces = Readable.from(piecesOf(queue, job.id, job.head, parts));
  const { form, layout, types } = job;
  if (!isPacked(form)) return reply.send(pieces);
  const tool = set.tools.get(job.tool);
  if (tool === undefined) return sendProblem(reply, unknownTool(set, job.tool));
  const packed = await inFolder(async (folder) => {
    const [csv, file] = [join(folder, "out.csv"), join(folder, `out.${form}`)];
    await writeFile(csv, pieces);
    await textToTable(form, csv, file, typedColumns(tool, layout, types), layout.separator);
    return readFile(file);
  });
  return reply.send(packed);
}

async function* piecesOf(queue: JobQueue, id: string, head: string, parts: number): AsyncGenerator<Buffer> {
  if (head !== "") yield Buffer.from(head);
  for (let number = 0; number < parts; number++) {
    const bytes = await queue.result(id, number);
    if (bytes === undefined) throw new Error(`part ${number} of job ${id} is gone`);
    yield Buffer.from(bytes);
  }
}
