// Checks key and limits of an HTTP request before anything runs for it, and answers those who may not call.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant } from "../../access/admission.js";
import { costOf, type Reading } from "../../access/reading.js";
import { type Problem, sendProblem } from "../http/problems.js";
import { refused, sendAnswer, wrong } from "./answers.js";

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

/** A request that is wrong computes nothing; it counts as one all the same. */
export async function refuseCounted(
  admission: Admission | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  document: Problem,
): Promise<FastifyReply> {
  if (admission === undefined) return sendProblem(reply, document);
  return sendAnswer(reply, wrong(await admission(request, 1), document));
}
