// sweep: computes one tool over a range of one or two inputs.
import { pointsOf } from "../../tables/sweep.js";
import { refusalLines } from "../../wording/wording.js";
import { POINTS_PER_CALL, runSweep, sweepReader } from "../calls/sweep.js";
import type { Offered, Params } from "./mcp-request.js";
import { given, refused } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownTool, recordIn, TOOL, toolIn, WrongArguments } from "./own-tools.js";

/** Points that a model can use; HTTP allows more. */
const MOST_POINTS = 500;

export function sweepTool({ set }: Offered): OwnTool {
  const reader = sweepReader(set);
  const read = (args: Params) => {
    const tool = toolIn(set, args);
    const { vary, columns } = args;
    const body = { input: recordIn(args, "arguments"), vary, ...(columns === undefined ? {} : { columns }) };
    return { tool, ...reader(tool, body) };
  };
  const cost = (args: Params) => Math.ceil(sizeOf(() => read(args)) / POINTS_PER_CALL);
  return ownTool({
    name: "sweep",
    title: "Sweep over inputs",
    description: "One tool over a range of one or two inputs: what changes a result, and from where on.",
    properties: {
      tool: TOOL,
      arguments: { ...ARGUMENTS, description: "What stays fixed" },
      vary: {
        type: "object",
        description: `For each input a list of values or {from, to, points}; at most ${MOST_POINTS} points`,
      },
      columns: {
        type: "array",
        items: { type: "string" },
        description: "Result fields, by name or title",
      },
    },
    required: ["tool", "vary"],
    cost,
    call: async (args, asked) => {
      const { tool, sweep, problems } = read(args);
      if (sweep === undefined || problems.length > 0) {
        const lines = refusalLines(problems).map((line) => `- ${line}`);
        const said = ["The sweep does not fit; nothing was computed.", ...lines].join("\n");
        return refused(said, { tool: "sweep", errors: problems }, asked);
      }
      const points = pointsOf(sweep);
      if (points > MOST_POINTS)
        throw new WrongArguments(
          "/vary",
          `${points} points are more than the ${MOST_POINTS} of a sweep over MCP.`,
        );
      const done = await runSweep(tool, sweep, points, asked.hasLeft);
      const data = { ...done, tier: asked.tier };
      const said = `${points} points, ${done.refusals} refused.`;
      if (done.refusals < points) return given(data, said, asked);
      return refused(`${said} Every point was refused; nothing was computed.`, data, asked, cost(args));
    },
  });
}

/** Returns the points of a sweep; 1 if it is invalid. */
function sizeOf(read: () => { sweep: Parameters<typeof pointsOf>[0] | undefined }): number {
  try {
    const { sweep } = read();
    return sweep === undefined ? 1 : Math.max(1, Math.min(MOST_POINTS, pointsOf(sweep)));
  } catch (error) {
    if (error instanceof WrongArguments) return 1;
    throw error;
  }
}
