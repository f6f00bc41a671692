// Counts the lines of code of each layer of src: npm run lines. With `-- --write` the counts go into test/lines-of-code.json,
// which test/architecture.test.ts compares with the code.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { HOME } from "../src/definitions/folder.js";

/** Maximum lines of code per layer. */
export const LINES_FILE = join(HOME, "test", "lines-of-code.json");

/**
 * Returns the number of lines with code. A parser finds comments, because strings, regular expressions and JSX may
 * contain `//` and `/*`.
 */
export function linesOfCode(path: string, text: string): number {
  const { comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  let code = "";
  let end = 0;
  for (const comment of comments) {
    // The braces around a comment in JSX belong to the comment.
    const inBraces = text[comment.start - 1] === "{" && text[comment.end] === "}";
    code += text.slice(end, comment.start - (inBraces ? 1 : 0));
    code += text.slice(comment.start, comment.end).replace(/[^\n]/g, "");
    end = comment.end + (inBraces ? 1 : 0);
  }
  return (code + text.slice(end)).split("\n").filter((line) => line.trim() !== "").length;
}

/** Returns the lines of code of each top folder of src, and of each folder of the engine. CSS and HTML do not count. */
export function linesByLayer(): Record<string, number> {
  const found = new Map<string, number>();
  for (const name of readdirSync(join(HOME, "src"), { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!/\.tsx?$/.test(name)) continue;
    const path = join("src", name);
    const depth = path.startsWith(join("src", "engine")) ? 3 : 2;
    const layer = dirname(path).split("/").slice(0, depth).join("/");
    found.set(layer, (found.get(layer) ?? 0) + linesOfCode(path, readFileSync(join(HOME, path), "utf8")));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function recordedLines(): Record<string, number> {
  return JSON.parse(readFileSync(LINES_FILE, "utf8")) as Record<string, number>;
}

if (process.argv[1]?.endsWith("lines.js") === true) {
  const [before, now] = [recordedLines(), linesByLayer()];
  const row = (layer: string, lines: number, recorded: number) =>
    process.stdout.write(
      `${layer.padEnd(24)} ${String(lines).padStart(6)}${lines === recorded ? "" : `, recorded ${recorded}`}\n`,
    );
  for (const layer of new Set([...Object.keys(now), ...Object.keys(before)]))
    row(layer, now[layer] ?? 0, before[layer] ?? 0);
  const sum = (lines: Record<string, number>) => Object.values(lines).reduce((a, b) => a + b, 0);
  row("all", sum(now), sum(before));
  if (process.argv.includes("--write")) writeFileSync(LINES_FILE, `${JSON.stringify(now, null, 2)}\n`);
}
