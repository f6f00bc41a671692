// Probes requirements: for a requirement that is met, exempt or not applicable, no input that was left out and that it does not
// rest on may turn it.
import type { Tool } from "../../src/engine/tool.js";

type Input = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;
interface Stated {
  readonly id: string;
  readonly status: string;
  readonly rests_on: readonly string[];
}

const SETTLED: ReadonlySet<string> = new Set(["met", "exempt", "not_applicable"]);

function statedIn(tool: Tool, input: Input): ReadonlyMap<string, Stated> | undefined {
  const outcome = tool.run(input);
  const list = outcome.ok ? outcome.result.requirements : undefined;
  return Array.isArray(list) ? new Map((list as Stated[]).map((each) => [each.id, each])) : undefined;
}

/** A few values of an input: its words, or numbers and days near its bounds. */
function valuesOf(schema: Schema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  const number = (key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  switch (schema.type) {
    case "boolean":
      return [true, false];
    case "integer":
    case "number": {
      const [low, high] = [number("minimum", number("exclusiveMinimum", 0)), number("maximum", 1e6)];
      return [low, low + 1, 5, 20, 100, 1000, high].filter((each) => each >= low && each <= high);
    }
    case "string":
      return schema.format === "date" ? ["2005-01-01", "2019-06-01", "2026-10-01", "2031-01-01"] : [];
    default:
      return [];
  }
}

/** Leaves out each input in turn and sends other values of it. Returns what turned, and the number of answers. */
export function probe(tool: Tool, input: Input): { readonly turned: string[]; readonly tried: number } {
  const { properties = {}, required = [] } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const turned: string[] = [];
  let tried = 0;
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || name === "as_of_date") continue;
    const { [name]: _, ...without } = input;
    const before = statedIn(tool, without);
    if (before === undefined) continue;
    for (const value of valuesOf(schema)) {
      const after = statedIn(tool, { ...without, [name]: value });
      if (after === undefined) continue;
      tried++;
      for (const [id, { status, rests_on }] of before) {
        const now = after.get(id)?.status;
        if (SETTLED.has(status) && (now === "not_met" || now === "open") && !rests_on.includes(name))
          turned.push(`${id}: ${status} without ${name}, ${now} with ${JSON.stringify(value)}`);
      }
    }
  }
  return { turned: [...new Set(turned)], tried };
}
