// `plumbline promises`: tests the promises of definitions on golden, boundary and random inputs, and shows the
// smallest failing input.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder } from "../settings/served-set.js";
import { loadOrReport } from "../settings/whole.js";
import { goldenTools, isOwn, readGolden } from "../workbench/cases.js";
import { breachText, summaryOf } from "../workbench/promises/report.js";
import { type Tried, tryPromises } from "../workbench/promises/try.js";
import { toolsNamed } from "./chosen-tools.js";
import { columns } from "./columns.js";
import { workThrough } from "./progress.js";

const INPUTS = 5000;
const MOST_INPUTS = 10_000_000;
const SEED = "plumbline";

export async function promises(args: Arguments): Promise<number> {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  const asJson = args.flag("json");
  const count = args.whole("inputs", 1, MOST_INPUTS) ?? INPUTS;
  const seed = args.text("seed") ?? SEED;
  const set = loadOrReport(folder);
  if (set === undefined) return 1;
  const all = goldenTools(set);
  const chosen = toolsNamed(all, args, (tool) => isOwn(set, tool));
  const promised = [...chosen.values()].reduce((sum, { plan }) => sum + plan.def.promises.length, 0);
  const trials = function* (): Generator<Tried | undefined> {
    for (const [name, tool] of chosen) {
      const options = { golden: goldenInputs(join(cases, name)), count, seed, others: set.tools };
      for (const each of tryPromises(tool, options)) yield each && { ...each, tool: name };
    }
  };
  const tried: Tried[] = [];
  const complete = await workThrough("promises tried:", promised, trials(), (each) => tried.push(each));
  if (asJson)
    process.stdout.write(`${JSON.stringify({ seed, inputs: count, complete, promises: tried }, null, 2)}\n`);
  else {
    process.stdout.write(columns(tried.map((each) => [each.tool, each.promise, summaryOf(each)])));
    for (const each of tried) {
      const def = all.get(each.tool)?.plan.def.promises.find(({ id }) => id === each.promise);
      if (def !== undefined && each.breach !== undefined) process.stdout.write(`\n${breachText(each, def)}`);
    }
    if (tried.length === 0 && complete) process.stdout.write("Nothing is promised.\n");
  }
  if (!complete) {
    process.stderr.write("Interrupted: only the promises above were tested.\n");
    return 130;
  }
  return tried.every(({ outcome }) => outcome === "held") ? 0 : 1;
}

function goldenInputs(folder: string): unknown[] {
  return existsSync(folder) ? readGolden(folder).map(({ input }) => input) : [];
}
