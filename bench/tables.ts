// Tables on the command line: rows per second of processor time on one core, against the same rows in one process;
// the gain of a second core; and peak memory. --rows 10000000 shows that memory does not grow.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSet } from "../src/build/open.js";
import { DEFAULT_FOLDER } from "../src/definitions/folder.js";
import type { RuntimeTool } from "../src/engine/run/tool.js";
import { quantile } from "./measure.js";
import { figures, machine, plain, table, today, writeBlock } from "./report.js";
import { validInputs, writeTable } from "./table-rows.js";
import type { Usage } from "./usage.js";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    tools: { type: "string", default: "calculate_pue,mees_checker" },
    folder: { type: "string", default: tmpdir() },
    write: { type: "boolean", default: false },
  },
});
const rows = whole("rows", values.rows);
const rounds = whole("rounds", values.rounds);

function whole(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  process.stderr.write(`--${name} must be a whole number from 1.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(values.folder, "plumbline-tables-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));

interface Run extends Usage {
  /** Milliseconds of wall time. */
  readonly wall: number;
}

/** Whether a process can be pinned to one core; otherwise collector, compiler and output would use others. */
const canPin = spawnSync("taskset", ["-c", "1", "true"]).status === 0;

/** Runs the command line on a table; one worker uses one core, which may be chosen. */
async function run(tool: RuntimeTool, input: string, workers: number, core = 0): Promise<Run> {
  const usage = join(folder, `usage-${core}.json`);
  const begun = performance.now();
  const [command = "", ...args] = [
    ...(workers === 1 && canPin ? ["taskset", "-c", String(core)] : []),
    ...[process.execPath, "--import", new URL("./usage.js", import.meta.url).href],
    ...[join(import.meta.dirname, "../src/cli.js"), "run", tool.name, "--table", input],
    ...["--output", join(folder, `out-${core}.csv`), "--workers", String(workers)],
  ];
  const env = { ...process.env, USAGE_FILE: usage };
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "ignore"] });
  const status = await new Promise((resolve) => child.once("exit", resolve));
  const wall = performance.now() - begun;
  if (status !== 0) throw new Error(`The run of ${tool.name} ended with ${String(status)}.`);
  return { ...(JSON.parse(readFileSync(usage, "utf8")) as Usage), wall };
}

/** Returns the tool's milliseconds of processor time for these rows. */
function inProcess(tool: RuntimeTool, inputs: readonly object[]): number {
  const passes = Math.max(1, Math.round(Math.min(rows, 500_000) / inputs.length));
  const begun = process.cpuUsage();
  let computed = 0;
  for (let pass = 0; pass < passes; pass++)
    for (const input of inputs) if (tool.run({ ...input }).ok) computed++;
  const { user, system } = process.cpuUsage(begun);
  return ((user + system) / 1000) * (rows / computed);
}

const head = [
  "tool",
  "rows a second of CPU, one core",
  "of the rate in process",
  "two cores by one, wall",
  "two runs at once by one, wall",
  "CPU of two by one",
  "peak MB, one core",
  "peak MB, two",
];

async function measured(tool: RuntimeTool): Promise<string[]> {
  const inputs = validInputs(tool);
  const input = join(folder, `${tool.name}.csv`);
  const bytes = writeTable(input, inputs, rows);
  process.stderr.write(`${tool.name}: ${rows} rows, ${Math.round(bytes / 1e6)} MB\n`);
  inProcess(tool, inputs);
  const turns: { alone: Run; both: Run; twice: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++)
    turns.push({
      alone: await run(tool, input, 1),
      both: await run(tool, input, 2),
      // Twice the rows by two independent processes, to measure the value of a second core.
      twice: Math.max(
        ...(await Promise.all([run(tool, input, 1, 0), run(tool, input, 1, 1)])).map(({ wall }) => wall),
      ),
      bare: inProcess(tool, inputs),
    });
  rmSync(input);
  const median = (of: (turn: (typeof turns)[number]) => number) => quantile(turns.map(of), 0.5);
  return [
    tool.name,
    figures(median(({ alone }) => (1000 * rows) / alone.cpu)),
    figures(median(({ alone, bare }) => bare / alone.cpu)),
    figures(median(({ alone, both }) => alone.wall / both.wall)),
    figures(median(({ alone, twice }) => (2 * alone.wall) / twice)),
    figures(median(({ alone, both }) => both.cpu / alone.cpu)),
    figures(Math.max(...turns.map(({ alone }) => alone.peak))),
    figures(Math.max(...turns.map(({ both }) => both.peak))),
  ];
}

const { set } = await openSet(DEFAULT_FOLDER, {});
const lines: string[][] = [];
for (const name of values.tools.split(",")) {
  const tool = set?.tools.get(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  lines.push(await measured(tool));
}
process.stdout.write(`${plain(head, lines)}\n`);
if (values.write)
  writeBlock(
    "tables",
    `## Whole tables

\`npm run bench:tables -- --write --rows ${rows}\` on ${today()}: ${machine()}. ${rounds} rounds.

CSV to CSV by the command line, from its start to its end, ${figures(rows)} rows. Rates are rows a second of processor time; the rate
in process is that of the tool's own function on inputs that are there already. One worker is held to one core, where the
collector and the compiler take their turns as well; the second is judged by the clock on the wall, so it needs a machine
without other work. Two runs at once, each with a core of its own and nothing in common, show what the second core of the
machine is worth: cores that share their insides bring less than twice. Targets: 60,000 rows a second, two cores 1.6 times one, 500 MB for 10
million rows.

${table(head, lines)}`,
  );
