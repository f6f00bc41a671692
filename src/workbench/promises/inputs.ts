// Test inputs for promises: golden cases and examples, variants with one value moved to a limit, and random inputs.
// If there are few possible inputs, all of them.
import type { Tool } from "../../engine/tool.js";
import { propertiesOf } from "../../wording/field-words.js";
import { randomInputs } from "../arbitraries.js";
import type { InputResult } from "./judge.js";
import type { Input } from "./paths.js";
import { allValues, limitsOf, type TurningPoints, thinned, turningValues } from "./values.js";

export interface TrialPool {
  /** Valid inputs with results, most informative first. */
  readonly inputs: readonly InputResult[];
  /** Every valid golden input with its result, including those beyond the limit of `inputs`. */
  readonly golden: readonly InputResult[];
  /** Whether these are all possible inputs. */
  readonly isExhaustive: boolean;
  readonly limits: TurningPoints;
}

export interface TrialPoolOptions {
  /** Inputs to test first, such as those near an edit. */
  readonly first?: readonly unknown[];
  readonly golden: readonly unknown[];
  readonly count: number;
  readonly seed: string;
}

/** Up to this number, all possible inputs are tested. */
const FEW = 20_000;
/** Inputs used as a start for moving one value. */
const STARTS = 12;

export function poolOf(tool: Tool, { first = [], golden, count, seed }: TrialPoolOptions): TrialPool {
  const limits = limitsOf(tool);
  const inputs: InputResult[] = [];
  const seen = new Set<string>();
  const add = (input: unknown, known?: InputResult): boolean => {
    const key = JSON.stringify(input);
    if (seen.has(key)) return false;
    const found = known ?? answered(tool, input);
    if (found === undefined) return false;
    seen.add(key);
    inputs.push(found);
    return true;
  };
  const all = everyInput(tool);
  if (all !== undefined) {
    for (const input of all) add(input);
    return { inputs, golden: [], isExhaustive: true, limits };
  }
  const known = golden.flatMap((input) => answered(tool, input) ?? []);
  for (const input of first) add(input);
  for (const { input } of tool.facts.examples) add(input);
  for (const each of thinned(known, Math.ceil(count / 3))) add(each.input, each);
  const examples = inputs.map(({ input }) => input);
  for (const input of thinned(besides(tool, examples, limits), Math.ceil(count / 3))) add(input);
  const left = Math.max(0, count - inputs.length);
  randomInputs({ schema: tool.inputSchema, valid: add, count: left, seed: `${seed}:${tool.name}`, examples });
  return { inputs, golden: known, isExhaustive: false, limits };
}

function answered(tool: Tool, input: unknown): InputResult | undefined {
  const outcome = tool.run(input);
  return outcome.ok ? { input: input as Input, result: outcome.result } : undefined;
}

/** Returns variants of inputs with one value changed or omitted. */
export function besides(tool: Tool, examples: readonly Input[], limits: TurningPoints): Input[] {
  const required = new Set((tool.inputSchema.required ?? []) as string[]);
  return Object.entries(propertiesOf(tool.inputSchema)).flatMap(([name, schema]) =>
    thinned(examples, STARTS).flatMap((input) => [
      ...turningValues(schema, limits).map((value) => ({ ...input, [name]: value })),
      ...(required.has(name) || !(name in input) ? [] : [without(input, name)]),
    ]),
  );
}

export function without(input: Input, name: string): Input {
  return Object.fromEntries(Object.entries(input).filter(([each]) => each !== name));
}

/** Returns all possible inputs, except labels; undefined if there are too many. */
function everyInput(tool: Tool): Input[] | undefined {
  const required = new Set((tool.inputSchema.required ?? []) as string[]);
  const [example] = tool.facts.examples;
  const domains: { name: string; values: readonly unknown[] }[] = [];
  let size = 1;
  for (const [name, schema] of Object.entries(propertiesOf(tool.inputSchema))) {
    const isLabel = tool.plan.inputs.get(name)?.isLabel === true;
    const values = isLabel ? [example?.input[name]] : allValues(schema);
    if (values === undefined) return undefined;
    domains.push({ name, values: isLabel || required.has(name) ? values : [undefined, ...values] });
    size *= domains.at(-1)?.values.length ?? 1;
    if (size > FEW) return undefined;
  }
  return domains.reduce<Input[]>(
    (inputs, { name, values }) =>
      inputs.flatMap((input) =>
        values.map((value) => (value === undefined ? input : { ...input, [name]: value })),
      ),
    [{}],
  );
}
