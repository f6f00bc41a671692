// Anchors of the rule book's pages: the part of a link behind #, for values, tables, rows and keys of a definition
// file.
import type { Location } from "../../engine/language/locations.js";
import { locationOfKey } from "../../engine/language/locations.js";
import type { TableDef } from "../../engine/language/model.js";
import { isYamlMap, type Yaml, type YamlMap } from "../../engine/read/yaml.js";

/** A place of a page. */
export interface Target {
  readonly file: string;
  readonly anchor: string;
}

/** A shared table is the subject of its page, whatever name it was taken in under. */
export function tableAnchor(table: TableDef): string {
  return table.location.file.startsWith("tables/") ? "table" : table.name;
}

/** A mapping of a section, and where a key of it stands. */
export function sectionOf(map: YamlMap, key: string): YamlMap | undefined {
  const section: Yaml | undefined = map[key];
  return isYamlMap(section) ? section : undefined;
}

export function keyLocation(map: YamlMap, section: string, name: string): Location | undefined {
  const found = sectionOf(map, section);
  return found !== undefined && name in found ? locationOfKey(found, name) : undefined;
}

export function rowAnchor(table: TableDef, at: number): string {
  return `${tableAnchor(table)}-row-${at + 1}`;
}

/** Values inside a group carry its name; the tool's lists lose the mark that keeps them apart. */
export function anchorOf(name: string, around: string): string {
  const plain = name.replace(/^\$/, "");
  return around === "" ? plain : `${around}.${plain}`;
}
