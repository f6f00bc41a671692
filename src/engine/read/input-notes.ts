// What an input says of itself: the sentence where it is left out (`assumption`), and the flag where it is sent though it does
// not apply (`applies`). Both become entries of the tool's lists that point at the pieces they were made of.
import type { InputPlan } from "../language/inputs.js";
import type { Citation, Entry } from "../language/model.js";
import { mapIn, mapsOf } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { isYamlMap, locationOf, positionOf, type Yaml, type YamlMap } from "./yaml.js";

/** The entries by the input that they come from. */
export interface Notes {
  readonly flags: ReadonlyMap<string, Entry>;
  readonly assumptions: ReadonlyMap<string, Entry>;
}

/** Where an input applies: its condition and, in words, to what; `say` and `flag` stand in the place of the usual ones. */
function appliesOf(input: Yaml): YamlMap | undefined {
  return isYamlMap(input) && isYamlMap(input.applies) ? input.applies : undefined;
}

export function appliesIn(input: Yaml): Pick<InputPlan, "applies"> {
  const applies = appliesOf(input);
  return applies === undefined ? {} : { applies: String(applies.when) };
}

/** `ignored` is the usual sentence of the set, with the input and what it applies to in braces. */
export function notesOf(
  tool: YamlMap,
  ignored: string | undefined,
  written: WrittenReader,
  cites: readonly Citation[],
): Notes {
  const flags = new Map<string, Entry>();
  const assumptions = new Map<string, Entry>();
  for (const [name, input] of mapsOf(mapIn(tool, "inputs"))) {
    const applies = appliesOf(input);
    if (applies !== undefined) flags.set(name, flagOf(name, applies, ignored, written, cites));
    if (typeof input.assumption !== "string") continue;
    const absent = `not given(${name})`;
    assumptions.set(name, {
      location: locationOf(input),
      cites,
      loops: [],
      own: new Map(),
      when:
        applies === undefined
          ? written.derived(absent, positionOf(input), "assumption")
          : written.derived(`(${String(applies.when)}) and ${absent}`, positionOf(applies), "when"),
      give: { kind: "text", template: written.template(input, "assumption") },
    });
  }
  return { flags, assumptions };
}

function flagOf(
  name: string,
  applies: YamlMap,
  ignored: string | undefined,
  written: WrittenReader,
  cites: readonly Citation[],
): Entry {
  const location = locationOf(applies);
  const own = typeof applies.say === "string";
  const hint = "add say:, or state ignored: in common.yaml";
  if (!own && ignored === undefined)
    written.report.error("structure", location, `Nothing says that ${name} was ignored.`, hint);
  const usual = (ignored ?? "").replaceAll("{input}", name).replaceAll("{to}", String(applies.to));
  return {
    location,
    cites,
    input: name,
    loops: [],
    own: new Map([["code", String(applies.flag ?? `${name}_ignored`)]]),
    codeLocation: locationOf(applies, "flag"),
    when: written.derived(`given(${name}) and not (${String(applies.when)})`, positionOf(applies), "when"),
    give: {
      kind: "text",
      template: own
        ? written.template(applies, "say")
        : written.derivedText(usual, positionOf(applies), "to"),
    },
  };
}
