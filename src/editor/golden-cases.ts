// Golden cases in the editor: values of a chosen case, and mentions of inputs and results in cases.
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

/** Yields a tool's computed cases, reading files lazily. Unreadable files are skipped. */
export function* computedCases(definitions: string, tool: string): Generator<GoldenCase> {
  const folder = join(casesFolder(definitions), tool);
  if (!existsSync(folder)) return;
  // Cases written by people come before generated ones.
  const files = caseFiles(folder).sort((a, b) => Number(isJsonLines(a)) - Number(isJsonLines(b)));
  for (const file of files) {
    try {
      yield* readGoldenFile(folder, file).filter(({ refused }) => refused === undefined);
    } catch (error) {
      if (!(error instanceof BadCases)) throw error;
    }
  }
}

/** Returns the case of this name, or the first. */
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

/** Returns the value of an input or value in a case; undefined if the definition refuses the case. */
export function valueIn(tool: Tool, { kind, name }: NamedThing, input: unknown): unknown {
  if ((kind !== "input" && kind !== "value") || !isRecord(input)) return undefined;
  return tool.valueNamed(name, input);
}

/**
 * Finds mentions of an input, result or word in the cases of a tool. Paths are relative to the folder of all cases.
 */
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
      // JSON is YAML, so names in JSON lines have positions too.
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

/** Returns the start of a word, after any quote. */
function bare(holder: object, key: string | number): Location {
  const location = locationOf(holder, key);
  const isQuoted = /^["']/.test(positionOf(holder).values.get(String(key))?.raw ?? "");
  return isQuoted ? { ...location, column: location.column + 1 } : location;
}
