// One call of one tool.
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { DefinitionSet } from "../engine/definitions.js";
import type { Outcome, Tool } from "../engine/tool.js";
import { noSuch } from "../wording.js";
import { admit, type Grant, refuseCounted } from "./admission.js";
import { type Identity, identityOf } from "./identity.js";
import { bodyOf } from "./json.js";
import type { Service } from "./options.js";
import { invalidInput, type Problem, problem, sendProblem } from "./problems.js";

/** Seconds after which a caller whose explanation found no place may try again. */
const RETRY_AFTER_S = 2;

/** POST /v1/tools/{name} */
export function callHandler(service: Service): RouteHandlerMethod {
  const { set, admission, explanations } = service;
  const identities = new Map([...set.tools].map(([name, tool]) => [name, identityOf(set, tool)]));
  return async (request, reply) => {
    const { name } = request.params as { name: string };
    const tool = set.tools.get(name);
    const identity = identities.get(name);
    if (tool === undefined || identity === undefined)
      return refuseCounted(admission, request, reply, unknownTool(set, name));
    identify(reply, identity);
    const explain = explainWanted(request);
    if (explain === undefined) return refuseCounted(admission, request, reply, unclearExplain());
    const input = bodyOf(request);
    const grant = await admit(admission, request, reply, 1);
    if (grant === undefined) return reply;
    if (!explain) return answer(tool, tool.run(input), grant, reply);
    const explained = await explanations.run(() => tool.explain(input));
    if (explained === undefined)
      return sendProblem(reply.headers(grant.settle(1)).header("retry-after", RETRY_AFTER_S), busy());
    return answer(tool, explained.outcome, grant, reply, { explanation: explained.explanation });
  };
}

function answer(
  tool: Tool,
  outcome: Outcome,
  grant: Grant,
  reply: FastifyReply,
  more: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  reply.headers(grant.settle(outcome.ok ? 0 : 1));
  if (!outcome.ok) return sendProblem(reply, invalidInput(outcome.problems, { tool: tool.name }));
  return reply.send({ ...outcome.result, tier: grant.tier, ...more });
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
