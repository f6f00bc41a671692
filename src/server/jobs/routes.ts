// /v1/jobs: a whole table is sent, computed while nobody waits, looked at, cancelled and fetched, by the sender alone: the
// same key, or without one the same network. Its id cannot be guessed either.
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Grant, UNLIMITED } from "../../access/admission.js";
import { costOf } from "../../access/reading.js";
import type { TableForm } from "../../tables/forms.js";
import { admit, refuseCounted, refused, sendAnswer } from "../calls/admission.js";
import { unknownTool } from "../calls/calls.js";
import { keyOf, otherRequest } from "../calls/replays.js";
import { answerRequestError } from "../http/errors.js";
import { BadBody, emptyBody } from "../http/json.js";
import { invalidInput, type Problem, problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import type { Service } from "../options.js";
import { ConvertedResults } from "./converted.js";
import { LARGEST_TABLE } from "./intake.js";
import type { RefusedTable } from "./intake-thread.js";
import { FORM_TYPE, TYPES, XLSX } from "./job-request.js";
import { type Jobs, JobsAway, piecesOf } from "./job-service.js";
import type { JobProgress, Retry } from "./queue.js";
import type { Spool } from "./spool.js";
import { briefOf, viewOf } from "./view.js";

/** Milliseconds for which a job and its results are kept. */
const KEPT_MS = 24 * 3600 * 1000;
const RETRY_AFTER_S = 5;
/** Of the disk that bodies and results go to. */
const DISK_FAULTS: ReadonlySet<string> = new Set(
  "ENOSPC EDQUOT EIO EROFS EACCES EPERM ENOENT ENOTDIR EEXIST".split(" "),
);
const UNKNOWN = "You have sent no job of this id, or its time is over.";
const ID = /^[\w-]{24}$/;
/** The share of a minute's reading that one fetch of results takes at most: polls go on beside it. */
const LARGEST_SHARE = 0.4;

const SENT_AS: Readonly<Record<TableForm, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson",
  xlsx: XLSX,
};

/** A body that has gone to disk. */
interface Spooled {
  readonly file: string;
  readonly content: string;
}

/** In a scope of its own, whose bodies go to disk. */
export function jobRoutes(scope: FastifyInstance, service: Service, jobs: Jobs, spool: Spool): void {
  const { admission } = service;
  const converted = new ConvertedResults(jobs, spool);
  scope.removeAllContentTypeParsers();
  const types = [...Object.keys(TYPES), FORM_TYPE, "application/json"];
  scope.addContentTypeParser(types, async (request: FastifyRequest, payload: Readable): Promise<Spooled> => {
    if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      throw new BadBody(problem("unsupported-media-type", "Send the body without Content-Encoding."));
    return spool.take(payload, request.mostBytes ?? LARGEST_TABLE);
  });
  scope.addHook("onResponse", async ({ body }) => {
    if (body !== undefined) await rm((body as Spooled).file, { force: true });
  });
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
      const detail = `Send a table with one of these types: ${types.join(", ")}.`;
      const document = problem("unsupported-media-type", detail, { allowed: types });
      return refuseCounted(request, reply, document, admission);
    }
    if (!(error instanceof JobsAway || DISK_FAULTS.has(error.code)))
      return answerRequestError(error, request, reply);
    request.log.warn(error.message);
    const detail = "Jobs cannot be taken or told of for the moment. Nothing was counted.";
    return sendProblem(reply.header("retry-after", RETRY_AFTER_S), problem("unavailable", detail));
  });
  route(scope, "/v1/jobs", {
    bodyLimit: LARGEST_TABLE,
    config: { counted: admission },
    POST: (request, reply) => take(service, jobs, request, reply),
    GET: async (request, reply) => {
      const asker = await admit(admission, request, reply, 0);
      if (asker === undefined) return reply;
      const own = await jobs.list(asker.caller ?? "");
      const now = Date.now();
      return reply.send({ jobs: own.filter(({ job }) => job.expires >= now).map(briefOf) });
    },
  });
  type Work = (progress: JobProgress, reply: FastifyReply, request: FastifyRequest) => unknown;
  const known =
    (work: Work, cancel = false) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string };
      // No calls are counted: this only tells who asks.
      const asker = await admit(admission, request, reply, 0);
      if (asker === undefined) return reply;
      const found = ID.test(id) ? await jobs.read(id) : undefined;
      const isTheirs = found !== undefined && found.job.owner === (asker.caller ?? "");
      const progress = cancel && isTheirs ? await jobs.cancel(id) : found;
      if (progress === undefined || !isTheirs || progress.job.expires < Date.now())
        return sendProblem(reply, problem("not-found", UNKNOWN));
      return work(progress, reply, request);
    };
  route(scope, "/v1/jobs/:id", { GET: known((progress) => viewOf(progress)) });
  route(scope, "/v1/jobs/:id/cancel", { POST: known((progress) => viewOf(progress), true) });
  route(scope, "/v1/jobs/:id/results", {
    GET: known((progress, reply, request) => results(service, jobs, converted, progress, request, reply)),
  });
}

async function take(
  service: Service,
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { admission } = service;
  const body = request.body as Spooled | undefined;
  if (body === undefined) throw new BadBody(emptyBody());
  const key = keyOf(request);
  if (key instanceof Error) return refuseCounted(request, reply, problem("bad-request", key.message));
  const asker = await admit(admission, request, reply, 0);
  if (asker === undefined) return reply;
  const owner = asker.caller ?? "";
  const retry = key === undefined ? undefined : { key, content: body.content };
  if (retry !== undefined && (await replayed(jobs, owner, retry, asker, reply))) return reply;
  const contentType = request.headers["content-type"] ?? "";
  const query = request.query as Record<string, unknown>;
  const { callsLeft: mostRows, bytes } = asker.standing ?? UNLIMITED;
  const prepared = await jobs.prepare({ file: body.file, contentType, query, mostRows, keptMs: KEPT_MS });
  if (!("id" in prepared)) return refuseCounted(request, reply, problemOf(service, prepared));
  const { stored } = bytes;
  if (stored !== null && (await jobs.stored(owner)) + prepared.bytes > stored)
    return refuseCounted(request, reply, fullStorage(asker, stored));
  // Every row counts as a call, and a plan that has fewer left is told so before any work.
  const grant = await admit(admission, request, reply, prepared.rows, 1);
  if (grant === undefined) return reply;
  let progress: JobProgress;
  try {
    progress = await jobs.accept(prepared.id, owner, Date.now(), retry);
  } catch (error) {
    // Nothing was kept, and nothing is charged.
    grant.settle(prepared.rows);
    throw error;
  }
  reply.headers(grant.settle(0)).code(202).header("location", `/v1/jobs/${progress.job.id}`);
  return reply.send({ ...viewOf(progress), tier: grant.tier });
}

/** Whether the table was sent before under the same Idempotency-Key, and the caller has been answered. */
async function replayed(
  jobs: Jobs,
  owner: string,
  { key, content }: Retry,
  { tier }: Grant,
  reply: FastifyReply,
): Promise<boolean> {
  const known = await jobs.find(owner, key);
  const progress = known === undefined ? undefined : await jobs.read(known.id);
  if (known === undefined || progress === undefined) return false;
  if (known.content !== content) sendProblem(reply, otherRequest());
  else
    reply
      .code(202)
      .header("location", `/v1/jobs/${known.id}`)
      .header("idempotency-replayed", "true")
      .send({ ...viewOf(progress), tier });
  return true;
}

function problemOf({ set }: Service, refusal: RefusedTable): Problem {
  if ("problem" in refusal) return refusal.problem;
  if ("unknownTool" in refusal) return unknownTool(set.tools, refusal.unknownTool);
  const { errors, tool } = refusal;
  return invalidInput(errors, tool === undefined ? {} : { tool });
}

function fullStorage({ tier }: Grant, quota: number): Problem {
  return problem(
    "too-many-requests",
    `The plan ${tier} keeps ${quota} bytes of tables and results. Those before are deleted a day after they were sent.`,
    { limit: "stored", quota, plan: tier },
  );
}

async function results(
  { reading }: Service,
  jobs: Jobs,
  converted: ConvertedResults,
  { job, state, parts, bytes }: JobProgress,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (state !== "done") {
    const detail = `The job is ${state}: its results are there when it is done.`;
    return sendProblem(reply, problem("conflict", detail, { state }));
  }
  const refusal = reading(request, costOf(bytes) - 1, "documents", LARGEST_SHARE);
  if (refusal !== undefined) return sendAnswer(reply, refused(refusal));
  reply.header("content-type", SENT_AS[job.form]);
  reply.header("content-disposition", `attachment; filename="${job.tool}.${job.form}"`);
  if (job.form !== "xlsx") return reply.send(Readable.from(piecesOf(jobs, job, parts)));
  const { file, bytes: size } = await converted.of(job, reply.raw);
  return reply.header("content-length", size).send(createReadStream(file));
}
