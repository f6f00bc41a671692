// What a call is answered with, before anything is sent: the text of a result or what is wrong, and the limits' headers.
import type { FastifyReply } from "fastify";
import type { Admittance, Refusal } from "../../access/admission.js";
import { type Problem, problem, sendProblem } from "../http/problems.js";
import { JSON_TYPE } from "../http/static-documents.js";

export type Answer = Pick<Refusal, "headers"> & (
  | { readonly text: string }
  | { readonly problem: Problem }
);

export function refusalProblem({ refusal }: Refusal): Problem {
  return problem(refusal.kind, refusal.detail, refusal.more);
}

export function refused(verdict: Refusal): Answer {
  return { headers: verdict.headers, problem: refusalProblem(verdict) };
}

/** A request that is wrong computes nothing; it counts as one all the same. */
export function wrong(verdict: Admittance, document: Problem): Answer {
  return "refusal" in verdict ? refused(verdict) : { headers: verdict.settle(1), problem: document };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers(answer.headers);
  if ("problem" in answer) return sendProblem(reply, answer.problem);
  return reply.header("content-type", JSON_TYPE).send(answer.text);
}
