// One call of one tool.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { DefinitionSet } from "../engine/definitions.js";
import type { Outcome, Tool } from "../engine/tool.js";
import { noSuch } from "../wording.js";
import { type Admission, admit, type Grant, refuseCounted } from "./admission.js";
import type { Identity } from "./identity.js";
import { bodyOf } from "./json.js";
import { invalidInput, type Problem, problem, sendProblem } from "./problems.js";
import type { Turns } from "./turns.js";

/** Seconds after which a caller whose explanation found no place may try again. */
const RETRY_AFTER_S = 2;

/** What stands around every call of an interface. */
export interface Counter {
  readonly admission: Admission;
  readonly explanations: Turns;
}

/** Admits the caller, runs the tool and answers with what `shape` makes of the result. */
export async function callTool(
  { admission, explanations }: Counter,
  tool: Tool,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  shape: Shape,
): Promise<FastifyReply> {
  identify(reply, identity);
  const explain = explainWanted(request);
  if (explain === undefined) return refuseCounted(admission, request, reply, unclearExplain());
  const input = bodyOf(request);
  const grant = await admit(admission, request, reply, 1);
  if (grant === undefined) return reply;
  if (!explain) return answer(tool, tool.run(input), grant, reply, shape);
  const explained = await explanations.run(() => tool.explain(input));
  if (explained === undefined)
    return sendProblem(reply.headers(grant.settle(1)).header("retry-after", RETRY_AFTER_S), busy());
  return answer(tool, explained.outcome, grant, reply, shape, explained.explanation);
}

/** The body of an answer: the result as the interface gives it, with the explanation where one was asked for. */
export type Shape = (result: object, tier: string, explanation: unknown) => object;

/** The main interface says which plan the caller is on. */
export const withTier: Shape = (result, tier, explanation) =>
  explanation === undefined ? { ...result, tier } : { ...result, tier, explanation };

/** The older interface has four fields and no more, but for an explanation that was asked for. */
export const asItIs: Shape = (result, _, explanation) =>
  explanation === undefined ? result : { ...result, explanation };

function answer(
  tool: Tool,
  outcome: Outcome,
  grant: Grant,
  reply: FastifyReply,
  shape: Shape,
  explanation?: unknown,
): FastifyReply {
  reply.headers(grant.settle(outcome.ok ? 0 : 1));
  if (!outcome.ok) return sendProblem(reply, invalidInput(outcome.problems, { tool: tool.name }));
  return reply.send(shape(outcome.result, grant.tier, explanation));
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

export function unknownTool(set: DefinitionSet, name: string): Problem {
  const { message, near } = noSuch("tool", name, set.tools.keys());
  return problem("unknown-tool", message, { near });
}

/** Which definition gives this answer. */
export function identify(reply: FastifyReply, identity: Identity): FastifyReply {
  return reply.header("x-definition", identity.label).header("x-definition-hash", identity.sha256);
}
