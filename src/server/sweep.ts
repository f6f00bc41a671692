// POST /v1/tools/{name}/sweep: one tool over a range of one or two inputs, chosen result fields as columns, for
// plotting.
import type { FastifyInstance } from "fastify";
import { once } from "../engine/language/once.js";
import type { ServedTool } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import { isRecord, unknownNames } from "../objects.js";
import { admit, refuseCounted } from "./admission.js";
import { identify, unknownTool } from "./calls.js";
import { identityOf } from "./identity.js";
import { bodyOf } from "./json.js";
import type { Service } from "./options.js";
import { invalidInput } from "./problems.js";
import { route } from "./routes.js";
import { inSlices } from "./slices.js";
import { cell, chosenColumns, columnsOf } from "./sweep-columns.js";
import { type Axis, axesOf } from "./sweep-points.js";

/** Points that count as one call. */
export const POINTS_PER_CALL = 100;
/** Refused points that an answer tells the reasons of. */
const SHOWN_REFUSALS = 20;

interface Sweep {
  readonly input: Readonly<Record<string, unknown>>;
  readonly axes: readonly Axis[];
  readonly columns: readonly string[];
}

export function sweepRoutes(app: FastifyInstance, service: Service): void {
  const { set, admission } = service;
  const known = new Map(
    [...set.tools].map(([name, tool]) => [name, once(() => columnsOf(tool.outputSchema))]),
  );
  route(
    app,
    "/v1/tools/:name/sweep",
    {
      POST: async (request, reply) => {
        const { name } = request.params as { name: string };
        const tool = set.tools.get(name);
        if (tool === undefined) return refuseCounted(admission, request, reply, unknownTool(set, name));
        identify(reply, identityOf(set, tool));
        const problems: InputProblem[] = [];
        const sweep = read(bodyOf(request), tool, known.get(name)?.() ?? [], problems);
        if (sweep === undefined || problems.length > 0)
          return refuseCounted(admission, request, reply, invalidInput(problems, { tool: name }));
        const points = sweep.axes.reduce((product, axis) => product * axis.values.length, 1);
        const calls = Math.ceil(points / POINTS_PER_CALL);
        const grant = await admit(admission, request, reply, calls);
        if (grant === undefined) return reply;
        const done = await run(tool, sweep, points, () => request.socket.destroyed);
        reply.headers(grant.settle(0));
        return reply.send({ ...done, tier: grant.tier });
      },
    },
    { bodyLimit: service.batchBodyLimit, config: { counted: admission } },
  );
}

function read(
  body: unknown,
  tool: ServedTool,
  known: readonly string[],
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

async function run(
  tool: ServedTool,
  { input, axes, columns }: Sweep,
  points: number,
  abandoned: () => boolean,
) {
  const varied = axes.map(() => [] as unknown[]);
  const found = columns.map(() => [] as unknown[]);
  const refused: { point: number; errors: readonly InputProblem[] }[] = [];
  let refusals = 0;
  const work = (point: number): void => {
    const values = at(axes, point);
    const outcome = tool.run({
      ...input,
      ...Object.fromEntries(axes.map(({ name }, i) => [name, values[i]])),
    });
    values.forEach((value, i) => {
      varied[i]?.push(value);
    });
    columns.forEach((column, i) => {
      found[i]?.push(outcome.ok ? cell(outcome.result, column) : null);
    });
    if (outcome.ok) return;
    refusals++;
    if (refused.length < SHOWN_REFUSALS) refused.push({ point, errors: outcome.problems });
  };
  await inSlices(points, work, abandoned);
  return {
    tool: tool.name,
    points,
    shape: axes.map((axis) => axis.values.length),
    inputs: Object.fromEntries(axes.map(({ name }, i) => [name, varied[i]])),
    columns: Object.fromEntries(columns.map((column, i) => [column, found[i]])),
    refusals,
    refused,
  };
}

/** The values of one point; the last axis runs fastest. */
function at(axes: readonly Axis[], point: number): unknown[] {
  let rest = point;
  return [...axes]
    .reverse()
    .map(({ values }) => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return value;
    })
    .reverse();
}
