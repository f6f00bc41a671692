// Which input an assumption is about: it is the one that, once it is given, takes the assumption away. Found by trying,
// so that no definition has to say it.
import type { ServedTool } from "../engine/run/tool.js";
import { choicesOf, type Input, propertiesOf, type Schema } from "./inputs.js";

/** More than so many at once go because the whole case is another one. */
const MOST_GONE = 2;

/** Inputs by the assumption that goes when they are given; the input that takes least else away. */
export function inputsBehind(
  tool: ServedTool,
  input: Input,
  assumptions: readonly string[],
): ReadonlyMap<string, string> {
  const examples = tool.facts.examples.map((example) => example.input);
  const found = new Map<string, { readonly name: string; readonly gone: number }>();
  for (const [name, schema] of Object.entries(propertiesOf(tool.inputSchema))) {
    if (name in input) continue;
    const rest = samplesOf(name, schema, examples)
      .map((value) => assumedWith(tool, { ...input, [name]: value }))
      .find((each) => each !== undefined);
    if (rest === undefined) continue;
    const gone = assumptions.filter((each) => !rest.includes(each));
    if (gone.length > MOST_GONE) continue;
    for (const each of gone)
      if (gone.length < (found.get(each)?.gone ?? Number.POSITIVE_INFINITY))
        found.set(each, { name, gone: gone.length });
  }
  return new Map([...found].map(([each, { name }]) => [each, name]));
}

/** What is assumed with an input; undefined where it is refused. */
function assumedWith(tool: ServedTool, input: Input): readonly unknown[] | undefined {
  const outcome = tool.run(input);
  return outcome.ok && Array.isArray(outcome.result.assumptions) ? outcome.result.assumptions : undefined;
}

/** Values to try: what is assumed, what an example has, a choice, an end of the range. */
function samplesOf(name: string, schema: Schema, examples: readonly Input[]): unknown[] {
  const bound = [schema.minimum, schema.maximum, schema.exclusiveMinimum].find(
    (each) => typeof each === "number",
  );
  const inside = typeof bound === "number" ? [bound, bound + 1] : [];
  return [
    schema.assumed,
    ...examples.map((example) => example[name]),
    ...(choicesOf(schema) ?? []),
    ...inside,
  ].filter((each) => each !== undefined);
}
