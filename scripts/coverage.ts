// Which rules, branches of if(), table rows and texts of the definitions no golden case makes use of.
//   npm run coverage:definitions [-- tool ...]
import { columns } from "../src/trust/columns.js";
import {
  coverageOf,
  PIECES,
  type PieceKind,
  type ToolCoverage,
  witnessInput,
} from "../src/trust/coverage.js";
import { breathe, interruptible, Progress } from "../src/trust/progress.js";
import { chooseTools } from "./chosen-tools.js";

const HEADS: Readonly<Record<PieceKind, string>> = {
  rule: "rules",
  recommendation: "recommendations",
  branch: "branches",
  row: "table rows",
  text: "texts",
};

async function main(wanted: readonly string[]): Promise<number> {
  const choice = chooseTools(wanted);
  if (typeof choice === "number") return choice;
  const { all, chosen, goldenOf } = choice;
  // Parts and shared tables count as used when any tool's case uses them.
  const files = new Set(chosen.flatMap(({ tool }) => tool.plan.def.files));
  const sharing = all.filter((tool) => tool.plan.def.files.some((file) => files.has(file)));
  const used = new Set<object>();
  const interrupt = interruptible();
  const cases = sharing.flatMap((tool) => goldenOf(tool).map(({ input }) => ({ tool, input })));
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
  const covered = chosen.map(({ name, tool }) => ({ ...coverageOf(tool, used), tool: name }));
  for (const each of covered) print(each);
  process.stdout.write(`\n${table(covered)}`);
  return covered.every(({ shares }) => PIECES.every((kind) => shares[kind].enough)) ? 0 : 1;
}

function print({ tool, gaps }: ToolCoverage): void {
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
