// Which rules, branches of if(), table rows and texts of the definitions no golden case makes use of.
//   npm run coverage:definitions [-- tool ...]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadOrReport } from "../src/cli/definitions.js";
import type { Tool } from "../src/engine/tool.js";
import { DEFAULT_FOLDER, GOLDEN_FOLDER } from "../src/folder.js";
import { readGolden } from "../src/golden.js";
import { columns } from "../src/trust/columns.js";
import {
  coverageOf,
  PIECES,
  type PieceKind,
  type ToolCoverage,
  witnessInput,
} from "../src/trust/coverage.js";
import { breathe, interruptible, Progress } from "../src/trust/progress.js";

const HEADS: Readonly<Record<PieceKind, string>> = {
  rule: "rules",
  recommendation: "recommendations",
  branch: "branches",
  row: "table rows",
  text: "texts",
};

async function main(wanted: readonly string[]): Promise<number> {
  const set = loadOrReport(DEFAULT_FOLDER);
  if (set === undefined) return 1;
  const unknown = wanted.find((name) => !set.tools.has(name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no tool ${unknown}.\n`);
    return 2;
  }
  const tools = [...set.tools.values()].filter((tool) => wanted.length === 0 || wanted.includes(tool.name));
  // Parts and shared tables count as used when any tool's case uses them.
  const files = new Set(tools.flatMap((tool) => tool.plan.def.files));
  const sharing = [...set.tools.values()].filter((tool) =>
    tool.plan.def.files.some((file) => files.has(file)),
  );
  const used = new Set<object>();
  const interrupt = interruptible();
  const cases = sharing.flatMap((tool) => goldenInputs(tool).map((input) => ({ tool, input })));
  const progress = new Progress("golden cases walked:", cases.length);
  for (const { tool, input } of cases) {
    await witnessInput(tool, input, (piece) => used.add(piece));
    progress.step();
    await breathe();
    if (interrupt.stopped) break;
  }
  progress.end();
  interrupt.close();
  if (interrupt.stopped) {
    process.stderr.write("Interrupted: nothing was written.\n");
    return 130;
  }
  const covered = tools.map((tool) => coverageOf(tool, used));
  for (const each of covered) print(each);
  process.stdout.write(`\n${table(covered)}`);
  const good = ({ shares, refuted }: ToolCoverage) =>
    refuted.length === 0 && PIECES.every((kind) => shares[kind].enough);
  return covered.every(good) ? 0 : 1;
}

function goldenInputs(tool: Tool): unknown[] {
  const folder = join(GOLDEN_FOLDER, tool.name);
  return existsSync(folder) ? readGolden(folder).map((golden) => golden.input) : [];
}

function print({ tool, gaps, refuted }: ToolCoverage): void {
  if (refuted.length > 0)
    process.stdout.write(`${tool}: stated to be unreachable, and used by a golden case\n`);
  for (const { kind, spot, what } of refuted)
    process.stdout.write(`  ${spot.file}:${spot.line}:${spot.column} ${kind} ${what}\n`);
  if (gaps.length > 0) process.stdout.write(`${tool}: no golden case makes use of\n`);
  for (const { kind, spot, what } of gaps)
    process.stdout.write(`  ${spot.file}:${spot.line}:${spot.column} ${kind} ${what}\n`);
}

function table(covered: readonly ToolCoverage[]): string {
  const rows = covered.map(({ tool, shares }) => [
    tool,
    ...PIECES.map((kind) => {
      const { all, used, enough } = shares[kind];
      return `${used}/${all}${enough ? "" : " low"}`;
    }),
  ]);
  return columns([["tool", ...PIECES.map((kind) => HEADS[kind])], ...rows]);
}

process.exitCode = await main(process.argv.slice(2));
