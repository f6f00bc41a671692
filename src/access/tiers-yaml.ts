// Reads the subscription tiers from plans.yaml, and reports contradictions such as a month that allows less than a
// minute.

import { readSchemas } from "../definitions/folder.js";
import type { Check } from "../engine/checks/check.js";
import { type Finding, type Hint, Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import { didYouMean } from "../engine/language/nearest.js";
import { checkBounds } from "../engine/read/sizes.js";
import { StructureChecker } from "../engine/read/structure.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  readYaml,
  type Yaml,
  type YamlMap,
} from "../engine/read/yaml.js";
import type { ByteLimits, InterfaceName, Tier, TierList, Tiers } from "./tiers.js";

const FILE = "plans.yaml";

/** The check as listed in docs/language-reference.md. */
export const TIER_CHECK: Check = {
  code: "plan",
  refuses:
    "plans that cannot be meant so: no plan for callers without a key, two spans or none, a month below a minute, a dearer year, one header for two interfaces",
  example: "The plan pro costs more a month when it is paid yearly.",
};

export interface ReadTiers {
  /** All are errors. */
  readonly findings: readonly Finding[];
  /** Undefined if there are errors or no plans.yaml. */
  readonly tiers: Tiers | undefined;
}

export function readTiers(text: string): ReadTiers {
  const report = new Report();
  const map = readYaml(FILE, text, report);
  const sound =
    map !== undefined &&
    checkBounds(map, false, report) &&
    new StructureChecker(readSchemas()).check("plans", map, report);
  const tiers = sound ? tiersIn(map, (...found) => report.error(TIER_CHECK.code, ...found)) : undefined;
  return { findings: report.sorted(), tiers: report.failed ? undefined : tiers };
}

/** Receives contradictions and their location. */
type Wrong = (location: Location, message: string, hint?: Hint) => void;

/** Reads the tiers of a file with a valid structure. */
function tiersIn(map: YamlMap, wrong: Wrong): Tiers {
  const interfaces = mapsIn(map.interfaces).map(([name, raw]) => listIn(name as InterfaceName, raw, wrong));
  const headers = interfaces.map(({ header }) => header.toLowerCase());
  if (new Set(headers).size < headers.length)
    wrong(locationOf(map, "interfaces"), "Two interfaces take their keys from the same header.");
  return { currency: String(map.currency), interfaces };
}

function listIn(name: InterfaceName, map: YamlMap, wrong: Wrong): TierList {
  const tiers = mapsIn(map.plans).map(([id, raw]) => tierIn(id, raw, wrong));
  const ids = tiers.map(({ id }) => id);
  const keyless = typeof map.keyless === "string" ? map.keyless : null;
  if (keyless !== null && !ids.includes(keyless))
    wrong(
      locationOf(map, "keyless"),
      `Callers without a key are on the plan ${keyless}, which is not one of the plans.`,
      didYouMean(keyless, ids),
    );
  return {
    interface: name,
    title: String(map.title),
    header: String(map.header),
    keyless,
    deprecated: map.deprecated === undefined ? null : String(map.deprecated),
    tiers,
  };
}

function tierIn(id: string, map: YamlMap, wrong: Wrong): Tier {
  const spans = ["requests_per_minute", "requests_per_hour"].filter((key) => map[key] !== undefined);
  if (spans.length !== 1)
    wrong(
      locationOfKey(map, spans[1] ?? "title"),
      `The plan ${id} must have either requests_per_minute or requests_per_hour.`,
    );
  const hourly = spans[0] === "requests_per_hour";
  const requests = numberOrNull(map[spans[0] ?? ""]);
  const callsPerMonth = numberOrNull(map.calls_per_month);
  if (callsPerMonth !== null && requests !== null && callsPerMonth < requests)
    wrong(
      locationOf(map, "calls_per_month"),
      `The plan ${id} allows ${requests} requests in ${hourly ? "an hour" : "a minute"} and only ${callsPerMonth} calls in a month.`,
    );
  const monthly = numberOrNull(map.price_per_month);
  const yearly = numberOrNull(map.price_per_month_paid_yearly);
  if (yearly !== null && (monthly === null || yearly > monthly))
    wrong(
      locationOf(map, "price_per_month_paid_yearly"),
      `The plan ${id} costs more a month when it is paid yearly.`,
    );
  return {
    id,
    title: String(map.title),
    span: hourly ? 3600 : 60,
    requests,
    callsPerMonth,
    custom: map.custom === true,
    bytes: bytesIn(id, map, wrong),
    mcp: map.mcp === true,
    support: String(map.support),
    pricePerMonth: monthly,
    pricePerMonthPaidYearly: yearly,
  };
}

function bytesIn(id: string, map: YamlMap, wrong: Wrong): ByteLimits {
  const bytesOf = (key: string) => {
    const given = numberOrNull(map[key]);
    return given === null ? null : given * 1024 * 1024;
  };
  const request = bytesOf("request_mib");
  const inFlight = bytesOf("in_flight_mib");
  if (inFlight !== null && (request === null || request > inFlight))
    wrong(
      locationOf(map, "in_flight_mib"),
      `The plan ${id} allows a request that is larger than its in_flight_mib.`,
    );
  return { request, inFlight };
}

/** Returns the entries that are mappings, in file order. */
function mapsIn(value: Yaml | undefined): [name: string, map: YamlMap][] {
  if (!isYamlMap(value)) return [];
  return entriesOf(value).flatMap(([name, raw]) => (isYamlMap(raw) ? [[name, raw]] : []));
}

/** `unlimited` becomes null. */
function numberOrNull(value: Yaml | undefined): number | null {
  return typeof value === "number" ? value : null;
}
