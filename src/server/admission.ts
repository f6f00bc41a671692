// Who calls, and whether they may: the one place where keys, plans and limits attach to requests.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, sendProblem } from "./problems.js";

export type Headers = Readonly<Record<string, string>>;

export interface Grant {
  /** The caller's plan. */
  readonly tier: string;
  /** Once the calls have run: those that computed nothing are given back. What the caller may still use, as headers. */
  settle(failed: number): Headers;
}
export interface Refusal {
  readonly refusal: Problem;
  readonly headers: Headers;
}
export type Verdict = Grant | Refusal;

/** Asked once for each request that computes, with the number of tool calls in it. */
export type Admission = (request: FastifyRequest, calls: number) => Verdict | Promise<Verdict>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counts the requests of this route, also those that are wrong before the handler sees them. */
    counted?: Admission;
  }
}

/** The plan of callers who are not asked for a key. */
export const FREE_TIER = "free";

const OPEN: Grant = { tier: FREE_TIER, settle: () => ({}) };

/** Nothing is counted and everyone is on the free plan. */
export const openToAll: Admission = () => OPEN;

/** The caller's grant, or undefined after the refusal has been sent. */
export async function admit(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: number,
): Promise<Grant | undefined> {
  const asked = admission(request, calls);
  const verdict = asked instanceof Promise ? await asked : asked;
  if (!("refusal" in verdict)) return verdict;
  sendProblem(reply.headers(verdict.headers), verdict.refusal);
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
