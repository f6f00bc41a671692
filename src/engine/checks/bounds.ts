// What a file must keep to before its structure is looked at: finite numbers, and lists of words that can be compared.
import type { Report } from "../finding.js";
import { LIMITS } from "../limits.js";
import { isYamlMap, spotOf, type Yaml, type YamlMap } from "../yaml.js";

function isCollection(value: Yaml): value is YamlMap | Yaml[] {
  return Array.isArray(value) || isYamlMap(value);
}

/** True when all is within bounds. Only in tables may a number be infinite: open bands end so. */
export function checkBounds(map: YamlMap, isTable: boolean, report: Report): boolean {
  const seen = new Set<object>();
  let sound = true;
  const refuse = (holder: object, key: string, message: string): void => {
    sound = false;
    report.error("structure", spotOf(holder, key), message);
  };
  const walk = (holder: YamlMap | Yaml[]): void => {
    if (seen.has(holder)) return;
    seen.add(holder);
    for (const [key, value] of Object.entries(holder)) {
      if (holder === map && key === "tables") continue;
      if (typeof value === "number" && !Number.isFinite(value))
        refuse(holder, key, `${value} is not a finite number.`);
      else if (key === "enum" && Array.isArray(value) && value.length > LIMITS.enumWords)
        refuse(holder, key, `The enum has more than ${LIMITS.enumWords} values.`);
      else if (key === "enum" && Array.isArray(value) && value.some(isCollection))
        refuse(holder, key, "The enum holds something other than words and numbers.");
      else if (isCollection(value)) walk(value);
    }
  };
  if (!isTable) walk(map);
  return sound;
}
