// Writes docs/performance.md: each benchmark owns a block between two markers.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { DEFAULT_FOLDER } from "../src/definitions/folder.js";

const FOLDER = join(DEFAULT_FOLDER, "../docs");
const PAGE = join(FOLDER, "performance.md");

const EMPTY = `# Performance

Ratios, each measured within one run: the contenders take turns, so a slow moment of the machine meets all of them, and
medians of several rounds are shown. Times are given for orientation only; they are those of the machine named. Nothing
here is asserted by a timed test. The blocks below are written by the benchmarks (\`--write\`); do not edit them.
`;

const begin = (name: string) => `<!-- begin ${name} -->`;
const end = (name: string) => `<!-- end ${name} -->`;

/** Inserts or replaces the block of a benchmark. */
export function writeBlock(name: string, content: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : EMPTY;
  writeWhole(PAGE, withBlock(page, name, content));
}

export function withBlock(page: string, name: string, content: string): string {
  const block = `${begin(name)}\n${content.trim()}\n${end(name)}`;
  const [from, to] = [page.indexOf(begin(name)), page.indexOf(end(name))];
  if (from < 0 !== to < 0 || to < from) throw new Error(`The markers of ${name} do not match.`);
  if (from < 0) return `${page.trimEnd()}\n\n${block}\n`;
  return page.slice(0, from) + block + page.slice(to + end(name).length);
}

export function writeChart(name: string, svg: string): void {
  mkdirSync(join(FOLDER, "performance"), { recursive: true });
  writeWhole(join(FOLDER, "performance", `${name}.svg`), svg);
}

/** Writes a file atomically. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Describes the machine: processor, memory, system and Node version. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${first?.model.trim() ?? "unknown processor"}, ${memory} GiB, ${process.platform} ${process.arch}, node ${process.versions.node}`;
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** Formats a table for the terminal. */
export function plain(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  return [line(head), ...rows.map(line)].join("\n");
}

/** Rounds to three digits. */
export function figures(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-GB");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
