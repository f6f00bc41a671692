// The values of a headline in a result: verdict first, then the numbers.
import { type LeafValue, leavesAt } from "../pages/sheet/headline.js";
import type { OpenTool } from "./tool-data.js";

export function valuesAt(open: OpenTool, result: unknown, path: string): LeafValue[] {
  return leavesAt(result, open.outputSchema, path.split("."), "");
}

export function headlineValues(open: OpenTool, result: unknown): LeafValue[] {
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  return [...(verdict === undefined ? [] : [verdict]), ...numbers].flatMap((path) =>
    valuesAt(open, result, path).slice(0, 1),
  );
}
