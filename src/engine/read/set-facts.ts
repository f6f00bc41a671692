// Facts of a set besides its tools: common texts, sources and licences.
import type { Licence, Source } from "../language/files.js";
import type { Location } from "../language/locations.js";
import { entriesIn, listIn, mapsOf } from "./fields.js";
import { isYamlMap, locationOf, locationOfKey, type YamlMap } from "./yaml.js";

/** The content of common.yaml. */
export interface Common {
  readonly edition: string;
  readonly editionLocation: Location;
  readonly disclaimer: string;
  /** Descriptions of the common result fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the set defines titles of words, and so is written for people. */
  readonly statesWords: boolean;
  /** The tools in catalogue order. */
  readonly catalogue: readonly { readonly name: string; readonly location: Location }[];
}

/** A source with its location. */
export interface ListedSource {
  readonly source: Source;
  readonly location: Location;
  readonly reviewLocation: Location;
  readonly licenceLocation: Location;
}

/** A licence with its location. */
export interface ListedLicence {
  readonly licence: Licence;
  readonly location: Location;
}

export function commonOf(map: YamlMap): Common {
  const catalogue = listIn(map, "catalogue");
  return {
    edition: String(map.edition),
    editionLocation: locationOf(map, "edition"),
    disclaimer: String(map.disclaimer),
    statesWords: isYamlMap(map.words),
    fields: Object.fromEntries(entriesIn(map, "fields").map(([key, text]) => [key, String(text)])),
    catalogue: catalogue.map((name, at) => ({ name: String(name), location: locationOf(catalogue, at) })),
  };
}

export function sourcesOf(map: YamlMap): ListedSource[] {
  return mapsOf(map).map(([id, raw]) => ({
    source: { ...(raw as object), id } as Source,
    location: locationOfKey(map, id),
    reviewLocation: locationOf(raw, "review_by"),
    licenceLocation: locationOf(raw, "licence"),
  }));
}

export function licencesOf(map: YamlMap): ListedLicence[] {
  return mapsOf(map).map(([id, raw]) => ({
    licence: { ...(raw as object), id } as Licence,
    location: locationOfKey(map, id),
  }));
}
