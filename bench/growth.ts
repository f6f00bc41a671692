// The cost of growth: 27, 270 and 2,700 definitions in separate processes, in alternating rounds. Prints load time,
// memory and call time as ratios to the smallest size. --write updates docs.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { interruptible, Progress } from "../src/cli/progress.js";
import type { Cost } from "./growth-child.js";
import { quantile } from "./measure.js";
import { figures, machine, plain, table, today, writeBlock, writeChart } from "./report.js";
import { barChart } from "./svg.js";

const SIZES = [1, 10, 100];
const HEAP_MB = 8192;

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, rounds: { type: "string", default: "3" } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write("--rounds must be a whole number from 1.\n");
  process.exit(2);
}

let running: ChildProcess | undefined;
process.on("exit", () => running?.kill());

function measure(times: number): Promise<Cost> {
  const child = join(import.meta.dirname, "growth-child.js");
  const flags = ["--expose-gc", `--max-old-space-size=${HEAP_MB}`];
  const started = spawn(process.execPath, [...flags, child, String(times)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = started;
  let text = "";
  started.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  return new Promise((resolve, reject) => {
    started.on("error", reject);
    started.on("exit", (code) => {
      running = undefined;
      if (code === 0) resolve(JSON.parse(text) as Cost);
      else reject(new Error(`The process of ${times} times all definitions ended with ${code}.`));
    });
  });
}

/** Measures each size once per round; undefined after Ctrl-C. */
async function measureAll(): Promise<Cost[][] | undefined> {
  const signal = interruptible();
  const costs: Cost[][] = SIZES.map(() => []);
  const progress = new Progress(
    "definitions loaded",
    27 * rounds * SIZES.reduce((sum, size) => sum + size, 0),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [at, size] of SIZES.entries()) {
      try {
        costs[at]?.push(await measure(size));
      } catch (error) {
        if (signal.stopped) return undefined;
        throw error;
      }
      if (signal.stopped) return undefined;
      progress.step(27 * size);
    }
  }
  progress.end();
  signal.close();
  return costs;
}

interface Row {
  readonly definitions: number;
  readonly load: number;
  readonly heap: number;
  readonly loadRatio: number;
  readonly heapRatio: number;
  readonly latencyRatio: number;
  readonly spread: readonly [number, number];
}

const loadOf = (cost: Cost) => cost.load / cost.definitions;
const heapOf = (cost: Cost) => cost.heap / cost.definitions / 1000;
/** Returns the mean latency ratio over the timed tools. */
function latencyBy(cost: Cost, first: Cost): number {
  const ratios = Object.entries(cost.latency).map(
    ([name, ratio]) => ratio / (first.latency[name] ?? Number.NaN),
  );
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

function rowOf(costs: readonly Cost[], first: readonly Cost[]): Row {
  const byRound = (of: (cost: Cost, first: Cost) => number) =>
    costs.map((cost, round) => of(cost, first[round] as Cost));
  const latency = byRound(latencyBy);
  return {
    definitions: costs[0]?.definitions ?? 0,
    load: quantile(costs.map(loadOf), 0.5),
    heap: quantile(costs.map(heapOf), 0.5),
    loadRatio: quantile(
      byRound((cost, base) => loadOf(cost) / loadOf(base)),
      0.5,
    ),
    heapRatio: quantile(
      byRound((cost, base) => heapOf(cost) / heapOf(base)),
      0.5,
    ),
    latencyRatio: quantile(latency, 0.5),
    spread: [Math.min(...latency), Math.max(...latency)],
  };
}

const HEAD = [
  "definitions",
  "load ms each",
  "ratio",
  "heap kB each",
  "ratio",
  "call, ratio",
  "least and greatest",
];

function cells(row: Row): string[] {
  return [
    row.definitions.toLocaleString("en-GB"),
    figures(row.load),
    row.loadRatio.toFixed(2),
    figures(row.heap),
    row.heapRatio.toFixed(2),
    row.latencyRatio.toFixed(2),
    `${row.spread[0].toFixed(2)} to ${row.spread[1].toFixed(2)}`,
  ];
}

function write(rows: readonly Row[]): void {
  const bars = (of: (row: Row) => number) =>
    rows.map((row) => ({
      label: `${row.definitions.toLocaleString("en-GB")} definitions`,
      value: of(row),
      shown: of(row).toFixed(2),
    }));
  const limit = (value: number) => ({ value, label: `target: at most ${value}` });
  const charts = {
    "growth-load": {
      title: "Load time of one definition",
      bars: bars((row) => row.loadRatio),
      limit: limit(1.2),
    },
    "growth-memory": {
      title: "Memory of one definition",
      bars: bars((row) => row.heapRatio),
      limit: limit(1.2),
    },
    "growth-latency": { title: "Time of one call", bars: bars((row) => row.latencyRatio), limit: limit(1.1) },
  };
  for (const [name, chart] of Object.entries(charts))
    writeChart(name, barChart({ ...chart, unit: "ratio to the smallest set, median" }));
  writeBlock(
    "growth",
    `## Growth

\`npm run bench:growth -- --write\` on ${today()}: ${machine()}. ${rounds} rounds.

Sets of 27, 270 and 2,700 definitions: the real ones, and copies under other names, made in memory. Each size is loaded
in a process of its own, after one small set that warms the engine up. Load time is processor time from texts to tools
that are ready; memory is the heap after garbage collection; both for one definition. A call is timed against the same
tool written by hand in the same process (calculate_pue), so that a slow process does not count. Targets: load time
and memory of one definition at 2,700 at most 1.2 times those at 27, a call within 10 %.

${table(HEAD, rows.map(cells))}

![Load time of one definition](performance/growth-load.svg)

![Memory of one definition](performance/growth-memory.svg)

![Time of one call](performance/growth-latency.svg)
`,
  );
}

const costs = await measureAll();
if (costs === undefined) {
  process.stderr.write("Interrupted: nothing was written.\n");
  process.exit(130);
}
const rows = costs.map((each) => rowOf(each, costs[0] ?? []));
process.stdout.write(`${plain(HEAD, rows.map(cells))}\n`);
if (values.write) {
  write(rows);
  process.stdout.write("\nWritten to docs/performance.md and docs/performance.\n");
}
