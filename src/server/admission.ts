// Who calls, and whether they may: the one place where keys, plans and limits attach.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, sendProblem } from "./problems.js";

export interface Caller {
  /** The key as sent; whether it is known is the admission's to say. */
  readonly key: string | undefined;
  readonly ip: string;
}
export type Verdict =
  | { readonly tier: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly refusal: Problem; readonly headers?: Readonly<Record<string, string>> };

/** Asked once for each request that computes, with the number of tool calls in it. */
export type Admission = (caller: Caller, calls: number) => Verdict | Promise<Verdict>;

/** The plan of callers without a key. */
export const FREE_TIER = "free";

/** Nothing is counted and everyone is on the free plan. */
export const openToAll: Admission = () => ({ tier: FREE_TIER });

export function callerOf(request: FastifyRequest): Caller {
  const key = request.headers["x-api-key"];
  return { key: typeof key === "string" ? key : undefined, ip: request.ip };
}

/** The caller's tier, or undefined after the refusal has been sent. */
export async function admit(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: number,
): Promise<string | undefined> {
  const verdict = await admission(callerOf(request), calls);
  if (verdict.headers !== undefined) reply.headers(verdict.headers);
  if ("tier" in verdict) return verdict.tier;
  sendProblem(reply, verdict.refusal);
  return undefined;
}
