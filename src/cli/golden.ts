// `plumbline golden`: the golden cases that a tool's answers differ from, and, after a person looked, their acceptance.
import { existsSync } from "node:fs";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder, servedSet } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { noSuch } from "../wording/wording.js";
import { BadCases } from "../workbench/case-file.js";
import { type Difference, goldenTools } from "../workbench/cases.js";
import { acceptable, judge, mayBeStale } from "../workbench/golden.js";
import { accept } from "../workbench/golden-accept.js";

export async function golden(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  const asJson = args.flag("json");
  const accepting = args.flag("accept");
  if (!existsSync(cases)) throw new Usage(`There is no folder ${cases}.`);
  const set = await servedSet(folder);
  if (set === undefined) return 1;
  const tools = goldenTools(set);
  const { words } = args;
  for (const name of words) if (!tools.has(name)) throw new Usage(noSuch("tool", name, tools.keys()).message);
  const wanted = new Map([...tools].filter(([name]) => words.length === 0 || words.includes(name)));
  try {
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
      process.stdout.write(`${all.length} cases, ${moved.length} differ\n`);
      return moved.length > 0 ? 1 : 0;
    }
    const files = accept(judged);
    for (const file of files) process.stdout.write(`${file}\n`);
    const stale = moved.filter((each) => acceptable(each) && mayBeStale(each));
    if (stale.length > 0) process.stdout.write("What these cases say they prove may no longer be true:\n");
    for (const {
      tool,
      golden: { name, file, why },
    } of stale)
      process.stdout.write(`  ${tool}/${file} ${name}  ${why}\n`);
    const left = moved.filter((each) => !acceptable(each)).length;
    process.stdout.write(
      `${all.length} cases, ${moved.length - left} rewritten: read the diff before you commit` +
        `${left > 0 ? `; ${left} still differ, because refusals and published figures are changed by hand` : ""}\n`,
    );
    return left > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function line({ path, expected, got }: Difference): string {
  const shown = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
  return `    ${path}\n      expected ${shown(expected)}\n      got      ${shown(got)}\n`;
}
