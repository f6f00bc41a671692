// `plumbline coverage`: lists rules, branches of if(), table rows, limits and texts that no golden case uses, except
// those listed as unreachable.

import type { Arguments } from "../settings/arguments.js";
import {
  coverageOf,
  PIECES,
  type Piece,
  type PieceKind,
  placeOf,
  reachedAtRandom,
  type ToolCoverage,
  walkInput,
} from "../workbench/coverage.js";
import { chooseTools } from "./chosen-tools.js";
import { columns } from "./columns.js";
import { workThrough } from "./progress.js";

const LIST = "unreachable-pieces.yaml";
const HEADS: Readonly<Record<PieceKind, string>> = {
  rule: "rules",
  recommendation: "recommendations",
  branch: "branches",
  row: "table rows",
  limit: "limits",
  text: "texts",
};

export async function coverage(args: Arguments): Promise<number> {
  const choice = chooseTools(args, LIST);
  if (choice === undefined) return 1;
  const { all, chosen, some, goldenOf } = choice;
  // Parts and shared tables count as used if any tool's case uses them.
  const files = new Set(chosen.flatMap(({ tool }) => tool.plan.def.files));
  const sharing = all.filter((tool) => tool.plan.def.files.some((file) => files.has(file)));
  const used = new Set<object>();
  const cases = sharing.flatMap((tool) => goldenOf(tool).map(({ input }) => ({ tool, input })));
  const done = await workThrough("golden cases walked:", cases.length, cases, ({ tool, input }) =>
    walkInput(tool, input, (piece) => used.add(piece)),
  );
  if (!done) {
    process.stderr.write("Interrupted before all cases had run; there is no result.\n");
    return 130;
  }
  const listed = new Set(choice.listed.map(({ file, place }) => `${file} ${place}`));
  const covered: ToolCoverage[] = [];
  for (const { name, tool } of chosen) {
    const found = coverageOf(tool, used, listed);
    const inputs = goldenOf(tool).map(({ input }) => input);
    const reached = reachedAtRandom(tool, found.stated, inputs);
    covered.push({ ...found, refuted: [...found.refuted, ...reached], tool: name });
  }
  const good = ({ shares, refuted }: ToolCoverage) =>
    refuted.length === 0 && PIECES.every((kind) => shares[kind].enough);
  const status = covered.every(good) ? 0 : 1;
  if (args.flag("json")) {
    const tools = covered.map(({ tool, shares, gaps, refuted }) => ({
      tool,
      shares,
      gaps: gaps.map(pieceData),
      refuted: refuted.map(pieceData),
    }));
    process.stdout.write(`${JSON.stringify({ tools }, null, 2)}\n`);
    return status;
  }
  for (const each of covered) print(each);
  process.stdout.write(`\n${table(covered)}`);
  const needed = new Set(covered.flatMap((each) => each.listed.map(placeOf)));
  for (const place of some ? [] : listed)
    if (!needed.has(place)) process.stdout.write(`${LIST} lists ${place}, which is used or gone.\n`);
  return status;
}

function pieceData({ kind, location, what }: Piece): object {
  return { kind, what, ...location };
}

function print({ tool, gaps, refuted }: ToolCoverage): void {
  list(`${tool}: stated to be unreachable, and used by a golden case or a random input`, refuted);
  list(`${tool}: no golden case makes use of`, gaps);
}

function list(head: string, pieces: readonly Piece[]): void {
  if (pieces.length > 0) process.stdout.write(`${head}\n`);
  for (const { kind, location, what } of pieces)
    process.stdout.write(`  ${location.file}:${location.line}:${location.column} ${kind} ${what}\n`);
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
