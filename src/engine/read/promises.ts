// Reads promises: a condition, a change with its expectation, or an agreement with another tool.
import type { PromiseDef } from "../language/model.js";
import type { Change, Way } from "../language/promises.js";
import { entriesIn, listIn, mapIn, mapsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { isYamlMap, locationOf, positionOf, type Yaml, type YamlMap } from "./yaml.js";

const CLAIMS = ["always", "raise", "lower", "scale", "swap", "with"];
const EXPECTED = ["never", "keeps", "scales"];

export function readPromises(written: WrittenReader, tool: YamlMap): PromiseDef[] {
  return mapsIn(tool, "promises").map((map) => {
    reportShape(written, map);
    const change = changeOf(map);
    return {
      id: String(map.id),
      because: String(map.because),
      at: positionOf(map),
      never: named(map, "never", (way) => way as Way),
      keeps: typeof map.keeps === "string" ? [map.keeps] : strings(map, "keeps"),
      scales: named(map, "scales", Number),
      ...("order" in map ? { order: strings(map, "order") } : {}),
      ...written.formulas(map, "when", "always"),
      ...(change === undefined ? {} : { change }),
      ...(typeof map.with === "string"
        ? {
            agrees: {
              tool: map.with,
              inputs: named(map, "inputs", (_, name) => written.formula(mapIn(map, "inputs"), name)),
              fields: named(map, "agrees", String),
            },
          }
        : {}),
    };
  });
}

/** Checks that there is one claim, with an expectation if and only if it is a change. */
function reportShape({ report }: WrittenReader, map: YamlMap): void {
  const claims = CLAIMS.filter((key) => key in map);
  const [expected] = EXPECTED.filter((key) => key in map);
  const changes = claims.some((key) => key !== "always" && key !== "with");
  const message =
    claims.length !== 1
      ? `A promise has one of ${CLAIMS.join(", ")}; ${String(map.id)} has ${claims.length === 0 ? "none" : claims.join(", ")}.`
      : changes && expected === undefined
        ? `The promise ${String(map.id)} has no expectation for ${claims[0]}.`
        : undefined;
  const hint = claims.length > 1 ? "write two promises" : changes ? "add never, keeps or scales" : undefined;
  if (message !== undefined) report.error("promise", locationOf(map), message, hint);
  else if (!changes && expected !== undefined) {
    const odd = `${expected} needs a change, and ${claims[0]} is not one.`;
    report.error("promise", locationOf(map, expected), odd, "write it as a condition");
  }
}

function changeOf(map: YamlMap): Change | undefined {
  for (const kind of ["raise", "lower"] as const) {
    const moved = map[kind];
    if (typeof moved === "string") return { kind, inputs: [moved] };
    if (Array.isArray(moved)) return { kind, inputs: strings(map, kind) };
    const [[input] = []] = entriesIn(map, kind);
    if (input !== undefined) return { kind, inputs: [input], order: strings(mapIn(map, kind), input) };
  }
  if (isYamlMap(map.scale)) return { kind: "scale", factors: named(map, "scale", Number) };
  const [first, second] = strings(map, "swap");
  return first === undefined || second === undefined ? undefined : { kind: "swap", inputs: [first, second] };
}

function strings(map: YamlMap, key: string): string[] {
  return listIn(map, key).map(String);
}

/** Maps the values of a mapping. */
function named<T>(map: YamlMap, key: string, make: (value: Yaml, name: string) => T): Map<string, T> {
  return new Map(entriesIn(map, key).map(([name, value]) => [name, make(value, name)]));
}
