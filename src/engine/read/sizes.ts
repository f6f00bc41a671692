// Checks basic limits before the structure: finite numbers, text lengths, and list sizes.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { isYamlMap, locationOf, type Yaml, type YamlMap } from "./yaml.js";

function isCollection(value: Yaml): value is YamlMap | Yaml[] {
  return Array.isArray(value) || isYamlMap(value);
}

/** Table sections, in which bands may end with infinity; the table reader checks it. */
const CELLS = new Set(["rows", "across", "entries", "grid"]);

/** Returns whether everything is within limits. */
export function checkBounds(map: YamlMap, isTable: boolean, report: Report): boolean {
  const tables = new Set<Yaml>(
    isTable ? [map] : isYamlMap(map.tables) ? Object.values(map.tables).filter(isYamlMap) : [],
  );
  const seen = new Set<object>();
  let sound = true;
  const refuse = (holder: object, key: string, message: string, hint?: string): void => {
    sound = false;
    report.error("structure", locationOf(holder, key), message, hint);
  };
  const walk = (holder: YamlMap | Yaml[], cells: boolean): void => {
    if (seen.has(holder)) return;
    seen.add(holder);
    const isTableItself = tables.has(holder);
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "number" && !Number.isFinite(value) && !cells)
        refuse(holder, key, `${value} is not a finite number.`);
      else if (typeof value === "string" && value.length > LIMITS.textLength)
        refuse(holder, key, `This is longer than ${LIMITS.textLength} characters.`, "shorten or split it");
      else if (key === "choices" && Array.isArray(value) && value.length > LIMITS.enumWords)
        refuse(holder, key, `There are more than ${LIMITS.enumWords} choices.`);
      else if (key === "choices" && Array.isArray(value) && value.some(isCollection))
        refuse(holder, key, "The choices may contain words and numbers only.");
      else if (isCollection(value)) walk(value, cells || (isTableItself && CELLS.has(key)));
    }
  };
  walk(map, false);
  return sound;
}
