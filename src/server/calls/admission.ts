// Checks the key and limits of an HTTP request before any work, and sends the result or problem with the limit
// headers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant, Refusal } from "../../access/admission.js";
import { costOf, type Reading } from "../../access/reading.js";
import { type Problem, problem, sendProblem } from "../http/problems.js";
import { JSON_TYPE } from "../http/static-documents.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts the requests of this route, including those refused before the handler runs. */
    counted?: Admission;
    /** Free, or charged by the route itself. */
    free?: boolean;
    /** The route serves files of pages, which have a separate read quota. */
    files?: boolean;
  }
}

/** Charges one read for every request that no admission counts, and more for a long answer. */
export function chargeReading(app: FastifyInstance, reading: Reading): void {
  app.addHook("onRequest", (request, reply, done) => {
    const refusal = isRead(request) ? reading(request, 1, kindOf(request)) : undefined;
    if (refusal === undefined) done();
    else sendAnswer(reply, refused(refusal));
  });
  app.addHook("onSend", (request, _, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : 0;
    // A long answer reduces the number of reads left to the next request.
    if (costOf(bytes) > 1 && isRead(request)) reading(request, costOf(bytes) - 1, kindOf(request));
    done();
  });
}

function isRead({ method, routeOptions }: FastifyRequest): boolean {
  const { counted, free } = routeOptions.config;
  return free !== true && (counted === undefined || method !== "POST");
}

function kindOf({ routeOptions }: FastifyRequest): "documents" | "files" {
  return routeOptions.config.files === true ? "files" : "documents";
}

/** Returns the caller's grant. Returns undefined if it has sent a refusal. */
export async function admit(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: number,
  atOnce = calls,
): Promise<Grant | undefined> {
  const verdict = await admission(request, calls, atOnce);
  if (!("refusal" in verdict)) return verdict;
  sendAnswer(reply, refused(verdict));
  return undefined;
}

/** Counts an invalid request as one call, if its route counts calls. */
export async function refuseCounted(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Problem,
  admission = request.routeOptions.config.counted,
): Promise<FastifyReply> {
  if (admission === undefined) return sendProblem(reply, document);
  const verdict = await admission(request, 1);
  if ("refusal" in verdict) return sendAnswer(reply, refused(verdict));
  return sendAnswer(reply, { headers: verdict.settle(1), problem: document });
}

export type Answer = Pick<Refusal, "headers"> & ({ readonly text: string } | { readonly problem: Problem });

export function refusalProblem({ refusal }: Refusal): Problem {
  return problem(refusal.kind, refusal.detail, refusal.more);
}

export function refused(verdict: Refusal): Answer {
  return { headers: verdict.headers, problem: refusalProblem(verdict) };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers(answer.headers);
  if ("problem" in answer) return sendProblem(reply, answer.problem);
  return reply.header("content-type", JSON_TYPE).send(answer.text);
}
