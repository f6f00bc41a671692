// Tables of random valid rows for any tool, based on its examples. Seeded.
import { closeSync, openSync, writeSync } from "node:fs";
import type { RuntimeTool } from "../src/engine/run/tool.js";
import { csvCell } from "../src/tables/csv.js";
import { type FieldSchema, fieldsOf } from "../src/tables/fields.js";

type Input = Record<string, unknown>;

const DISTINCT = 5000;
const MOST_TRIES = 100;
const BLOCK = 1024 * 1024;

/** Returns different valid inputs; fields inside objects keep the examples' values. */
export function validInputs(tool: RuntimeTool): Input[] {
  const random = randomFrom(1);
  const fields = fieldsOf(tool).filter(({ inner }) => inner === undefined);
  const examples = tool.facts.examples.map(({ input }) => input);
  const inputs: Input[] = [];
  for (let tries = 0; inputs.length < DISTINCT && tries < DISTINCT * MOST_TRIES; tries++) {
    const example = examples[tries % examples.length] ?? {};
    const input: Input = { ...example };
    for (const { name, schema } of fields)
      if (Object.hasOwn(input, name)) input[name] = varied(input[name], schema, random);
    if (tool.run(input).ok) inputs.push(input);
  }
  return inputs;
}

function varied(value: unknown, { type, enum: words }: FieldSchema, random: () => number): unknown {
  if (typeof value === "number") {
    const other = value * (0.6 + 0.8 * random());
    return type === "integer" ? Math.round(other) : Number(other.toFixed(value < 10 ? 3 : 1));
  }
  return typeof value === "string" && words !== undefined
    ? words[Math.floor(random() * words.length)]
    : value;
}

/** Writes a table of numbered rows; returns its bytes. */
export function writeTable(file: string, inputs: readonly Input[], rows: number): number {
  const columns = [...new Set(inputs.flatMap((input) => Object.keys(input)))];
  const lines = inputs.map((input) => columns.map((name) => cellOf(input[name])).join(","));
  const to = openSync(file, "w");
  let bytes = 0;
  let block = `site,${columns.join(",")}\n`;
  for (let row = 0; row < rows; row++) {
    block += `Site ${row},${lines[row % lines.length] ?? ""}\n`;
    if (block.length < BLOCK) continue;
    bytes += writeSync(to, block);
    block = "";
  }
  bytes += writeSync(to, block);
  closeSync(to);
  return bytes;
}

function cellOf(value: unknown): string {
  if (value === undefined) return "";
  return csvCell(typeof value === "object" ? JSON.stringify(value) : String(value), ",");
}

/** A seeded random generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
