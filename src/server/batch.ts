// POST /v1/batch: many calls in one request. Each stands alone: one that is wrong never spoils the others.
import type { FastifyInstance } from "fastify";
import type { ServedSet } from "../engine/run/tool.js";
import { type InputProblem, show } from "../engine/run/validate.js";
import { isRecord, unknownNames } from "../objects.js";
import { admit, refuseCounted } from "./admission.js";
import { unknownTool } from "./calls.js";
import { identityOf } from "./identity.js";
import { bodyOf } from "./json.js";
import type { Service } from "./options.js";
import { invalidInput, type Problem } from "./problems.js";
import { route } from "./routes.js";
import { inSlices } from "./slices.js";

export const MOST_CALLS = 1000;

type Answer =
  | { readonly status: 200; readonly result: unknown }
  | { readonly status: number; readonly problem: Problem };

export function batchRoutes(app: FastifyInstance, service: Service): void {
  const { set, admission } = service;
  route(
    app,
    "/v1/batch",
    {
      POST: async (request, reply) => {
        const body = bodyOf(request);
        const problems = problemsOf(body);
        if (problems.length > 0) return refuseCounted(admission, request, reply, invalidInput(problems));
        const { calls } = body as { calls: readonly unknown[] };
        const grant = await admit(admission, request, reply, calls.length);
        if (grant === undefined) return reply;
        const answers: Answer[] = [];
        const work = (at: number) => answers.push(answerCall(set, calls[at], grant.tier));
        await inSlices(calls.length, work, () => request.socket.destroyed);
        const failed = answers.filter((answer) => answer.status !== 200).length;
        reply.headers(grant.settle(failed));
        return reply.send({ answers, count: answers.length, failed, definitions: identities(set, calls) });
      },
    },
    { bodyLimit: service.batchBodyLimit, config: { counted: admission } },
  );
}

function problemsOf(body: unknown): InputProblem[] {
  if (!isRecord(body)) return [{ pointer: "", message: "The body must be one JSON object with calls." }];
  const extra = unknownNames(body, ["calls"], "", "part of a batch");
  const { calls } = body;
  if (!Array.isArray(calls))
    return [...extra, { pointer: "/calls", message: "calls must be a list of {tool, input}." }];
  if (calls.length === 0 || calls.length > MOST_CALLS)
    return [
      ...extra,
      { pointer: "/calls", message: `calls must hold 1 to ${MOST_CALLS} calls, not ${calls.length}.` },
    ];
  return extra;
}

function answerCall(set: ServedSet, call: unknown, tier: string): Answer {
  const problem = problemOfCall(set, call);
  if (problem !== undefined) return { status: problem.status, problem };
  const { tool: name, input } = call as { tool: string; input: unknown };
  const outcome = set.tools.get(name)?.run(input);
  if (outcome?.ok === true) return { status: 200, result: { ...outcome.result, tier } };
  const refusal = invalidInput(outcome?.problems ?? [], { tool: name });
  return { status: refusal.status, problem: refusal };
}

function problemOfCall(set: ServedSet, call: unknown): Problem | undefined {
  if (!isRecord(call))
    return invalidInput([{ pointer: "", message: `A call must be {tool, input}, not ${show(call)}.` }]);
  const problems = unknownNames(call, ["tool", "input"], "", "part of a call");
  if (typeof call.tool !== "string")
    problems.push({ pointer: "/tool", message: "tool must be the name of a tool." });
  if (!("input" in call))
    problems.push({ pointer: "/input", message: "input is required: the tool's inputs as one JSON object." });
  if (problems.length > 0) return invalidInput(problems);
  const name = String(call.tool);
  return set.tools.has(name) ? undefined : unknownTool(set, name);
}

/** The definitions that the batch used, once each. */
function identities(set: ServedSet, calls: readonly unknown[]): Record<string, string> {
  const names = new Set(calls.map((call) => (isRecord(call) ? call.tool : undefined)));
  const used = [...set.tools.values()].filter((tool) => names.has(tool.name));
  return Object.fromEntries(
    used.map((tool) => identityOf(set, tool)).map(({ label, sha256 }) => [label, sha256]),
  );
}
