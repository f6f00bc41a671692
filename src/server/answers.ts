// What a call is answered with, before anything is sent: the text of a result or what is wrong, and the limits' headers.
// Both ways of answering, through Fastify and beside it, send the same.
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Refusal, Verdict } from "../access/admission.js";
import type { LimitHeaders } from "../access/limit-headers.js";
import { JSON_TYPE } from "./fixed.js";
import { PROBLEM_TYPE, type Problem, problem, sendProblem } from "./problems.js";

export type Answer = { readonly headers: LimitHeaders } & (
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
export function wrong(verdict: Verdict, document: Problem): Answer {
  return "refusal" in verdict ? refused(verdict) : { headers: verdict.settle(1), problem: document };
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers(answer.headers);
  if ("problem" in answer) return sendProblem(reply, answer.problem);
  return reply.header("content-type", JSON_TYPE).send(answer.text);
}

/** Names and values of headers in turn: Node writes them in half the time that an object takes. */
export type HeaderList = readonly string[];

export function headerList(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat();
}

export function writeAnswer(response: ServerResponse, headers: HeaderList, answer: Answer): void {
  const isProblem = "problem" in answer;
  const text = isProblem ? JSON.stringify(answer.problem) : answer.text;
  const all = [...headers];
  for (const name in answer.headers) all.push(name, answer.headers[name] ?? "");
  all.push("content-type", isProblem ? PROBLEM_TYPE : JSON_TYPE);
  const bytes = Buffer.byteLength(text);
  all.push("content-length", String(bytes));
  // As many bytes as letters: ASCII, which Node writes without looking at each letter.
  const encoding = bytes === text.length ? "latin1" : "utf8";
  response.writeHead(isProblem ? answer.problem.status : 200, all).end(text, encoding);
}
