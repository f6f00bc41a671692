// Ratios in one run: the compiled plan against the reference evaluator for every tool, and against hand-written code.
import { join } from "node:path";
import { loadOrReport } from "../src/cli/definitions.js";
import type { Tool } from "../src/engine/tool.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { readGolden } from "../src/golden.js";
import { type PueInput, pue } from "./handwritten.js";
import { steelBeam } from "./steel-beam.js";
import type { SteelBeamInput, SteelSection } from "./steel-beam-check.js";

const MILLISECONDS = 300;
const ROUNDS = 5;

/** Microseconds a call in one round that is long enough to be steady. */
function timeRound(work: () => void): number {
  let calls = 0;
  const start = performance.now();
  while (performance.now() - start < MILLISECONDS / ROUNDS) {
    for (let i = 0; i < 20; i++) work();
    calls += 20;
  }
  return ((performance.now() - start) * 1000) / calls;
}

/** Microseconds a call: the median of several rounds, the first one left out. */
function time(work: () => void): number {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(timeRound(work));
  return median(rounds.slice(1));
}

/** The same for two works that take turns: a slow moment of the machine meets both. */
function timeBoth(one: () => void, other: () => void): [number, number] {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let round = 0; round < 6 * ROUNDS; round++) {
    ones.push(timeRound(one));
    others.push(timeRound(other));
  }
  return [median(ones.slice(ROUNDS)), median(others.slice(ROUNDS))];
}

async function timeAsync(work: () => Promise<void>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    let calls = 0;
    const start = performance.now();
    while (performance.now() - start < MILLISECONDS / ROUNDS) {
      await work();
      calls++;
    }
    if (round > 0) rounds.push(((performance.now() - start) * 1000) / calls);
  }
  return median(rounds);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function inputsOf(tool: Tool): Record<string, unknown>[] {
  return readGolden(join(DEFAULT_FOLDER, "../test/golden", tool.name))
    .filter((golden) => golden.expect !== undefined)
    .map((golden) => golden.input as Record<string, unknown>);
}

function cycle<T>(items: readonly T[]): () => T {
  let at = 0;
  return () => items[at++ % items.length] as T;
}

const set = loadOrReport(DEFAULT_FOLDER);
if (set === undefined) process.exit(1);
process.stdout.write("tool                           compiled us  reference us     ratio\n");
for (const tool of set.tools.values()) {
  const inputs = inputsOf(tool).slice(0, 40);
  const [next, slow] = [cycle(inputs), cycle(inputs)];
  const compiled = time(() => tool.compute(next()));
  const reference = await timeAsync(async () => {
    await tool.reference(slow());
  });
  process.stdout.write(
    `${tool.name.padEnd(30)} ${compiled.toFixed(2).padStart(11)} ${reference.toFixed(0).padStart(13)} ${(reference / compiled).toFixed(0).padStart(8)}x\n`,
  );
}
const tool = set.tools.get("calculate_pue");
if (tool !== undefined) {
  const inputs = inputsOf(tool).slice(0, 40);
  const [next, hand] = [cycle(inputs), cycle(inputs)];
  const byHand = time(() => pue(hand() as unknown as PueInput));
  const compiled = time(() => tool.compute(next()));
  process.stdout.write(
    `\ncalculate_pue by hand ${byHand.toFixed(2)} us, compiled ${compiled.toFixed(2)} us: ${(compiled / byHand).toFixed(2)} times\n`,
  );
}
const designer = set.tools.get("eurocode_beam_designer");
const rows = designer?.plan.tables.get("steel_sections")?.def.rows as unknown as readonly SteelSection[];
if (designer !== undefined && rows !== undefined) {
  const inputs = inputsOf(designer).filter(
    ({ material, section }) => material === "steel" && section === undefined,
  );
  const [next, hand] = [cycle(inputs), cycle(inputs)];
  const [compiled, byHand] = timeBoth(
    () => designer.compute(next()),
    () => steelBeam(hand() as unknown as SteelBeamInput, rows),
  );
  process.stdout.write(
    `steel beam selected by hand ${byHand.toFixed(2)} us, compiled ${compiled.toFixed(2)} us, ${inputs.length} inputs: ${(compiled / byHand).toFixed(2)} times\n`,
  );
}
