// Checks key and limits of an HTTP request before anything runs for it, and sends its answer: the text of a result or what is
// wrong, with the limits' headers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant, Refusal } from "../../access/admission.js";
import { costOf, type Reading } from "../../access/reading.js";
import { type Problem, problem, sendProblem } from "../http/problems.js";
import { JSON_TYPE } from "../http/static-documents.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts the requests of this route, also those that are wrong before the handler sees them. */
    counted?: Admission;
    /** Costs nothing, or is charged by the route itself. */
    free?: boolean;
    /** Sends files of pages: browsers read them, and they are counted apart. */
    files?: boolean;
  }
}

/**
 * Charges every request that no admission counts: one read, and more for a long answer. `reading` may be called for
 * parts of a request as well, such as each message of several; a refusal is answered as `refusalProblem` says.
 */
export function chargeReading(app: FastifyInstance, reading: Reading): void {
  app.addHook("onRequest", (request, reply, done) => {
    const refusal = isRead(request) ? reading(request, 1, kindOf(request)) : undefined;
    if (refusal === undefined) done();
    else sendAnswer(reply, refused(refusal));
  });
  app.addHook("onSend", (request, _, payload, done) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : 0;
    // What is sent is paid for by the next.
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

/** The caller's grant, or undefined after the refusal has been sent. */
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

/** A request that is wrong computes nothing; it counts as one all the same, where its route counts any. */
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
