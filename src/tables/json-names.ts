// The names of all objects in JSON lines, which the header of a table with columns needs.
import { isRecord } from "../json/objects.js";
import { BadTable } from "./layout.js";

const MOST_NAMES = 2000;

export async function namesInJsonLines(lines: AsyncIterable<string>): Promise<string[]> {
  const names = new Set<string>();
  for await (const line of lines) {
    try {
      const row: unknown = JSON.parse(line);
      if (isRecord(row)) for (const name of Object.keys(row)) names.add(name);
    } catch {
      // The row of a broken line reports it.
    }
    if (names.size > MOST_NAMES)
      throw new BadTable(
        `The lines have more than ${MOST_NAMES} different names; write the results as .jsonl.`,
      );
  }
  return [...names];
}
