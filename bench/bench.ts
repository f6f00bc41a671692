// In-process benchmarks as ratios: compiled tools against hand-written code, other engines and a bare HTTP request.
// Prints tables; --write updates docs.
import { parseArgs } from "node:util";
import { breathe, interruptible, Progress } from "../src/cli/progress.js";
import { DEFAULT_FOLDER } from "../src/definitions/folder.js";
import { loadOrReport } from "../src/settings/whole.js";
import { type Comparison, comparisons } from "./comparisons.js";
import { charts, page, printed } from "./in-process.js";
import { race } from "./measure.js";
import { writeBlock, writeChart } from "./report.js";

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, only: { type: "string" } },
});
const set = loadOrReport(DEFAULT_FOLDER);
if (set === undefined) process.exit(1);
const signal = interruptible();
const all = await comparisons(set);
const wanted = all.list.filter((each) => values.only === undefined || each.tool.includes(values.only));
const progress = new Progress("measured", wanted.length);
const done: Comparison[] = [];
for (const comparison of wanted) {
  if (signal.stopped) break;
  done.push({ ...comparison, timings: await race(comparison.contenders, comparison.plan) });
  progress.step();
  await breathe();
}
progress.end();
const http = signal.stopped ? undefined : await all.bareRequest();
await all.close();
signal.close();
process.stdout.write(`${printed(done, http)}\n`);
if (signal.stopped) {
  process.stderr.write("Interrupted: what was measured is above, nothing was written.\n");
  process.exitCode = 130;
} else if (values.write && http !== undefined) {
  writeBlock("in-process", page(done, http));
  for (const [name, svg] of charts(done, http)) writeChart(name, svg);
  process.stdout.write("\nWritten to docs/performance.md and docs/performance.\n");
}
