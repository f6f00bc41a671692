// The names that the objects of a file of JSON lines have: all of them, before a table with columns can be made of it.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { isRecord } from "../json/objects.js";
import { BadTable } from "./layout.js";

const MOST_NAMES = 2000;

export async function namesInJsonLines(file: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    try {
      const row: unknown = JSON.parse(line);
      if (isRecord(row)) for (const name of Object.keys(row)) names.add(name);
    } catch {
      // A broken line is told when its turn comes.
    }
    if (names.size > MOST_NAMES)
      throw new BadTable(
        `The lines have more than ${MOST_NAMES} different names; write the results as .jsonl.`,
      );
  }
  return [...names];
}
