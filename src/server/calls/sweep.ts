// POST /v1/tools/{name}/sweep: computes one tool over a range of one or two inputs and returns chosen result fields
// as columns.
import type { FastifyInstance } from "fastify";
import { identityOf } from "../../definitions/identity.js";
import { once } from "../../engine/language/once.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { isRecord, unknownNames } from "../../json/objects.js";
import { pointsOf, type Sweep, type Swept, sweeping } from "../../tables/sweep.js";
import { chosenColumns, type SweepFields, sweepFields } from "../../tables/sweep-columns.js";
import { axesOf } from "../../tables/sweep-points.js";
import { bodyOf } from "../http/json.js";
import { invalidInput } from "../http/problems.js";
import { route } from "../http/routes.js";
import { inSlices } from "../http/slices.js";
import type { Service } from "../options.js";
import { admit, refuseCounted } from "./admission.js";
import { identify, unknownTool } from "./calls.js";

export const POINTS_PER_CALL = 100;

export function sweepRoutes(app: FastifyInstance, service: Service): void {
  const { set, admission } = service;
  const read = sweepReader(set);
  route(app, "/v1/tools/:name/sweep", {
    bodyLimit: service.batchBodyLimit,
    config: { counted: admission },
    POST: async (request, reply) => {
      const { name } = request.params as { name: string };
      const tool = set.tools.get(name);
      if (tool === undefined) return refuseCounted(request, reply, unknownTool(set.tools, name));
      identify(reply, identityOf(set, tool));
      const { sweep, problems } = read(tool, bodyOf(request));
      if (sweep === undefined || problems.length > 0)
        return refuseCounted(request, reply, invalidInput(problems, { tool: name }));
      const points = pointsOf(sweep);
      const grant = await admit(admission, request, reply, Math.ceil(points / POINTS_PER_CALL));
      if (grant === undefined) return reply;
      const done = await runSweep(tool, sweep, points, () => request.socket.destroyed);
      reply.headers(grant.settle(0));
      return reply.send({ ...done, tier: grant.tier });
    },
  });
}

/** Reads a sweep from a body, and lists every fault in it. */
export function sweepReader({ tools }: RuntimeSet) {
  const fields = new Map([...tools].map(([name, tool]) => [name, once(() => sweepFields(tool))]));
  return (tool: RuntimeTool, body: unknown) => {
    const problems: InputProblem[] = [];
    const known = fields.get(tool.name)?.() ?? sweepFields(tool);
    return { sweep: readSweep(body, tool, known, problems), problems };
  };
}

function readSweep(
  body: unknown,
  tool: RuntimeTool,
  known: SweepFields,
  problems: InputProblem[],
): Sweep | undefined {
  if (!isRecord(body)) {
    problems.push({ pointer: "", message: "The body must be one JSON object with input, vary and columns." });
    return undefined;
  }
  problems.push(...unknownNames(body, ["input", "vary", "columns"], "", "part of a sweep"));
  const input = body.input ?? {};
  if (!isRecord(input)) {
    problems.push({
      pointer: "/input",
      message: "input must be one JSON object: the inputs that stay fixed.",
    });
    return undefined;
  }
  const axes = axesOf(body.vary, tool.facts.inputs, problems);
  for (const { name } of axes)
    if (Object.hasOwn(input, name))
      problems.push({ pointer: `/input/${name}`, message: `${name} is varied and cannot be fixed as well.` });
  return { input, axes, columns: chosenColumns(body.columns, known, problems) };
}

/** Computes every point, in slices, until the client leaves. */
export async function runSweep(
  tool: RuntimeTool,
  sweep: Sweep,
  points: number,
  abandoned: () => boolean,
): Promise<Swept> {
  const { point, done } = sweeping(tool, sweep);
  await inSlices(points, point, abandoned);
  return done();
}
