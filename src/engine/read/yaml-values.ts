// What a YAML file holds, and where in it.
import type { Location, Places } from "../language/locations.js";

export type Yaml = string | number | boolean | null | Yaml[] | YamlMap;
export interface YamlMap {
  [key: string]: Yaml;
}

export function isYamlMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Places while they are being noted. */
export interface Noted extends Places {
  readonly keys: Map<string, number>;
  readonly values: Map<string, { readonly raw: string; readonly start: number }>;
}

/** Says in which line and column a character of a file stands; lines are counted when that is asked for the first time. */
export function locator(file: string, text: string): (offset: number) => Location {
  const starts: number[] = [];
  return (offset) => {
    if (starts.length === 0)
      for (let next = 0; next >= 0; next = text.indexOf("\n", next) + 1 || -1) starts.push(next);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
