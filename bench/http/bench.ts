// HTTP benchmarks as ratios within one run: tools against a hand-written handler, limits on and off, MCP against
// REST, start and memory against a bare server. --write updates docs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { interruptible, Progress } from "../../src/cli/progress.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { loadOrReport } from "../../src/settings/whole.js";
import { writeBlock, writeChart } from "../report.js";
import { type Round, round, type Target, target, warmUp } from "./load.js";
import { charts, type Figures, page, printed, type Ratio } from "./report.js";
import { DIST, makeKeys, type ServerProcess, startPlumbline, startServer } from "./servers.js";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    rounds: { type: "string", default: "7" },
    soak: { type: "string", default: "60" },
  },
});
const ROUNDS = Number(values.rounds);
const SOAK_S = Number(values.soak);
const HAND = join(DIST, "bench/http/hand-server.js");
const BARE = join(DIST, "bench/http/bare-server.js");
/** Requests per round, which takes some tenths of a second. */
const COUNT = 2000;
/** Server processes per tool, because compilation luck changes speed by a tenth. */
const PROCESSES = 3;
/** Maximum rounds of warm-up. */
const WARM_ROUNDS = 20;
const CALLS = 100_000;

const set = loadOrReport(DEFAULT_FOLDER);
if (set === undefined) process.exit(1);
const { tools } = set;
const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
const signal = interruptible();
const servers: ServerProcess[] = [];
const use = async (starting: Promise<ServerProcess>): Promise<ServerProcess> => {
  const server = await starting;
  servers.push(server);
  return server;
};

/** Measures targets in turn, and compares each with the first of the same round. */
async function compare(targets: readonly Target[], rounds: number): Promise<Ratio[]> {
  for (const each of targets) await warmUp(each, COUNT, WARM_ROUNDS, () => signal.stopped);
  const taken = await takeTurns(targets, rounds);
  return targets.map(({ name }, index) => ratioOf(name, taken[index] ?? [], taken[0] ?? []));
}

/**
 * Compares each target with a rival in pairs. The rival answers as many requests as all others together, so that both
 * are equally warm, and disturbances affect both.
 */
async function compareInPairs(rival: Target, targets: readonly Target[], rounds: number): Promise<Ratio[]> {
  const paired = targets.flatMap((each) => [rival, each]);
  for (const each of paired) await warmUp(each, COUNT, WARM_ROUNDS, () => signal.stopped);
  const taken = await takeTurns(paired, rounds);
  return targets.map(({ name }, at) => ratioOf(name, taken[at * 2 + 1] ?? [], taken[at * 2] ?? []));
}

async function takeTurns(targets: readonly Target[], rounds: number): Promise<Round[][]> {
  const taken: Round[][] = targets.map(() => []);
  for (let at = 0; at < rounds && !signal.stopped; at++)
    for (const [index, each] of targets.entries()) taken[index]?.push(await round(each, COUNT));
  return taken;
}

function ratioOf(name: string, own: readonly Round[], first: readonly Round[]): Ratio {
  return {
    name,
    rate: median(own.map(({ rate }) => rate)),
    throughput: median(own.map(({ rate }, at) => rate / (first[at]?.rate ?? Number.NaN))),
    processor: median(own.map(({ processor }, at) => (first[at]?.processor ?? Number.NaN) / processor)),
  };
}

/** Returns the median of each figure over several runs. */
function middleOf(runs: readonly (readonly Ratio[])[]): Ratio[] {
  return (runs[0] ?? []).map(({ name }, at) => {
    const of = (figure: "rate" | "throughput" | "processor") =>
      median(runs.flatMap((run) => run[at]?.[figure] ?? []));
    return { name, rate: of("rate"), throughput: of("throughput"), processor: of("processor") };
  });
}

async function startBoth(): Promise<[hand: ServerProcess, limited: ServerProcess]> {
  return [await use(startServer(HAND, [])), await use(startPlumbline({ DATA_DIR: folder }))];
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Returns the first example of a tool. */
function inputOf(tool: string): unknown {
  return tools.get(tool)?.facts.examples[0]?.input;
}

/** Returns a tool call of the newest MCP revision. */
function toolCall(name: string, input: unknown) {
  const [version, method] = ["2026-07-28", "tools/call"];
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    message: { jsonrpc: "2.0", id: 1, method, params: { name, arguments: input, _meta: meta } },
    headers: { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name },
  };
}

async function measure(): Promise<Figures> {
  const progress = new Progress("measured", 5);
  if (set === undefined) throw new Error("the definitions are not sound");
  const keys = await makeKeys(40, folder);
  const first = "calculate_pue";
  const input = inputOf(first);
  const runs: Ratio[][] = [];
  let [hand, limited] = await startBoth();
  const called = (name: string) => target(name, limited, `/v1/tools/${name}`, [inputOf(name)], keys);
  for (let at = 1; ; at++) {
    const byHand = target("written by hand", hand, "/hand", [input]);
    runs.push(await compareInPairs(byHand, [...set.tools.keys()].map(called), ROUNDS));
    if (at === PROCESSES || signal.stopped) break;
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    [hand, limited] = await startBoth();
  }
  const tools = middleOf(runs);
  progress.step();
  // Both are new processes, because a server that served every tool is compiled differently.
  const open = await use(startPlumbline({ DATA_DIR: ":memory:", LIMITS: "off" }));
  const ownFolder = join(folder, "counting");
  const ownKeys = await makeKeys(40, ownFolder);
  const counting = await use(startPlumbline({ DATA_DIR: ownFolder }));
  const [, limits] = await compare(
    [
      target("limits off", open, `/v1/tools/${first}`, [input]),
      target("limits on", counting, `/v1/tools/${first}`, [input], ownKeys),
    ],
    ROUNDS * 2,
  );
  progress.step();
  const { message, headers } = toolCall(first, input);
  const [, mcp] = await compare(
    [called(first), target("MCP", limited, "/mcp", [message], keys, headers)],
    ROUNDS,
  );
  progress.step();

  const bare = await use(startServer(BARE, []));
  const newFolder = join(folder, "new");
  const newKeys = await makeKeys(40, newFolder);
  const own = await use(startPlumbline({ DATA_DIR: newFolder }));
  const memory = await memoryAfter(
    CALLS,
    target("bare", bare, "/bare", [{ a: 1 }]),
    target(first, own, `/v1/tools/${first}`, [input], newKeys),
  );
  const soak = await soakFor(limited, called(first));
  progress.step();
  const starts: number[] = [];
  for (let at = 0; at < 9; at++) {
    const bareMs = await firstAnswer(startServer(BARE, []), "/bare", { a: 1 });
    const ownMs = await firstAnswer(startPlumbline({ DATA_DIR: ":memory:" }), `/v1/tools/${first}`, input);
    starts.push(ownMs / bareMs);
  }
  progress.step();
  progress.end();
  if (limits === undefined || mcp === undefined) throw new Error("a comparison gave nothing");
  return {
    tools,
    limits,
    mcp,
    memory,
    residentMib: limited.resident(),
    soak,
    start: median(starts),
  };
}

/** Returns milliseconds from the start of a server to its first answer. */
async function firstAnswer(starting: Promise<ServerProcess>, path: string, body: unknown): Promise<number> {
  const server = await starting;
  await round(target("first", server, path, [body]), 1);
  const elapsed = performance.now() - server.began;
  await server.stop();
  return elapsed;
}

/** Returns the memory of a new server after these calls, relative to another new server. */
async function memoryAfter(calls: number, other: Target, own: Target): Promise<number> {
  for (const each of [other, own]) await round(each, calls);
  return own.server.resident() / other.server.resident();
}

/** Returns the memory at the end of the soak, relative to that after its first tenth. */
async function soakFor(server: ServerProcess, load: Target): Promise<number> {
  const until = performance.now() + SOAK_S * 1000;
  const early = performance.now() + SOAK_S * 100;
  let begun = server.resident();
  while (performance.now() < until && !signal.stopped) {
    await round(load, COUNT);
    if (performance.now() < early) begun = server.resident();
  }
  return server.resident() / begun;
}

try {
  const figures = await measure();
  if (signal.stopped) {
    process.stderr.write("Interrupted: nothing was written.\n");
    process.exitCode = 130;
  } else {
    process.stdout.write(`${printed(figures)}\n`);
    if (values.write) {
      writeBlock("http", page(figures));
      for (const [name, svg] of charts(figures)) writeChart(name, svg);
      process.stdout.write("\nWritten to docs/performance.md and docs/performance.\n");
    }
  }
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
  signal.close();
}
