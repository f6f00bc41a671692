// Runs the golden cases of tools and tells what differs from what they expect.
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

/** Every case of these tools; a tool without a folder of cases has none. */
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
 * Whether the expected result may become what the tool answers. Refusals, published figures and the bank that another
 * program computed never do.
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

/**
 * Whether the sentence that says what a case proves may no longer be true: it names a value that moved, or the case has
 * another verdict than before.
 */
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
