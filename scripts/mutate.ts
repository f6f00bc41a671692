// Changes each number, comparison and word of the definitions a little, one at a time, and shows the changes that no
// golden case notices. Nothing on disk is changed.
//   npm run mutate [-- tool ...]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { columns } from "../src/command/columns.js";
import { breathe, interruptible, Progress } from "../src/command/progress.js";
import { GOLDEN_FOLDER } from "../src/folder.js";
import type { Mutant } from "../src/trust/mutant.js";
import {
  lister,
  Mutation,
  percent,
  readEquivalents,
  summary,
  type ToolMutation,
} from "../src/trust/mutation.js";
import { chooseTools, type Named } from "./chosen-tools.js";

/** The least share of changes that must be noticed, in percent. */
const LEAST = 95;
const EQUIVALENTS = join(GOLDEN_FOLDER, "../equivalent-mutants.yaml");

async function main(wanted: readonly string[]): Promise<number> {
  const choice = chooseTools(wanted);
  if (typeof choice === "number") return choice;
  const { all, chosen, goldenOf } = choice;
  const equivalents = existsSync(EQUIVALENTS) ? readEquivalents(EQUIVALENTS) : [];
  const mutation = new Mutation(all, goldenOf);
  const work: (Named & { mutants: Mutant[] })[] = [];
  for (const { name, tool } of chosen) work.push({ name, tool, mutants: await mutation.mutants(tool) });
  const interrupt = interruptible();
  const progress = new Progress(
    "changes tried:",
    work.reduce((total, { mutants }) => total + mutants.length, 0),
  );
  const done: ToolMutation[] = [];
  for (const { name, tool, mutants } of work) {
    const { failing } = mutation.jury(tool);
    const tried: Mutant[] = [];
    const survivors: Mutant[] = [];
    for (const mutant of mutants) {
      if (interrupt.stopped) break;
      tried.push(mutant);
      if (!mutation.notices(tool, mutant)) survivors.push(mutant);
      progress.step();
      await breathe();
    }
    if (tried.length < mutants.length) break;
    const result = { ...summary(tool, tried, survivors, equivalents), tool: name };
    done.push(result);
    progress.end();
    print(result, failing);
  }
  progress.end();
  interrupt.close();
  process.stdout.write(`\n${table(done)}`);
  const unnoticed = done.flatMap(({ equivalent }) => equivalent);
  const stale = equivalents.filter((entry) => !unnoticed.some(lister(entry)));
  if (wanted.length === 0 && !interrupt.stopped)
    for (const { file, place } of stale)
      process.stdout.write(`equivalent-mutants.yaml lists ${file} ${place}, which does not survive.\n`);
  if (interrupt.stopped) {
    process.stderr.write(`Interrupted after ${done.length} of ${chosen.length} tools.\n`);
    return 130;
  }
  return done.every((result) => percent(result) >= LEAST) ? 0 : 1;
}

function print(result: ToolMutation, failing: readonly string[]): void {
  const { tool, tried, caught, survivors } = result;
  process.stdout.write(`${tool}: ${caught} of ${tried} changes noticed (${percent(result)} %)\n`);
  if (failing.length > 0)
    process.stdout.write(`  left out, they fail without any change: ${failing.join(", ")}\n`);
  for (const { spot, place } of survivors)
    process.stdout.write(`  ${spot.file}:${spot.line}:${spot.column} ${place}\n`);
}

function table(done: readonly ToolMutation[]): string {
  const rows = done.map((result) => [
    result.tool,
    String(result.tried),
    String(result.caught),
    String(result.survivors.length),
    String(result.equivalent.length),
    `${percent(result).toFixed(1)} %${percent(result) < LEAST ? " low" : ""}`,
  ]);
  return columns([["tool", "tried", "noticed", "survived", "equivalent", "share"], ...rows]);
}

process.exitCode = await main(process.argv.slice(2));
