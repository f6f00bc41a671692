// The head of a definition file, and locations of its names.

import type { Location } from "../language/locations.js";
import { listIn, mapIn, textsIn } from "./fields.js";
import { entriesOf, isYamlMap, locationOfKey, type YamlMap } from "./yaml.js";

export interface FileHead {
  readonly title?: string;
  readonly description?: string;
  readonly edition?: string;
  /** Words of its scales, lowest first. */
  readonly scales: ReadonlyMap<string, readonly string[]>;
  /** Shared tables that it uses. */
  readonly shared: readonly string[];
  /** Returns the location of a name in a section. */
  readonly keyIn: (section: string, name: string) => Location | undefined;
}

export function headOf(map: YamlMap): FileHead {
  return {
    ...textsIn(map, "title", "description", "edition"),
    scales: scalesIn(map),
    shared: sharedIn(map),
    keyIn: (section, name) => {
      const names = mapIn(map, section);
      return name in names ? locationOfKey(names, name) : undefined;
    },
  };
}

/** Returns the words of each scale. */
export function scalesIn(map: YamlMap): ReadonlyMap<string, readonly string[]> {
  const scales = mapIn(map, "scales");
  return new Map(entriesOf(scales).map(([name]) => [name, listIn(scales, name).map(String)]));
}

export function sharedIn(map: YamlMap): string[] {
  return Object.values(mapIn(map, "tables")).flatMap((raw) =>
    isYamlMap(raw) && typeof raw.shared === "string" ? [raw.shared] : [],
  );
}
