// One call of one tool over HTTP: admits the caller, runs the tool, and sends the result or its explanation.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Admittance, Grant } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import type { Reading } from "../../access/reading.js";
import { remembered } from "../../access/recent.js";
import type { Identity } from "../../definitions/identity.js";
import { type Outcome, type RuntimeTool, resultText } from "../../engine/run/tool.js";
import { DETAILS, type Detail, isDetail } from "../../pages/sheet/options.js";
import { noSuch } from "../../wording/wording.js";
import { DOCUMENT } from "../http/headers.js";
import { bodyOf, jsonIn } from "../http/json.js";
import { invalidInput, type Problem, problem, sendProblem } from "../http/problems.js";
import { type Answer, refuseCounted, refused, sendAnswer } from "./admission.js";
import type { Explanations } from "./explanations.js";

/** Seconds. Sent as Retry-After if the queue of explanations is full. */
const RETRY_AFTER_S = 2;

/** A tool with everything that a call of it needs. */
export interface CalledTool {
  readonly admission: Admission;
  readonly explanations: Explanations;
  readonly tool: RuntimeTool;
  readonly identity: Identity;
}

/** Returns additional fields of an answer as JSON text, with a leading comma. */
export type Tail = (tier: string) => string;

const MOST_TIERS = 100;

/** The main interface adds the caller's plan. */
export const withTier: Tail = remembered(MOST_TIERS, (tier) => `,"tier":${JSON.stringify(tier)}`);

/** The older interface adds no fields. */
export const asItIs: Tail = () => "";

interface Call {
  readonly tool: RuntimeTool;
  readonly input: unknown;
  readonly tail: Tail;
}

/** Admits the caller, runs the tool and answers. `tail` adds fields to the result's text. */
export function callTool(
  { admission, explanations, tool, identity }: CalledTool,
  request: FastifyRequest,
  reply: FastifyReply,
  tail: Tail,
): FastifyReply | Promise<FastifyReply> {
  identify(reply, identity);
  const explain = explainWanted(request);
  if (explain === undefined) {
    const unclear = problem(
      "bad-request",
      `The parameter explain must be true or false, format json or html, detail one of ${DETAILS.join(", ")}.`,
    );
    return refuseCounted(request, reply, unclear);
  }
  const call: Call = { tool, input: bodyOf(request), tail };
  const verdict = admission(request, 1);
  if (explain) return explainCall(call, reply, verdict, explanations, pageWanted(request));
  // Most stores decide synchronously, so a promise is awaited only if there is one.
  return verdict instanceof Promise
    ? verdict.then((decided) => sendAnswer(reply, answerOf(call, decided)))
    : sendAnswer(reply, answerOf(call, verdict));
}

/**
 * Returns the problem of invalid input from this service's own pages, charged as a read instead of a call. Programs,
 * and networks over their read quota, are charged as usual.
 */
export function mistyped(reading: Reading, tool: RuntimeTool, request: FastifyRequest): Problem | undefined {
  if (request.headers["sec-fetch-site"] !== "same-origin" || reading(request, 1) !== undefined)
    return undefined;
  const outcome = tool.run(bodyOf(request));
  return outcome.ok ? undefined : invalidInput(outcome.problems, { tool: tool.name });
}

/** Characters of a query. Many servers and proxies cut longer addresses. */
export const LONGEST_QUERY = 6_000;

/** Serves the calculation sheet; the query contains the input as JSON. Counts as a call. */
export function sheetCall(
  { admission, explanations, tool, identity }: CalledTool,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  identify(reply, identity);
  const { input: text, detail } = request.query as Readonly<Record<string, unknown>>;
  const refuse = (why: string) => refuseCounted(request, reply, problem("bad-request", why));
  if (detail !== undefined && !isDetail(detail))
    return refuse(`The parameter detail is one of ${DETAILS.join(", ")}.`);
  if (typeof text !== "string" || text.length > LONGEST_QUERY)
    return refuse(
      `The parameter input must be one JSON object of at most ${LONGEST_QUERY} characters; send a longer one with POST and format=html.`,
    );
  const input = jsonIn(text);
  if (input === undefined) return refuse("The parameter input is not JSON.");
  const call: Call = { tool, input, tail: asItIs };
  return explainCall(call, reply, admission(request, 1), explanations, detail ?? "checks");
}

async function explainCall(
  call: Call,
  reply: FastifyReply,
  asked: Admittance | Promise<Admittance>,
  explanations: Explanations,
  asPage: Detail | false,
): Promise<FastifyReply> {
  const { tool, input } = call;
  const verdict = await asked;
  if ("refusal" in verdict) return sendAnswer(reply, refused(verdict));
  // Invalid input needs no explanation and no slot in its queue.
  const computed = tool.run(input);
  if (!computed.ok) return sendAnswer(reply, computedAnswer(call, computed, verdict));
  const caller = verdict.caller ?? networkOf(reply.request.ip);
  const explained = await explanations.run(caller, tool, input, asPage);
  if (explained === undefined) {
    const detail =
      "The queue of explanations, or your share of it, is full. Try again, or call without explain.";
    return sendProblem(
      reply.headers(verdict.settle(1)).header("retry-after", RETRY_AFTER_S),
      problem("busy", detail),
    );
  }
  const { outcome, explanation, page } = explained;
  if (page === undefined) return sendAnswer(reply, computedAnswer(call, outcome, verdict, explanation));
  return reply
    .headers(verdict.settle(0))
    .header("content-type", "text/html; charset=utf-8")
    .headers(DOCUMENT)
    .header("content-security-policy", page.policy)
    .send(page.html);
}

function answerOf(call: Call, verdict: Admittance): Answer {
  if ("refusal" in verdict) return refused(verdict);
  return computedAnswer(call, call.tool.run(call.input), verdict);
}

function computedAnswer({ tool, tail }: Call, outcome: Outcome, grant: Grant, explanation?: string): Answer {
  const headers = grant.settle(outcome.ok ? 0 : 1);
  if (!outcome.ok) return { headers, problem: invalidInput(outcome.problems, { tool: tool.name }) };
  const more = explanation === undefined ? "" : `,"explanation":${explanation}`;
  return { headers, text: resultText(outcome.result, tail(grant.tier) + more) };
}

/** Returns undefined if a parameter is invalid. */
function explainWanted(request: FastifyRequest): boolean | undefined {
  const { explain, format, detail } = request.query as Readonly<Record<string, unknown>>;
  if (format !== undefined && format !== "json" && format !== "html") return undefined;
  if (detail !== undefined && !isDetail(detail)) return undefined;
  if (format === "html") return explain === undefined || explain === "true" ? true : undefined;
  if (explain === undefined || explain === "false") return false;
  return explain === "true" ? true : undefined;
}

/** Returns the detail of the calculation sheet if the client requests HTML or prefers it to JSON, as browsers do. */
function pageWanted({ headers, query }: FastifyRequest): Detail | false {
  const { format, detail } = query as Readonly<Record<string, unknown>>;
  const said = isDetail(detail) ? detail : "checks";
  if (format !== undefined) return format === "html" && said;
  const wanted = (headers.accept ?? "").split(",").map((each) => each.split(";", 1)[0]?.trim().toLowerCase());
  const html = wanted.indexOf("text/html");
  const json = wanted.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json) && said;
}

export function unknownTool(tools: ReadonlyMap<string, unknown>, name: string): Problem {
  const { message, near } = noSuch("tool", name, tools.keys());
  return problem("unknown-tool", message, { near });
}

export function identityHeaders({ label, sha256 }: Identity) {
  return { "x-definition": label, "x-definition-hash": sha256 };
}

export function identify(reply: FastifyReply, identity: Identity): FastifyReply {
  return reply.headers(identityHeaders(identity));
}
