// Limits as response headers: RateLimit and RateLimit-Policy as the IETF's draft writes them (structured fields).
import { MonthClock } from "./months.js";
import type { Counted } from "./store.js";
import type { Limits } from "./tiers.js";

export type LimitHeaders = Readonly<Record<string, string>>;

/** The policy of some limits in some month changes with neither call nor caller. */
const policies = new Map<string, string>();
const MOST_POLICIES = 1000;
const MONTHS = new MonthClock();

/** `failed` calls of the answer were given back to the month. */
export function limitHeaders(counted: Counted, failed: number): LimitHeaders {
  const { limits, now } = counted;
  const month = MONTHS.at(now);
  const policy = policyOf(limits, seconds(month.end - month.start));
  if (policy === "") return {};
  const items: string[] = [];
  if (limits.requests !== null)
    items.push(`"${spanName(limits)}";r=${counted.requestsLeft};t=${seconds(counted.more)}`);
  if (limits.callsPerMonth !== null)
    items.push(`"month";r=${counted.callsLeft + failed};t=${seconds(month.end - now)}`);
  return { "ratelimit-policy": policy, ratelimit: items.join(", ") };
}

/** Whole seconds after which the wait is over for certain. */
export function seconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1000));
}

export function spanName({ span }: Limits): "minute" | "hour" {
  return span === 60 ? "minute" : "hour";
}

function policyOf(limits: Limits, monthSeconds: number): string {
  const name = `${limits.span} ${limits.requests} ${limits.callsPerMonth} ${monthSeconds}`;
  const known = policies.get(name);
  if (known !== undefined) return known;
  const items: string[] = [];
  if (limits.requests !== null) items.push(`"${spanName(limits)}";q=${limits.requests};w=${limits.span}`);
  if (limits.callsPerMonth !== null) items.push(`"month";q=${limits.callsPerMonth};w=${monthSeconds}`);
  const policy = items.join(", ");
  if (policies.size >= MOST_POLICIES) policies.clear();
  policies.set(name, policy);
  return policy;
}
