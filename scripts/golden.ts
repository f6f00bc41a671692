// Golden cases by hand: a readable diff.
//   npm run golden [-- tool ...]              shows field, expected, got
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadOrReport } from "../src/cli/whole.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { compareGolden, type Difference, goldenTools, readGolden } from "../src/golden.js";

const GOLDEN = join(DEFAULT_FOLDER, "../test/golden");

function main(args: readonly string[]): number {
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  const set = loadOrReport(DEFAULT_FOLDER);
  if (set === undefined) return 1;
  const tools = goldenTools(set);
  const unknown = wanted.find((name) => !tools.has(name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no tool ${unknown}.\n`);
    return 2;
  }
  let cases = 0;
  let moved = 0;
  for (const [name, tool] of tools) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const folder = join(GOLDEN, name);
    if (!existsSync(folder)) continue;
    for (const golden of readGolden(folder)) {
      cases++;
      const outcome = tool.run(golden.input);
      const found = compareGolden(golden, outcome);
      if (found.length === 0) continue;
      moved++;
      process.stdout.write(`${name} ${golden.name}  ${golden.why}\n${found.map(line).join("")}`);
    }
  }
  process.stdout.write(`${cases} cases, ${moved} differ\n`);
  return moved > 0 ? 1 : 0;
}

function line({ path, expected, got }: Difference): string {
  return `    ${path}\n      expected ${JSON.stringify(expected)}\n      got      ${JSON.stringify(got)}\n`;
}

process.exitCode = main(process.argv.slice(2));
