// What would happen if an input that is not given were given: which assumption it would replace, and whether it would
// change anything at all. Found by trying a few values once the reader pauses, so that no definition has to say it.

import { effect, signal } from "@preact/signals";
import type { Result, RuntimeTool } from "../engine/run/tool.js";
import { type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { choicesOf, type FormInput } from "./inputs.js";
import { lastGood, tool } from "./state.js";

export interface Probed {
  readonly input: FormInput;
  /** Inputs that change nothing, whatever they are. */
  readonly idle: ReadonlySet<string>;
  /** Inputs by the assumption that goes when they are given. */
  readonly behind: ReadonlyMap<string, string>;
}

export const probed = signal<Probed | undefined>(undefined);

/** Milliseconds without a key before anything is tried. */
const PAUSE_MS = 150;
/** Values of one input that are tried. */
const MOST_SAMPLES = 5;
/** More assumptions than so many go at once because the whole case is another one. */
const MOST_GONE = 2;

effect(() => {
  const local = tool.value?.local;
  const good = lastGood.value;
  if (local === undefined || good === undefined || !good.outcome.ok) {
    probed.value = undefined;
    return undefined;
  }
  const { result } = good.outcome;
  const timer = setTimeout(() => {
    probed.value = probe(local, good.input, result);
  }, PAUSE_MS);
  return () => clearTimeout(timer);
});

export function probe(served: RuntimeTool, input: FormInput, result: Result): Probed {
  const fields = propertiesOf(served.inputSchema);
  const assumptions = assumptionsOf(result);
  const idle = new Set<string>();
  const found = new Map<string, { readonly name: string; readonly gone: number }>();
  for (const [name, schema] of Object.entries(fields)) {
    if (name in input) continue;
    const outcomes = samplesOf(name, schema, served).map((value) => served.run({ ...input, [name]: value }));
    const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []));
    // A choice of which every word is refused belongs to another case.
    const isForeign = results.length === 0 && outcomes.length > 0 && choicesOf(schema) !== undefined;
    const isSilent = results.length > 0 && isIgnored(result, results, fields);
    if (isForeign || isSilent) idle.add(name);
    const [first] = results;
    if (first === undefined) continue;
    const rest = assumptionsOf(first);
    const gone = assumptions.filter((each) => !rest.includes(each));
    if (gone.length > MOST_GONE) continue;
    for (const each of gone)
      if (gone.length < (found.get(each)?.gone ?? Number.POSITIVE_INFINITY))
        found.set(each, { name, gone: gone.length });
  }
  return { input, idle, behind: new Map([...found].map(([each, { name }]) => [each, name])) };
}

function assumptionsOf({ assumptions }: Result): readonly string[] {
  return Array.isArray(assumptions) ? assumptions.map(String) : [];
}

/** Whatever the value, nothing changes but that the tool may say, always in the same words, that it is ignored. */
function isIgnored(
  before: Result,
  results: readonly Result[],
  fields: Readonly<Record<string, unknown>>,
): boolean {
  const said = ({ flags, warnings }: Result) => JSON.stringify([flags, warnings]);
  // A result that only repeats an input says nothing of whether it matters.
  const rest = (result: Result) =>
    JSON.stringify(
      Object.entries(result).filter(([name]) => !(name in fields || name === "flags" || name === "warnings")),
    );
  const [first] = results.map(said);
  const isSaidAlike = results.every((each) => said(each) === first);
  const isNew = first !== said(before);
  return (
    results.every((each) => rest(each) === rest(before)) && isSaidAlike && (!isNew || results.length > 1)
  );
}

/** Values to try: what is assumed, what examples have, choices, ends of the range. */
function samplesOf(name: string, schema: JsonSchema, { facts }: RuntimeTool): unknown[] {
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum];
  const ends = bounds.filter((each) => typeof each === "number");
  const samples = [
    schema.assumed,
    ...facts.examples.map((example) => example.input[name]),
    ...(choicesOf(schema) ?? []),
    ...ends,
    ...ends.map((each) => each + 1),
  ].filter((each) => each !== undefined);
  const isWide = samples.length > MOST_SAMPLES;
  // The first and the last differ most.
  return isWide ? [...samples.slice(0, MOST_SAMPLES - 2), ...samples.slice(-2)] : samples;
}
