// Tries to break the local service: random inputs, hostile requests, SIGTERM under load, overload, fairness, hostile
// definitions. Exit code 1 on any fault. npm run stress [-- --seed text] [--inputs n] [--every n] [--hostile n]
// [--stops n] [--only inputs,hostile,stop,overload,fairness,bodies,definitions]
import { join } from "node:path";
import { duration } from "../../src/cli/progress.js";
import { readArguments } from "../../src/cli/read-arguments.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { Usage } from "../../src/settings/usage.js";
import { loadOrReport } from "../../src/settings/whole.js";
import { hostileDefinitions } from "./stress/definitions/run.js";
import { fairness } from "./stress/fairness.js";
import { hostile } from "./stress/hostile.js";
import { overload } from "./stress/overload.js";
import type { Outcome, SetContext } from "./stress/scenario.js";
import { endAll } from "./stress/server-process.js";
import { sigterm } from "./stress/sigterm.js";
import { validInputs } from "./stress/valid-inputs.js";

const CLI = join(import.meta.dirname, "../../src/cli.js");
const SCENARIOS = ["inputs", "hostile", "stop", "overload", "fairness", "bodies", "definitions"] as const;
type Name = (typeof SCENARIOS)[number];

interface Wanted {
  readonly seed: string;
  readonly inputs: number;
  /** The interpreter computes one in this many inputs. */
  readonly every: number;
  readonly hostile: number;
  readonly stops: number;
  readonly only: readonly Name[];
}

const OPTIONS = Object.fromEntries(
  ["seed", "inputs", "every", "hostile", "stops", "only"].map((name) => [name, { value: "", does: "" }]),
);

function wantedOf(typed: readonly string[]): Wanted | string {
  const args = readArguments("stress", typed, OPTIONS).atMost(0);
  const numbers = { inputs: 20_000, every: 10, hostile: 100_000, stops: 5 };
  const seed = args.text("seed") ?? "plumbline";
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const given = args.text(name);
    if (given === undefined) continue;
    const number = Number(given);
    if (!Number.isInteger(number) || number < 1 || number > 10_000_000)
      return `--${name} must be a whole number from 1 to 10000000, not ${given}.`;
    numbers[name] = number;
  }
  const only = args.text("only")?.split(",") ?? SCENARIOS;
  const unknown = only.find((name) => !SCENARIOS.some((each) => each === name));
  if (unknown !== undefined) return `There is no scenario ${unknown}; there are ${SCENARIOS.join(", ")}.`;
  return { seed, ...numbers, only: only as readonly Name[] };
}

async function main(args: string[]): Promise<number> {
  const wanted = wantedOf(args);
  if (typeof wanted === "string") {
    process.stderr.write(`${wanted}\n`);
    return 2;
  }
  const set = loadOrReport(DEFAULT_FOLDER);
  if (set === undefined) return 1;
  let interrupted = false;
  // The first Ctrl-C ends the current scenario; the second exits at once.
  process.on("SIGINT", () => {
    if (interrupted) process.exit(130);
    interrupted = true;
  });
  const around: SetContext = { cli: CLI, set, seed: wanted.seed, stopped: () => interrupted };
  const scenarios: Readonly<Record<Name, () => Promise<Outcome>>> = {
    inputs: () => validInputs(around, { count: wanted.inputs, compareEvery: wanted.every, connections: 16 }),
    hostile: () => hostile(around, { count: wanted.hostile, senders: 64 }),
    stop: () => sigterm(around, { rounds: wanted.stops, connections: 64 }),
    overload: () =>
      overload(around, { measureMs: 5000, crowdMs: 10_000, connections: 64, times: 4, timed: true }),
    fairness: () => fairness(around, { attackers: 50, ms: 8000, rate: 200, timed: true }),
    bodies: () => fairness(around, { attackers: 8, kind: "bodies", ms: 8000, rate: 200, timed: true }),
    definitions: () => hostileDefinitions(around),
  };
  let faults = 0;
  for (const name of SCENARIOS.filter((each) => wanted.only.includes(each))) {
    if (interrupted) break;
    const began = Date.now();
    const outcome = await scenarios[name]();
    for (const line of outcome.lines) process.stdout.write(`${name}: ${line}\n`);
    for (const fault of outcome.faults) process.stdout.write(`${name}: FAULT ${fault}\n`);
    faults += outcome.faults.length;
    process.stdout.write(`${name}: ${outcome.faults.length} faults, ${duration(Date.now() - began)}\n`);
  }
  if (interrupted) {
    process.stderr.write("Interrupted: what has not been tried is not known to hold.\n");
    return 130;
  }
  return faults > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
} finally {
  endAll();
}
