// One call of one tool.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant, Verdict } from "../access/admission.js";
import type { Outcome, ServedSet, ServedTool } from "../engine/run/tool.js";
import { noSuch } from "../wording.js";
import { refusalProblem, refuseCounted } from "./admission.js";
import type { Explanations } from "./explanations.js";
import { JSON_TYPE } from "./fixed.js";
import type { Identity } from "./identity.js";
import { bodyOf } from "./json.js";
import { invalidInput, type Problem, problem, sendProblem } from "./problems.js";

/** Seconds after which a caller whose explanation found no place may try again. */
const RETRY_AFTER_S = 2;

/** What stands around every call of an interface. */
export interface Counter {
  readonly admission: Admission;
  readonly explanations: Explanations;
}

/** Admits the caller, runs the tool and answers; `tail` is what the interface adds to the result's text. */
export function callTool(
  counter: Counter,
  tool: ServedTool,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  tail: Tail,
): FastifyReply | Promise<FastifyReply> {
  identify(reply, identity);
  const explain = explainWanted(request);
  if (explain === undefined) return refuseCounted(counter.admission, request, reply, unclearExplain());
  const input = bodyOf(request);
  const verdict = counter.admission(request, 1);
  // Nothing is waited for where nothing has to be: most stores decide at once.
  if (!(verdict instanceof Promise) && !explain) return answerCall(tool, input, verdict, reply, tail);
  return callLater(counter, tool, input, verdict, reply, tail, explain);
}

async function callLater(
  { explanations }: Counter,
  tool: ServedTool,
  input: unknown,
  asked: Verdict | Promise<Verdict>,
  reply: FastifyReply,
  tail: Tail,
  explain: boolean,
): Promise<FastifyReply> {
  const verdict = await asked;
  if (!explain || "refusal" in verdict) return answerCall(tool, input, verdict, reply, tail);
  // What is refused needs no explanation, and no place among those who wait for one.
  const computed = tool.run(input);
  if (!computed.ok) return answer(tool, input, computed, verdict, reply, tail);
  const explained = await explanations.run(tool, input, pageWanted(reply.request));
  if (explained === undefined)
    return sendProblem(reply.headers(verdict.settle(1)).header("retry-after", RETRY_AFTER_S), busy());
  const { outcome, explanation, page } = explained;
  if (page !== undefined)
    return reply
      .headers(verdict.settle(0))
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", page.policy)
      .send(page.html);
  return answer(tool, input, outcome, verdict, reply, tail, explanation);
}

function answerCall(
  tool: ServedTool,
  input: unknown,
  verdict: Verdict,
  reply: FastifyReply,
  tail: Tail,
): FastifyReply {
  if ("refusal" in verdict) return sendProblem(reply.headers(verdict.headers), refusalProblem(verdict));
  return answer(tool, input, tool.run(input), verdict, reply, tail);
}

/** Further fields of an answer as JSON text, with the comma before them. */
export type Tail = (tier: string) => string;

/** The main interface says which plan the caller is on. */
export const withTier: Tail = (tier) => `,"tier":${JSON.stringify(tier)}`;

/** The older interface has four fields and no more, but for an explanation that was asked for. */
export const asItIs: Tail = () => "";

function answer(
  tool: ServedTool,
  input: unknown,
  outcome: Outcome,
  grant: Grant,
  reply: FastifyReply,
  tail: Tail,
  explanation?: string,
): FastifyReply {
  reply.headers(grant.settle(outcome.ok ? 0 : 1));
  if (!outcome.ok) return sendProblem(reply, invalidInput(outcome.problems, { tool: tool.name }));
  const more = explanation === undefined ? "" : `,"explanation":${explanation}`;
  const text = tool.text(outcome.result, tail(grant.tier) + more, input);
  return reply.header("content-type", JSON_TYPE).send(text);
}

function unclearExplain(): Problem {
  return problem("bad-request", "The parameter explain must be true or false.");
}

function busy(): Problem {
  return problem("busy", "As many explanations as may wait are waiting. Try again, or call without explain.");
}

function explainWanted(request: FastifyRequest): boolean | undefined {
  const { explain } = request.query as { explain?: unknown };
  if (explain === undefined || explain === "false") return false;
  return explain === "true" ? true : undefined;
}

/** The calculation sheet goes to those who name HTML before JSON, as browsers do. */
function pageWanted({ headers }: FastifyRequest): boolean {
  const wanted = (headers.accept ?? "").split(",").map((each) => each.split(";", 1)[0]?.trim().toLowerCase());
  const html = wanted.indexOf("text/html");
  const json = wanted.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json);
}

export function unknownTool(set: ServedSet, name: string): Problem {
  const { message, near } = noSuch("tool", name, set.tools.keys());
  return problem("unknown-tool", message, { near });
}

/** Which definition gives this answer. */
export function identify(reply: FastifyReply, identity: Identity): FastifyReply {
  return reply.header("x-definition", identity.label).header("x-definition-hash", identity.sha256);
}
