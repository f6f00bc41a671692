// Runs golden cases and lists differences from their expected results.
import { join } from "node:path";
import type { Outcome, RuntimeTool } from "../engine/run/tool.js";
import { checkShared } from "./case-file.js";
import { isJsonLines } from "./case-lines.js";
import { compareGolden, type Difference, type GoldenCase, readGolden } from "./cases.js";

export interface Judged {
  readonly golden: GoldenCase;
  readonly outcome: Outcome;
  readonly differences: readonly Difference[];
}

export interface JudgedTool {
  readonly name: string;
  readonly folder: string;
  readonly cases: readonly Judged[];
}

/** Judges every case of these tools; a tool without a folder has none. */
export function judge(tools: ReadonlyMap<string, RuntimeTool>, cases: string): JudgedTool[] {
  checkShared(cases);
  return [...tools].map(([name, tool]) => {
    const folder = join(cases, name);
    return {
      name,
      folder,
      cases: readGolden(folder).map((golden) => {
        const outcome = tool.run(golden.input);
        return { golden, outcome, differences: compareGolden(golden, outcome) };
      }),
    };
  });
}

/**
 * Whether the expected result may be replaced by the actual one. Refusals, published figures and generated cases may
 * not.
 */
export function acceptable({ golden, outcome, differences }: Judged): boolean {
  return (
    golden.expect !== undefined &&
    !isJsonLines(golden.file) &&
    outcome.ok &&
    differences.length > 0 &&
    !differences.some(({ path }) => path.startsWith("published "))
  );
}

/** Whether a case's description may be outdated: it names a changed value, or the verdict changed. */
export function mayBeStale({ golden: { why }, differences }: Judged): boolean {
  const words = new Set(why.toLowerCase().match(/[\w.]+/g) ?? []);
  return differences.some(({ path, expected, got }) => {
    if (typeof expected === "boolean" || typeof got === "boolean") return true;
    const isName = typeof expected === "string" && /^\w+$/.test(expected);
    if (!isName && typeof expected !== "number") return false;
    const field = path.split(".").at(-1) ?? path;
    return isName || words.has(String(expected)) || words.has(field.toLowerCase());
  });
}
