// Plans of the callers: limits and prices as the definition set states them, and what cannot be meant so.
import type { Report } from "../finding.js";
import { didYouMean } from "../nearest.js";
import { entriesOf, isYamlMap, spotOf, spotOfKey, type Yaml, type YamlMap } from "../yaml.js";

export type InterfaceName = "main" | "legacy";

export interface Plan {
  readonly id: string;
  readonly title: string;
  /** Seconds over which requests are counted, and how many may be in them; undefined where they are not limited. */
  readonly span: 60 | 3600;
  readonly requests: number | undefined;
  readonly callsPerMonth: number | undefined;
  /** Whether a key may have limits of its own. */
  readonly custom: boolean;
  readonly mcp: boolean;
  readonly support: string;
  readonly pricePerMonth: number | undefined;
  readonly pricePerMonthPaidYearly: number | undefined;
}

export interface Interface {
  readonly name: InterfaceName;
  readonly title: string;
  /** Request header that carries the key, as written. */
  readonly header: string;
  /** Plan of callers without a key; undefined where everyone needs one. */
  readonly keyless: Plan | undefined;
  /** ISO date since which callers are asked to move to another interface. */
  readonly deprecated: string | undefined;
  readonly plans: ReadonlyMap<string, Plan>;
}

export interface Plans {
  readonly currency: string;
  readonly interfaces: ReadonlyMap<InterfaceName, Interface>;
}

/** Plans of a file that has the right structure. */
export function readPlans(map: YamlMap, report: Report): Plans {
  const interfaces = new Map<InterfaceName, Interface>();
  for (const [name, raw] of isYamlMap(map.interfaces) ? entriesOf(map.interfaces) : [])
    if (isYamlMap(raw))
      interfaces.set(name as InterfaceName, readInterface(name as InterfaceName, raw, report));
  const headers = [...interfaces.values()].map(({ header }) => header.toLowerCase());
  if (new Set(headers).size < headers.length)
    report.error("plan", spotOf(map, "interfaces"), "Two interfaces take their keys from the same header.");
  return { currency: String(map.currency), interfaces };
}

function readInterface(name: InterfaceName, map: YamlMap, report: Report): Interface {
  const plans = new Map<string, Plan>();
  for (const [id, raw] of isYamlMap(map.plans) ? entriesOf(map.plans) : [])
    if (isYamlMap(raw)) plans.set(id, readPlan(id, raw, report));
  const keyless = typeof map.keyless === "string" ? map.keyless : undefined;
  if (keyless !== undefined && !plans.has(keyless))
    report.error(
      "plan",
      spotOf(map, "keyless"),
      `Callers without a key are on the plan ${keyless}, which is not one of the plans.`,
      didYouMean(keyless, plans.keys()),
    );
  return {
    name,
    title: String(map.title),
    header: String(map.header),
    keyless: keyless === undefined ? undefined : plans.get(keyless),
    deprecated: map.deprecated === undefined ? undefined : String(map.deprecated),
    plans,
  };
}

function readPlan(id: string, map: YamlMap, report: Report): Plan {
  const spans = ["requests_per_minute", "requests_per_hour"].filter((key) => map[key] !== undefined);
  if (spans.length !== 1)
    report.error(
      "plan",
      spotOfKey(map, spans[1] ?? "title"),
      `The plan ${id} must have either requests_per_minute or requests_per_hour.`,
    );
  const hourly = spans[0] === "requests_per_hour";
  const requests = quota(map[spans[0] ?? ""]);
  const callsPerMonth = quota(map.calls_per_month);
  if (callsPerMonth !== undefined && requests !== undefined && callsPerMonth < requests)
    report.error(
      "plan",
      spotOf(map, "calls_per_month"),
      `The plan ${id} allows ${requests} requests in ${hourly ? "an hour" : "a minute"} and only ${callsPerMonth} calls in a month.`,
    );
  const monthly = price(map.price_per_month);
  const yearly = price(map.price_per_month_paid_yearly);
  if (yearly !== undefined && (monthly === undefined || yearly > monthly))
    report.error(
      "plan",
      spotOf(map, "price_per_month_paid_yearly"),
      `The plan ${id} costs more a month when it is paid yearly.`,
    );
  return {
    id,
    title: String(map.title),
    span: hourly ? 3600 : 60,
    requests,
    callsPerMonth,
    custom: map.custom === true,
    mcp: map.mcp === true,
    support: String(map.support),
    pricePerMonth: monthly,
    pricePerMonthPaidYearly: yearly,
  };
}

function quota(value: Yaml | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function price(value: Yaml | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
