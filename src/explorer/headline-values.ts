// The values of a headline in a result, verdict first.
import { headlineLeaves, type LeafValue } from "../pages/sheet/headline.js";
import type { OpenTool } from "./tool-data.js";

export function valuesAt(open: OpenTool, result: unknown, path: string): LeafValue[] {
  return headlineLeaves(result, { ...open.entry, outputSchema: open.outputSchema }, path);
}

export function headlineValues(open: OpenTool, result: unknown): LeafValue[] {
  const { verdict, numbers = [] } = open.entry.headline ?? {};
  return [...(verdict === undefined ? [] : [verdict]), ...numbers].flatMap((path) =>
    valuesAt(open, result, path).slice(0, 1),
  );
}
