// Golden cases as JSON lines: the bank that another program computed, one case a line. The first line is the head of the
// file (origin, source, always); each line after it is a case. They are read as YAML files of cases are.
import type { Report } from "../engine/language/findings.js";
import { notePlaces } from "../engine/language/locations.js";
import { isYamlMap, locator, type Yaml, type YamlMap } from "../engine/read/yaml.js";
import { findFault } from "../json/fault.js";

export function isJsonLines(name: string): boolean {
  return name.endsWith(".jsonl");
}

/** Reads one file; problems go to the report and the result is undefined. */
export function readJsonLines(file: string, text: string, report: Report): YamlMap | undefined {
  const at = locator(file, text);
  const maps: YamlMap[] = [];
  let start = 0;
  for (const line of text.trimEnd().split("\n")) {
    const map = parsed(line);
    if (isYamlMap(map)) maps.push(placed(map, start, at));
    else {
      const fault = findFault(line);
      const message = fault === undefined ? "a line must hold one object" : fault.message;
      report.error("cases", at(start + (fault?.offset ?? 0)), `This is not a line of JSON: ${message}.`);
      return undefined;
    }
    start += line.length + 1;
  }
  const [head, ...cases] = maps;
  return head === undefined ? undefined : placed({ ...head, cases }, 0, at);
}

function parsed(line: string): Yaml | undefined {
  try {
    return JSON.parse(line) as Yaml;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same object, with the beginning of its line as the place of all that it holds. */
function placed(map: YamlMap, start: number, at: ReturnType<typeof locator>): YamlMap {
  const keys = new Map(Object.keys(map).map((key) => [key, start]));
  notePlaces(map, { start, keys, values: new Map(), at });
  for (const inner of Object.values(map)) if (isYamlMap(inner)) placed(inner, start, at);
  return map;
}
