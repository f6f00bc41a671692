// Merges the separate section files of a tool into it.
import { type DefinitionFile, SECTIONS, sectionFile } from "../language/files.js";
import type { Report } from "../language/findings.js";
import type { Position } from "../language/locations.js";
import { entriesOf, locationOfKey, positionOf, recordPosition, type YamlMap } from "./yaml.js";

/** Returns the section files of a tool. */
export function filesBeside(tool: string, all: ReadonlyMap<string, DefinitionFile>): string[] {
  return SECTIONS.map((section) => sectionFile(tool, section)).filter((path) => all.has(path));
}

export function withSections(
  own: YamlMap,
  beside: readonly (readonly [path: string, map: YamlMap])[],
  report: Report,
): YamlMap {
  const whole = Object.assign(Object.create(null) as YamlMap, own);
  const sections = new Map<string, Position>();
  for (const [path, map] of beside) {
    // A file may contain only the section of its name.
    const section = path.replace(/^.*\/|\.yaml$/g, "");
    for (const [key, inner] of entriesOf(map)) {
      const message = `The file is called ${section}.yaml and contains ${key}.`;
      if (key !== section) report.error("file", locationOfKey(map, key), message, "give both one name");
      else if (section in own)
        report.error("name", locationOfKey(map, key), `The tool's own file has ${section} too.`);
      else {
        whole[section] = inner;
        if (typeof inner === "object" && inner !== null) sections.set(section, positionOf(inner));
      }
    }
  }
  recordPosition(whole, positionOf(own).with({ inner: sections }));
  return whole;
}
