// POST /v1/batch: many calls in one request. An invalid call does not affect the others.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../access/network.js";
import { identityOf } from "../../definitions/identity.js";
import { type RuntimeSet, resultText } from "../../engine/run/tool.js";
import { type InputProblem, show } from "../../engine/run/validate.js";
import { isRecord, unknownNames } from "../../json/objects.js";
import { bodyOf } from "../http/json.js";
import { invalidInput, type Problem, problem } from "../http/problems.js";
import { route } from "../http/routes.js";
import { inSlices } from "../http/slices.js";
import { JSON_TYPE } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { admit, refuseCounted } from "./admission.js";
import { unknownTool, withTier } from "./calls.js";
import type { WholeAnswer } from "./replays.js";

export const MOST_CALLS = 1000;

/** Faults listed in the answer to a batch. Each call still lists its first fault. */
const MOST_FAULTS = 200;

/** Answers of a batch as JSON texts, with shared limits. */
interface Answers {
  readonly texts: string[];
  failed: number;
  /** Remaining faults and characters. */
  faults: number;
  room: number;
}

export function batchRoutes(app: FastifyInstance, service: Service): void {
  const { admission } = service;
  route(app, "/v1/batch", {
    bodyLimit: service.batchBodyLimit,
    config: { counted: admission },
    POST: async (request, reply) => {
      const body = bodyOf(request);
      const problems = problemsOf(body);
      if (problems.length > 0) return refuseCounted(request, reply, invalidInput(problems));
      const { calls } = body as { calls: readonly unknown[] };
      return onceFor(service, request, reply, () => answerBatch(service, request, reply, calls));
    },
  });
}

/** Runs a batch once for each Idempotency-Key; a repeated batch is neither run nor counted again. */
async function onceFor(
  { admission, state }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<WholeAnswer | undefined>,
): Promise<FastifyReply> {
  if (request.headers["idempotency-key"] === undefined) return state.replays.once("", request, reply, work);
  // Identifies the caller; counts no calls.
  const asker = await admit(admission, request, reply, 0);
  if (asker === undefined) return reply;
  return state.replays.once(asker.caller ?? networkOf(request.ip), request, reply, work);
}

async function answerBatch(
  { admission, set, batchAnswerLimit }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly unknown[],
): Promise<WholeAnswer | undefined> {
  const grant = await admit(admission, request, reply, calls.length);
  if (grant === undefined) return undefined;
  const answers: Answers = { texts: [], failed: 0, faults: MOST_FAULTS, room: batchAnswerLimit };
  const work = (at: number) => answerCall(answers, set, calls[at], grant.tier);
  await inSlices(calls.length, work, () => request.socket.destroyed);
  const { texts, failed } = answers;
  const end = { count: texts.length, failed, definitions: identities(set, calls) };
  return {
    status: 200,
    // Invalid calls also cost work, so every call of the batch counts.
    headers: { ...grant.settle(0), "content-type": JSON_TYPE },
    text: `{"answers":[${texts.join(",")}],${JSON.stringify(end).slice(1)}`,
  };
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
      { pointer: "/calls", message: `calls must have 1 to ${MOST_CALLS} calls, not ${calls.length}.` },
    ];
  return extra;
}

function answerCall(answers: Answers, set: RuntimeSet, call: unknown, tier: string): void {
  const text = answers.room > 0 ? resultOf(set, call, tier) : tooLong();
  if (typeof text === "string") answers.texts.push(`{"status":200,"result":${text}}`);
  else {
    answers.failed++;
    const shown = text.errors?.slice(0, answers.faults);
    answers.faults -= shown?.length ?? 0;
    const bounded = shown === undefined ? text : { ...text, errors: shown };
    answers.texts.push(JSON.stringify({ status: text.status, problem: bounded }));
  }
  answers.room -= answers.texts.at(-1)?.length ?? 0;
}

function resultOf(set: RuntimeSet, call: unknown, tier: string): string | Problem {
  const wrong = problemOfCall(call);
  if (wrong !== undefined) return wrong;
  const { tool: name, input } = call as { tool: string; input: unknown };
  const tool = set.tools.get(name);
  if (tool === undefined) return unknownTool(set.tools, name);
  const outcome = tool.run(input);
  if (!outcome.ok) return invalidInput(outcome.problems, { tool: name });
  return resultText(outcome.result, withTier(tier));
}

function tooLong(): Problem {
  return problem(
    "body-too-large",
    "The answer to this batch has become too long before this call. Split the batch.",
  );
}

function problemOfCall(call: unknown): Problem | undefined {
  if (!isRecord(call))
    return invalidInput([{ pointer: "", message: `A call must be {tool, input}, not ${show(call)}.` }]);
  const problems = unknownNames(call, ["tool", "input"], "", "part of a call");
  if (typeof call.tool !== "string")
    problems.push({ pointer: "/tool", message: "tool must be the name of a tool." });
  if (!("input" in call))
    problems.push({ pointer: "/input", message: "input is required: the tool's inputs as one JSON object." });
  return problems.length > 0 ? invalidInput(problems) : undefined;
}

/** Returns the label and hash of each definition that the batch used. */
function identities(set: RuntimeSet, calls: readonly unknown[]): Record<string, string> {
  const names = new Set(calls.map((call) => (isRecord(call) ? call.tool : undefined)));
  const used = [...set.tools.values()].filter((tool) => names.has(tool.name));
  return Object.fromEntries(
    used.map((tool) => identityOf(set, tool)).map(({ label, sha256 }) => [label, sha256]),
  );
}
