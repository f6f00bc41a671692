// verify: compares a given result with the one that the definitions compute for its input.

import { identityOf } from "../../definitions/identity.js";
import { isRecord } from "../../json/objects.js";
import type { Offered } from "./mcp-request.js";
import { given, refusal } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownTool, recordIn, TOOL, toolIn } from "./own-tools.js";

/** Fields that the service adds to a result. */
const AROUND = ["tier", "explanation"];
const MOST_SHOWN = 50;

export function verifyTool({ set }: Offered): OwnTool {
  return ownTool({
    name: "verify",
    title: "Verify a result",
    description:
      "Compares given result fields with those that the definitions compute now, and lists each difference.",
    properties: {
      tool: TOOL,
      arguments: ARGUMENTS,
      result: { type: "object", description: "Result fields to verify" },
    },
    required: ["tool", "arguments", "result"],
    cost: () => 1,
    call: (args, asked) => {
      const tool = toolIn(set, args);
      const claimed = recordIn(args, "result");
      const outcome = tool.run(recordIn(args, "arguments"));
      if (!outcome.ok) return refusal(tool, outcome.problems, asked);
      const fields = Object.fromEntries(Object.entries(claimed).filter(([name]) => !AROUND.includes(name)));
      const differences = differing(fields, outcome.result, "");
      const same = differences.length === 0;
      const { label, sha256 } = identityOf(set, tool);
      const data = {
        identical: same,
        fields: Object.keys(fields).length,
        differences: differences.slice(0, MOST_SHOWN),
        definition: label,
        definition_sha256: sha256,
        tier: asked.tier,
      };
      const differ = `${differences.length} fields differ from what ${label} gives.`;
      return given(data, same ? `identical: ${label} gives these fields.` : differ, asked);
    },
  });
}

interface Difference {
  readonly path: string;
  readonly claimed: unknown;
  readonly computed: unknown;
}

function differing(claimed: unknown, computed: unknown, path: string): Difference[] {
  if (isRecord(claimed) && isRecord(computed))
    return Object.entries(claimed).flatMap(([name, inner]) =>
      differing(
        inner,
        Object.hasOwn(computed, name) ? computed[name] : undefined,
        path === "" ? name : `${path}.${name}`,
      ),
    );
  if (JSON.stringify(claimed) === JSON.stringify(computed)) return [];
  return [{ path, claimed, computed: computed ?? null }];
}
