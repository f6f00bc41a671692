// Which rules, branches of if(), table rows and texts of the definitions no golden case makes use of. What no input can
// reach is listed with its reason and left out.
//   npm run coverage:definitions [-- tool ...]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { columns } from "../src/command/columns.js";
import { breathe, interruptible, Progress } from "../src/command/progress.js";
import { GOLDEN_FOLDER } from "../src/folder.js";
import {
  coverageOf,
  LEAST,
  PIECES,
  type Piece,
  type PieceKind,
  type ToolCoverage,
  witnessInput,
} from "../src/trust/coverage.js";
import { readEquivalents } from "../src/trust/mutation.js";
import { chooseTools } from "./chosen-tools.js";

const HEADS: Readonly<Record<PieceKind, string>> = {
  rule: "rules",
  recommendation: "recommendations",
  branch: "branches",
  row: "table rows",
  text: "texts",
};

const UNREACHABLE = join(GOLDEN_FOLDER, "../unreachable-pieces.yaml");

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
  const found = chosen.map(({ name, tool }) => ({ ...coverageOf(tool, used), tool: name }));
  const listed = (existsSync(UNREACHABLE) ? readEquivalents(UNREACHABLE) : []).map(
    ({ file, place }) => `${file} ${place}`,
  );
  const covered = found.map((each) => without(new Set(listed), each));
  for (const each of covered) print(each);
  process.stdout.write(`\n${table(covered)}`);
  const unused = new Set(found.flatMap(({ gaps }) => gaps.map(placeOf)));
  if (wanted.length === 0)
    for (const each of listed.filter((place) => !unused.has(place)))
      process.stdout.write(`unreachable-pieces.yaml lists ${each}, which is used or gone.\n`);
  const good = ({ shares, refuted }: ToolCoverage) =>
    refuted.length === 0 && PIECES.every((kind) => shares[kind].enough);
  return covered.every(good) ? 0 : 1;
}

function placeOf({ kind, spot, what }: Piece): string {
  return `${spot.file} ${kind} ${what}`;
}

/** The coverage of a tool without the gaps that are listed as out of reach. */
function without(listed: ReadonlySet<string>, { tool, shares, gaps, refuted }: ToolCoverage): ToolCoverage {
  const isListed = (gap: Piece) => listed.has(placeOf(gap));
  const counted = PIECES.map((piece) => {
    const { used } = shares[piece];
    const all = shares[piece].all - gaps.filter((gap) => gap.kind === piece && isListed(gap)).length;
    return [piece, { all, used, enough: used * 100 >= (LEAST[piece] ?? 0) * all }] as const;
  });
  return {
    tool,
    shares: Object.fromEntries(counted) as ToolCoverage["shares"],
    gaps: gaps.filter((gap) => !isListed(gap)),
    refuted,
  };
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
