// What an input says of itself: the sentence where it is left out (`assumption`), and the flag where it is sent though it does
// not apply (`applies`). Both become entries of the tool's lists, where an entry `{input: name}` says so, else assumptions
// before all others and flags behind them, in the order of the inputs.
import type { Report } from "../language/findings.js";
import { locationOf, positionsOf, recordPositions } from "../language/locations.js";
import { didYouMean } from "../language/nearest.js";
import { listIn, mapIn } from "./fields.js";
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export interface Notes {
  readonly flags: readonly Yaml[];
  readonly assumptions: readonly Yaml[];
}

/** Where an input applies: its condition and, in words, to what; `say` and `flag` stand in the place of the usual ones. */
export function appliesOf(input: Yaml): YamlMap | undefined {
  return isYamlMap(input) && isYamlMap(input.applies) ? input.applies : undefined;
}

export const ignoredFlag = (name: string, { flag }: YamlMap): string => String(flag ?? `${name}_ignored`);

/** `ignored` is the usual sentence of the set, with the input and what it applies to in braces. */
export function notesOf(tool: YamlMap, ignored: string | undefined, report: Report): Notes {
  const flags = new Map<string, YamlMap>();
  const assumptions = new Map<string, YamlMap>();
  for (const [name, input] of entriesOf(mapIn(tool, "inputs"))) {
    if (!isYamlMap(input)) continue;
    const applies = appliesOf(input);
    const when = applies === undefined ? undefined : String(applies.when);
    if (applies !== undefined) flags.set(name, flagOf(name, applies, ignored, report));
    if (typeof input.assumption !== "string") continue;
    const absent = `not given(${name})`;
    assumptions.set(
      name,
      entryOf(
        { when: when === undefined ? absent : `(${when}) and ${absent}`, say: input.assumption },
        {
          say: [input, "assumption"],
          when: applies === undefined ? [input, "assumption"] : [applies, "when"],
        },
      ),
    );
  }
  return {
    flags: placed(listIn(tool, "flags"), flags, "applies", false, report),
    assumptions: placed(listIn(tool, "assumptions"), assumptions, "assumption", true, report),
  };
}

function flagOf(name: string, applies: YamlMap, ignored: string | undefined, report: Report): YamlMap {
  const own = typeof applies.say === "string";
  const hint = "add say:, or state ignored: in common.yaml";
  if (!own && ignored === undefined)
    report.error("structure", locationOf(applies), `Nothing says that ${name} was ignored.`, hint);
  const usual = (ignored ?? "").replaceAll("{input}", name).replaceAll("{to}", String(applies.to));
  return entryOf(
    {
      code: ignoredFlag(name, applies),
      when: `given(${name}) and not (${String(applies.when)})`,
      say: own ? String(applies.say) : usual,
    },
    { when: [applies, "when"], say: [applies, own ? "say" : "to"], code: [applies, "flag"] },
  );
}

type From = Readonly<Record<string, readonly [holder: YamlMap, key: string]>>;

/** An entry that is written nowhere: its pieces stand where they were taken from. */
function entryOf(entry: YamlMap, from: From): YamlMap {
  const [first] = Object.values(from);
  const around = first === undefined ? undefined : positionsOf(first[0]);
  if (around === undefined) return entry;
  const keys = new Map<string, number>();
  const values = new Map<string, { readonly raw: string; readonly start: number }>();
  for (const key of Object.keys(entry)) {
    const [holder, name] = from[key] ?? [];
    const places = holder === undefined ? undefined : positionsOf(holder);
    const value = name === undefined ? undefined : places?.values.get(name);
    keys.set(key, places?.keys.get(name ?? "") ?? around.start);
    if (value !== undefined) values.set(key, value);
  }
  recordPositions(entry, { start: around.start, keys, values, at: around.at });
  return entry;
}

function placed(
  list: readonly Yaml[],
  notes: ReadonlyMap<string, YamlMap>,
  key: string,
  first: boolean,
  report: Report,
): Yaml[] {
  const stated = new Set<string>();
  const own = list.flatMap((entry): Yaml[] => {
    if (!isYamlMap(entry) || typeof entry.input !== "string") return [entry];
    stated.add(entry.input);
    const note = notes.get(entry.input);
    if (note !== undefined) return [note];
    const hint = didYouMean(entry.input, notes.keys());
    report.error("symbol", locationOf(entry, "input"), `The input ${entry.input} has no ${key}.`, hint);
    return [];
  });
  const rest = [...notes].flatMap(([name, note]) => (stated.has(name) ? [] : [note]));
  const all = first ? [...rest, ...own] : [...own, ...rest];
  const places = positionsOf(list);
  if (places !== undefined) recordPositions(all, { ...places, values: valuesOf(all, list, places.values) });
  return all;
}

type Values = NonNullable<ReturnType<typeof positionsOf>>["values"];

/** Where the entries of the list now stand that stood in it before. */
function valuesOf(all: readonly Yaml[], list: readonly Yaml[], values: Values): Values {
  const found = new Map<string, { readonly raw: string; readonly start: number }>();
  all.forEach((entry, at) => {
    const value = values.get(String(list.indexOf(entry)));
    if (value !== undefined) found.set(String(at), value);
  });
  return found;
}
