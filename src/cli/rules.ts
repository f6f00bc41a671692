// `plumbline rules`: lists the decisions of a tool, or exports them as rule sets of json-rules-engine.
import { wholeTool } from "../build/whole.js";
import type { Arguments } from "../settings/arguments.js";
import { manyOf } from "../wording/wording.js";
import { namedTool } from "./tools.js";

export async function listRules(args: Arguments): Promise<number> {
  const named = await namedTool(args.atMost(1));
  if (named === undefined) return 1;
  const { def } = (await wholeTool(named.set, named.tool)).plan;
  const { exportedFormulas, ruleSets } = await import("../independent/export.js");
  const sets = ruleSets(def);
  const { name, version } = def;
  process.stdout.write(
    args.flag("json")
      ? `${JSON.stringify({ tool: name, version, decisions: sets, formulas: exportedFormulas(def) }, null, 2)}\n`
      : sets
          .map(({ id, at, takes, rules }) => {
            const all = takes === "first" ? "first matching rule" : "all matching rules";
            return `${id}  ${manyOf(rules.length, "rule")}, ${all}  ${at.replace(/:\d+$/, "")}\n`;
          })
          .join(""),
  );
  return 0;
}
