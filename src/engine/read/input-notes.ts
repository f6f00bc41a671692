// Notes of inputs: the assumption if one is omitted, and the flag if one is sent that does not apply. Both become
// entries of the tool's lists.
import type { InputPlan } from "../language/inputs.js";
import type { Citation, Entry } from "../language/model.js";
import { mapIn, mapsOf } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { isYamlMap, locationOf, positionOf, type Yaml, type YamlMap } from "./yaml.js";

/** Entries by input. */
export interface Notes {
  readonly flags: ReadonlyMap<string, Entry>;
  readonly assumptions: ReadonlyMap<string, Entry>;
}

/** Returns the `applies` section of an input; its `say` and `flag` replace the defaults. */
function appliesOf(input: Yaml): YamlMap | undefined {
  return isYamlMap(input) && isYamlMap(input.applies) ? input.applies : undefined;
}

export function appliesIn(input: Yaml): Pick<InputPlan, "applies"> {
  const applies = appliesOf(input);
  return applies === undefined ? {} : { applies: String(applies.when) };
}

/** `ignored` is the set's default sentence, with the input and its applicability in braces. */
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
    written.report.error("structure", location, `There is no sentence for an ignored ${name}.`, hint);
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
