// compare: runs one tool over several variants of a case and lists the results that differ.
import { isRecord } from "../../json/objects.js";
import { refusalLines } from "../../wording/wording.js";
import type { Offered, Params } from "./mcp-request.js";
import { given, refused as refusedCall } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownTool, recordIn, TOOL, toolIn, WrongArguments } from "./own-tools.js";

const MOST_CASES = 20;

export function compareTool({ set }: Offered): OwnTool {
  return ownTool({
    name: "compare",
    title: "Compare variants",
    description: "Calls a tool for each variant of a case and lists the results that differ.",
    properties: {
      tool: TOOL,
      arguments: { ...ARGUMENTS, description: "What all variants share" },
      variants: {
        type: "object",
        description: `By title, the arguments that differ; 2 to ${MOST_CASES} variants`,
        additionalProperties: { type: "object" },
      },
    },
    required: ["tool", "variants"],
    cost: (args) => Math.max(1, Math.min(MOST_CASES, Object.keys(variantsOf(args)).length)),
    call: (args, asked) => {
      const tool = toolIn(set, args);
      const shared = recordIn(args, "arguments");
      const variants = Object.entries(variantsOf(args));
      if (variants.length < 2 || variants.length > MOST_CASES)
        throw new WrongArguments("/variants", `variants must be an object of 2 to ${MOST_CASES} variants.`);
      const outcomes = variants.map(([title, more]) => {
        if (!isRecord(more))
          throw new WrongArguments("/variants", "Each variant must be an object: the arguments that differ.");
        return { title, outcome: tool.run({ ...shared, ...more }) };
      });
      const columns = outcomes.map(({ outcome }) => (outcome.ok ? leavesOf(outcome.result) : new Map()));
      const refused = outcomes.flatMap(({ title, outcome }) =>
        outcome.ok ? [] : [{ variant: title, errors: outcome.problems }],
      );
      const differences = Object.fromEntries(
        [...new Set(columns.flatMap((column) => [...column.keys()]))]
          .map((path) => [path, columns.map((column) => column.get(path) ?? null)] as const)
          .filter(([, values]) => new Set(values).size > 1),
      );
      const titles = variants.map(([title]) => title);
      const data = { tool: tool.name, variants: titles, differences, refused, tier: asked.tier };
      const lines = refused.flatMap(({ variant, errors }) =>
        refusalLines(errors).map((line) => `- ${variant}: ${line}`),
      );
      if (refused.length === variants.length) {
        const none = ["Every variant was refused; nothing was computed.", ...lines].join("\n");
        return refusedCall(none, data, asked, refused.length);
      }
      const said = `${Object.keys(differences).length} results differ between ${titles.join(", ")}.`;
      const more = lines.length === 0 ? [] : ["Refused, and without results:", ...lines];
      return { ...given(data, [said, ...more].join("\n"), asked), failed: refused.length };
    },
  });
}

function variantsOf({ variants }: Params): Params {
  return isRecord(variants) ? variants : {};
}

/** Returns the single values of a result by path; lists as JSON texts. */
function leavesOf(value: unknown, path = ""): Map<string, unknown> {
  if (Array.isArray(value)) return new Map([[path, JSON.stringify(value)]]);
  if (!isRecord(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leavesOf(inner, path === "" ? name : `${path}.${name}`),
    ]),
  );
}
