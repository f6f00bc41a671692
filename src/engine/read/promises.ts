// The promises of a tool as they stand in YAML. Each says one thing: a condition, a change with what it may not do, or an
// agreement with another tool.
import { locationOf } from "../language/locations.js";
import type { PromiseDef, WrittenFormula } from "../language/model.js";
import type { Change, Way } from "../language/promises.js";
import { mapIn, mapsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

const CLAIMS = ["always", "raise", "lower", "scale", "swap", "with"];
const EXPECTED = ["never", "keeps", "scales"];

export function readPromises(written: WrittenReader, tool: YamlMap): PromiseDef[] {
  return mapsIn(tool, "promises").map((map) => {
    reportShape(written, map);
    const change = changeOf(map);
    return {
      id: String(map.id),
      because: String(map.because),
      holder: map,
      never: new Map(pairs(map.never).map(([field, way]) => [field, way as Way])),
      keeps: strings(typeof map.keeps === "string" ? [map.keeps] : map.keeps),
      scales: numbers(map.scales),
      ...("order" in map ? { order: strings(map.order) } : {}),
      ...written.formulas(map, "when", "always"),
      ...(change === undefined ? {} : { change }),
      ...(typeof map.with === "string"
        ? {
            agrees: {
              tool: map.with,
              inputs: formulas(written, mapIn(map, "inputs")),
              fields: words(map.agrees),
            },
          }
        : {}),
    };
  });
}

/** What the schema would say at length: one claim, and an expectation beside each change and no other. */
function reportShape({ report }: WrittenReader, map: YamlMap): void {
  const claims = CLAIMS.filter((key) => key in map);
  const [expected] = EXPECTED.filter((key) => key in map);
  const changes = claims.some((key) => key !== "always" && key !== "with");
  const message =
    claims.length !== 1
      ? `A promise has one of ${CLAIMS.join(", ")}; ${String(map.id)} has ${claims.length === 0 ? "none" : claims.join(", ")}.`
      : changes && expected === undefined
        ? `The promise ${String(map.id)} does not say what ${claims[0]} may not do.`
        : undefined;
  const hint = claims.length > 1 ? "write two promises" : changes ? "add never, keeps or scales" : undefined;
  if (message !== undefined) report.error("promise", locationOf(map), message, hint);
  else if (!changes && expected !== undefined)
    report.error(
      "promise",
      locationOf(map, expected),
      `${expected} follows a change, and ${claims[0]} is none.`,
      "say it as a condition",
    );
}

function changeOf(map: YamlMap): Change | undefined {
  for (const kind of ["raise", "lower"] as const) {
    const moved = map[kind];
    if (typeof moved === "string") return { kind, inputs: [moved] };
    if (Array.isArray(moved)) return { kind, inputs: strings(moved) };
    const [[input, order] = [undefined, undefined]] = pairs(moved);
    if (input !== undefined) return { kind, inputs: [input], order: strings(order) };
  }
  if (isYamlMap(map.scale)) return { kind: "scale", factors: numbers(map.scale) };
  const [first, second] = strings(map.swap);
  return first === undefined || second === undefined ? undefined : { kind: "swap", inputs: [first, second] };
}

function pairs(raw: Yaml | undefined): [string, Yaml][] {
  return isYamlMap(raw) ? entriesOf(raw) : [];
}

function strings(raw: Yaml | undefined): string[] {
  return Array.isArray(raw) ? raw.map(String) : [];
}

function numbers(raw: Yaml | undefined): Map<string, number> {
  return new Map(pairs(raw).map(([key, value]) => [key, Number(value)]));
}

function formulas(written: WrittenReader, map: YamlMap): Map<string, WrittenFormula> {
  return new Map(Object.keys(map).map((key) => [key, written.formula(map, key)]));
}

function words(raw: Yaml | undefined): Map<string, string> {
  return new Map(pairs(raw).map(([key, value]) => [key, String(value)]));
}
