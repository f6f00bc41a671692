// Golden cases by hand: a readable diff, and acceptance after a human looked.
//   npm run golden [-- tool ...]              shows field, expected, got
//   npm run golden -- --accept <tool>         rewrites the expected results of the cases that differ, prints what moved
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { loadOrReport } from "../src/command/whole.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { compareGolden, type Difference, goldenTools, readGolden } from "../src/golden.js";

const GOLDEN = join(DEFAULT_FOLDER, "../test/golden");

function main(args: readonly string[]): number {
  const accept = args.includes("--accept");
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  const set = loadOrReport(DEFAULT_FOLDER);
  if (set === undefined) return 1;
  const tools = goldenTools(set);
  const unknown = wanted.find((name) => !tools.has(name));
  if (unknown !== undefined || (accept && wanted.length !== 1)) {
    process.stderr.write(
      unknown === undefined ? "--accept takes exactly one tool.\n" : `There is no tool ${unknown}.\n`,
    );
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
      process.stdout.write(`${name}/${golden.file}  ${golden.why}\n${found.map(line).join("")}`);
      if (accept && golden.expect !== undefined && outcome.ok)
        rewrite(join(folder, golden.file), outcome.result);
    }
  }
  process.stdout.write(
    `${cases} cases, ${moved} ${accept ? "rewritten: read the diff before you commit" : "differ"}\n`,
  );
  return moved > 0 && !accept ? 1 : 0;
}

function line({ path, expected, got }: Difference): string {
  return `    ${path}\n      expected ${JSON.stringify(expected)}\n      got      ${JSON.stringify(got)}\n`;
}

/** Replaces the expected result and leaves reason, source, input and comments as they stand. */
function rewrite(file: string, result: Record<string, unknown>): void {
  const document = parseDocument(readFileSync(file, "utf8"));
  document.set("expect", document.createNode(result));
  writeFileSync(file, document.toString({ lineWidth: 120 }));
}

process.exitCode = main(process.argv.slice(2));
