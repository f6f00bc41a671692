// Computes half a million rows with every column in constant memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { CLI } from "../helpers/processes.js";

const PART = 100_000;
const ROWS = 5 * PART;
/** Mebibytes of heap. If 100 bytes per row stayed alive, half a million would not fit. */
const HEAP_MB = 64;
/** Maximum growth of resident memory, which busy machines release late. */
const MOST_MORE = 1.6;
const LONG_MS = 1_200_000;
const folder = mkdtempSync(join(tmpdir(), "plumbline-rows-"));
const at = (name: string) => join(folder, name);

/** The rows of docs/tables.md, repeated; the first column counts. */
const docs = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
const tool = /plumbline run (\w+) --table/.exec(docs)?.[1] ?? "";
const [head = "", ...leases] = (/<<'ROWS'\n([\s\S]*?)ROWS\n/.exec(docs)?.[1] ?? "").trim().split("\n");

function* table(rows: number): Generator<string> {
  yield `${head}\n`;
  for (let row = 0; row < rows; row++) yield `${row}${leases[row % leases.length]?.replace(/^[^,]*/, "")}\n`;
}

/** Writes the peak memory in kilobytes when the process ends. */
const NOTED = `import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => writeFileSync(process.env.NOTED, String(process.resourceUsage().maxRSS)));`;

async function run(from: string, to: string): Promise<number> {
  const args = ["run", tool, "--table", at(from), "--output", at(to), "--columns", "all"];
  const env = { ...process.env, NOTED: at("noted") };
  const node = [`--max-old-space-size=${HEAP_MB}`, "--import", at("noted.mjs")];
  const child = spawn(process.execPath, [...node, CLI, ...args], { env, stdio: "ignore" });
  expect(await once(child, "exit")).toEqual([0, null]);
  return Number(readFileSync(at("noted"), "utf8"));
}

beforeAll(() => writeFileSync(at("noted.mjs"), NOTED));
afterAll(() => rmSync(folder, { recursive: true }));

test(
  "half a million rows with every column",
  async () => {
    for (const [name, rows] of [
      ["part.csv", PART],
      ["all.csv", ROWS],
    ] as const)
      await pipeline(Readable.from(table(rows)), createWriteStream(at(name)));
    const part = await run("part.csv", "part-results.csv");
    expect(await run("all.csv", "all-results.csv")).toBeLessThan(MOST_MORE * part);
    const seen = new Set<string>();
    let rows = -1;
    for await (const line of createInterface(createReadStream(at("all-results.csv")))) {
      if (rows >= 0 && !line.startsWith(`${rows},`)) throw new Error(`row ${rows} is ${line}`);
      rows++;
      seen.add(line.replace(/^[^,]*/, ""));
    }
    expect({ rows, different: seen.size }).toEqual({ rows: ROWS, different: leases.length + 1 });
  },
  LONG_MS,
);
