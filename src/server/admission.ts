// Checks key and limits of an HTTP request before anything runs for it, and answers those who may not call.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant, Refusal } from "../access/admission.js";
import { type Problem, problem, sendProblem } from "./problems.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts the requests of this route, also those that are wrong before the handler sees them. */
    counted?: Admission;
  }
}

/** The caller's grant, or undefined after the refusal has been sent. */
export async function admit(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: number,
): Promise<Grant | undefined> {
  const verdict = await admission(request, calls);
  if (!("refusal" in verdict)) return verdict;
  sendProblem(reply.headers(verdict.headers), refusalProblem(verdict));
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
  const grant = await admit(admission, request, reply, 1);
  return grant === undefined ? reply : sendProblem(reply.headers(grant.settle(1)), document);
}

export function refusalProblem({ refusal }: Refusal): Problem {
  return problem(refusal.kind, refusal.detail, refusal.more);
}
