// Golden cases beside the definitions: what a value is in a chosen case, and where cases name an input or a result.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import {
  isYamlMap,
  locationOf,
  locationOfKey,
  positionOf,
  readYaml,
  type Yaml,
} from "../engine/read/yaml.js";
import type { Tool } from "../engine/tool.js";
import { isRecord } from "../json/objects.js";
import type { NamedThing } from "../lint/names.js";
import { BadCases } from "../workbench/case-file.js";
import { isJsonLines } from "../workbench/case-lines.js";
import { caseFiles, type GoldenCase, readGoldenFile } from "../workbench/cases.js";

export function casesFolder(definitions: string): string {
  return join(definitions, "../test/golden");
}

/** The cases of a tool that are computed, a file read when it is come to; without those of a file that cannot be read. */
export function* computedCases(definitions: string, tool: string): Generator<GoldenCase> {
  const folder = join(casesFolder(definitions), tool);
  if (!existsSync(folder)) return;
  // Those that people wrote come before those that a program computed.
  const files = caseFiles(folder).sort((a, b) => Number(isJsonLines(a)) - Number(isJsonLines(b)));
  for (const file of files) {
    try {
      yield* readGoldenFile(folder, file).filter(({ refused }) => refused === undefined);
    } catch (error) {
      if (!(error instanceof BadCases)) throw error;
    }
  }
}

/** The case of this name, or the first. */
export function chosenCase(
  definitions: string,
  tool: string,
  name: string | undefined,
): GoldenCase | undefined {
  let first: GoldenCase | undefined;
  for (const each of computedCases(definitions, tool)) {
    first ??= each;
    if (name === undefined || each.name === name) return each;
  }
  return first;
}

/** What an input or value of the tool itself is in a case; undefined where the definition does not take the case any more. */
export function valueIn(tool: Tool, { kind, name }: NamedThing, input: unknown): unknown {
  if ((kind !== "input" && kind !== "value") || !isRecord(input)) return undefined;
  return tool.valueNamed(name, input);
}

/** Where the cases of a tool name an input or result, or have a word as its value; files count from the folder of all cases. */
export function namedInCases(
  definitions: string,
  tool: string,
  name: string,
  isInput: boolean,
  word?: string,
): Location[] {
  const folder = join(casesFolder(definitions), tool);
  if (!existsSync(folder)) return [];
  const found: Location[] = [];
  const noteIn = (map: Yaml | undefined) => {
    if (!isYamlMap(map) || !(name in map)) return;
    const value = map[name];
    if (word === undefined) found.push(locationOfKey(map, name));
    else if (Array.isArray(value))
      for (const [at, each] of value.entries()) if (each === word) found.push(bare(value, at));
    if (word !== undefined && value === word) found.push(bare(map, name));
  };
  const files = [...caseFiles(folder), ...(existsSync(join(folder, "always.yaml")) ? ["always.yaml"] : [])];
  const noteCase = (each: Yaml) => {
    if (isYamlMap(each)) noteIn(isInput ? each.input : each.expect);
  };
  for (const file of files) {
    const path = `${tool}/${file}`;
    const text = readFileSync(join(folder, file), "utf8");
    if (isJsonLines(file)) {
      // A line of JSON is YAML, and so every name in it has its place.
      text.split("\n").forEach((line, index) => {
        if (!line.includes(`"${name}"`)) return;
        const before = found.length;
        const map = readYaml(path, line, new Report());
        if (map === undefined) return;
        noteCase(map);
        if (!isInput) noteIn(map.always);
        for (const location of found.splice(before)) found.push({ ...location, line: index + 1 });
      });
      continue;
    }
    const map = readYaml(path, text, new Report());
    if (map === undefined) continue;
    if (!isInput) noteIn(file === "always.yaml" ? map : map.always);
    for (const each of Array.isArray(map.cases) ? map.cases : []) noteCase(each);
  }
  return found;
}

/** Where a word begins, without its quotes. */
function bare(holder: object, key: string | number): Location {
  const location = locationOf(holder, key);
  const isQuoted = /^["']/.test(positionOf(holder).values.get(String(key))?.raw ?? "");
  return isQuoted ? { ...location, column: location.column + 1 } : location;
}
