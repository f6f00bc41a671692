// The catalogue and the calls.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { nearestOf } from "../engine/nearest.js";
import type { Tool } from "../engine/tool.js";
import type { AppOptions } from "./app.js";
import { invalidInput, problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";

/** Callers without a key. */
const FREE_TIER = "free";

export async function toolRoutes(app: FastifyInstance, { set }: AppOptions): Promise<void> {
  const catalogue = [...set.tools.values()].map(entryOf);
  route(app, "/v1/tools", { GET: async () => ({ tools: catalogue, count: catalogue.length }) });

  route(app, "/v1/tools/:name", {
    POST: async (request, reply) => {
      const { name } = request.params as { name: string };
      const tool = set.tools.get(name);
      if (tool === undefined) {
        const near = nearestOf(name, set.tools.keys(), 3);
        return sendProblem(
          reply,
          problem(
            "unknown-tool",
            `There is no tool ${JSON.stringify(name.slice(0, 80))}. Near: ${near.join(", ")}.`,
            { near },
          ),
        );
      }
      const explain = explainWanted(request);
      if (explain === undefined)
        return sendProblem(reply, problem("bad-request", "explain must be true or false."));
      return explain ? answerExplained(tool, request, reply) : answer(tool, request, reply);
    },
  });
}

function entryOf(tool: Tool) {
  const { def } = tool.plan;
  return {
    name: def.name,
    title: def.title,
    description: def.description,
    category: def.category,
    version: def.version,
    edition: def.edition,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  };
}

function explainWanted(request: FastifyRequest): boolean | undefined {
  const { explain } = request.query as { explain?: string };
  if (explain === undefined || explain === "false") return false;
  return explain === "true" ? true : undefined;
}

function answer(tool: Tool, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outcome = tool.run(request.body);
  if (!outcome.ok) return sendProblem(reply, invalidInput(tool.name, outcome.problems));
  return reply.send({ ...outcome.result, tier: FREE_TIER });
}

async function answerExplained(
  tool: Tool,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { outcome, explanation } = await tool.explain(request.body);
  if (!outcome.ok) return sendProblem(reply, invalidInput(tool.name, outcome.problems));
  return reply.send({ ...outcome.result, tier: FREE_TIER, explanation });
}
