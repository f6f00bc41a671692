// `plumbline mutate`: changes numbers, comparisons and words of definitions one at a time in memory, and lists
// changes that no golden case detects.

import type { Arguments } from "../settings/arguments.js";
import type { Mutant } from "../workbench/mutation/mutant.js";
import { lister, Mutation, percent, summary, type ToolMutation } from "../workbench/mutation/mutation.js";
import { MutationWorkers } from "../workbench/mutation/workers.js";
import { chooseTools, type Named } from "./chosen-tools.js";
import { columns } from "./columns.js";
import { interruptible, Progress } from "./progress.js";

/** Minimum share of detected changes, in percent. */
const LEAST = 95;
const LIST = "equivalent-mutants.yaml";

export async function mutate(args: Arguments): Promise<number> {
  const asJson = args.flag("json");
  const choice = chooseTools(args, LIST);
  if (choice === undefined) return 1;
  const { all, chosen, some, goldenOf, listed, source } = choice;
  const mutation = new Mutation(all, goldenOf);
  const work: (Named & { mutants: Mutant[] })[] = [];
  for (const { name, tool } of chosen) work.push({ name, tool, mutants: mutation.mutants(tool) });
  const interrupt = interruptible();
  const count = work.reduce((total, { mutants }) => total + mutants.length, 0);
  const progress = new Progress("changes tried:", count);
  const workers = new MutationWorkers(mutation, source, count);
  const done: ToolMutation[] = [];
  for (const { name, tool, mutants } of work) {
    const { failing } = mutation.judge(tool);
    const survivors = await workers.survivors(name, tool, mutants, (tried) => {
      progress.step(tried);
      return !interrupt.stopped;
    });
    if (interrupt.stopped) break;
    const result = { ...summary(tool, mutants, survivors, listed), tool: name };
    done.push(result);
    progress.end();
    if (!asJson) print(result, failing);
  }
  progress.end();
  interrupt.close();
  await workers.close();
  if (asJson) process.stdout.write(`${JSON.stringify({ tools: done.map(asData) }, null, 2)}\n`);
  else process.stdout.write(`\n${table(done)}`);
  const unnoticed = done.flatMap(({ equivalent }) => equivalent);
  const stale = listed.filter((entry) => !unnoticed.some(lister(entry)));
  if (!some && !asJson && !interrupt.stopped)
    for (const { file, place } of stale)
      process.stdout.write(`${LIST} lists ${file} ${place}, which does not survive.\n`);
  if (interrupt.stopped) {
    process.stderr.write(`Interrupted after ${done.length} of ${chosen.length} tools.\n`);
    return 130;
  }
  return done.every((result) => percent(result) >= LEAST) ? 0 : 1;
}

function asData(result: ToolMutation): object {
  const { tool, tried, caught, survivors, equivalent } = result;
  const data = ({ location, place }: Mutant) => ({ place, ...location });
  return {
    tool,
    tried,
    noticed: caught,
    share_pct: percent(result),
    survivors: survivors.map(data),
    equivalent: equivalent.map(data),
  };
}

function print(result: ToolMutation, failing: readonly string[]): void {
  const { tool, tried, caught, survivors } = result;
  process.stdout.write(`${tool}: ${caught} of ${tried} changes noticed (${percent(result)} %)\n`);
  if (failing.length > 0)
    process.stdout.write(`  left out, they fail without any change: ${failing.join(", ")}\n`);
  for (const { location, place } of survivors)
    process.stdout.write(`  ${location.file}:${location.line}:${location.column} ${place}\n`);
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
