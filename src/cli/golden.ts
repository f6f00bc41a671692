// `plumbline golden`: lists golden cases that fail, and accepts new results after review.
import { existsSync } from "node:fs";
import { GOLDEN_FOLDER } from "../definitions/folder.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder, servedSet } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { manyOf } from "../wording/wording.js";
import { type Difference, goldenTools } from "../workbench/cases.js";
import { acceptable, judge, mayBeStale } from "../workbench/golden.js";
import { accept } from "../workbench/golden-accept.js";
import { toolsNamed } from "./chosen-tools.js";

/** Shipped cases listed with their differences. */
const MOST_SHOWN = 10;

export async function golden(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  const asJson = args.flag("json");
  const accepting = args.flag("accept");
  if (!existsSync(cases)) throw new Usage(`There is no folder ${cases}.`);
  const set = await servedSet(folder);
  if (set === undefined) return 1;
  const wanted = toolsNamed(goldenTools(set), args);
  const judged = judge(wanted, cases);
  const all = judged.flatMap(({ name, cases: each }) => each.map((one) => ({ tool: name, ...one })));
  const moved = all.filter(({ differences }) => differences.length > 0);
  if (asJson && !accepting) {
    const differ = moved.map(({ tool, golden: { name, file, why }, differences }) => ({
      tool,
      case: name,
      file,
      why,
      differences,
    }));
    process.stdout.write(`${JSON.stringify({ cases: all.length, differ }, null, 2)}\n`);
    return moved.length > 0 ? 1 : 0;
  }
  for (const {
    tool,
    golden: { name, file, why },
    differences,
  } of moved)
    process.stdout.write(`${tool}/${file} ${name}  ${why}\n${differences.map(line).join("")}`);
  if (!accepting) {
    process.stdout.write(
      `${manyOf(all.length, "case")}, ${moved.length} differ\n${shippedCases(set, wanted)}`,
    );
    return moved.length > 0 ? 1 : 0;
  }
  const files = accept(judged);
  for (const file of files) process.stdout.write(`${file}\n`);
  const stale = moved.filter((each) => acceptable(each) && mayBeStale(each));
  if (stale.length > 0)
    process.stdout.write("The descriptions of these cases may be outdated; check `why`:\n");
  for (const {
    tool,
    golden: { name, file, why },
  } of stale)
    process.stdout.write(`  ${tool}/${file} ${name}  ${why}\n`);
  const left = moved.filter((each) => !acceptable(each)).length;
  process.stdout.write(
    `${manyOf(all.length, "case")}, ${moved.length - left} rewritten: read the diff before you commit` +
      `${left > 0 ? `; ${left} still differ, because refusals and published figures are changed by hand` : ""}\n`,
  );
  return left > 0 ? 1 : 0;
}

/** Compares shipped cases of tools that are affected by the set's changes of shipped files. */
function shippedCases(set: RuntimeSet, tools: ReadonlyMap<string, RuntimeTool>): string {
  const reached = new Map([...tools].filter(([, tool]) => isReached(set, tool)));
  if (reached.size === 0) return "";
  const names = [...reached.keys()].join(", ");
  if (!existsSync(GOLDEN_FOLDER))
    return `The set changes ${names}; its golden cases are only in plumbline's repository.\n`;
  const all = judge(reached, GOLDEN_FOLDER).flatMap(({ cases }) => cases);
  const moved = all.filter(({ differences }) => differences.length > 0);
  const shown = moved.slice(0, MOST_SHOWN).map(({ golden: { name }, differences: [first, ...more] }) => {
    const also = more.length > 0 ? `, and ${more.length} more` : "";
    return `  ${name}: ${first?.path} ${shownValue(first?.got)} instead of ${shownValue(first?.expected)}${also}\n`;
  });
  return (
    `The set changes ${names}: of ${all.length} cases that ship with them, ${moved.length} answer otherwise` +
    `${moved.length > MOST_SHOWN ? `; the first ${MOST_SHOWN}` : ""}${moved.length > 0 ? ":" : ""}\n${shown.join("")}`
  );
}

/** Whether the set replaces a file of a shipped tool. */
function isReached(set: RuntimeSet, tool: RuntimeTool): boolean {
  return tool.facts.files.some(([path]) => set.files.get(path)?.isInstead === true);
}

function line({ path, expected, got }: Difference): string {
  return `    ${path}\n      expected ${shownValue(expected)}\n      got      ${shownValue(got)}\n`;
}

function shownValue(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
