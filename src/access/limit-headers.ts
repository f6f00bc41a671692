// Limits as response headers: RateLimit and RateLimit-Policy as the IETF's draft writes them (structured fields).
import { monthAt } from "./months.js";
import type { Counted } from "./store.js";
import type { Limits } from "./tiers.js";

export type LimitHeaders = Readonly<Record<string, string>>;

/** `failed` calls of the answer were given back to the month. */
export function limitHeaders(counted: Counted, failed: number): LimitHeaders {
  const { limits, now, requestsLeft, more, callsLeft } = counted;
  const month = monthAt(now);
  const policy: string[] = [];
  const state: string[] = [];
  if (limits.requests !== null) {
    const name = spanName(limits);
    policy.push(`"${name}";q=${limits.requests};w=${limits.span}`);
    state.push(`"${name}";r=${requestsLeft};t=${seconds(more)}`);
  }
  if (limits.callsPerMonth !== null) {
    policy.push(`"month";q=${limits.callsPerMonth};w=${seconds(month.end - month.start)}`);
    state.push(`"month";r=${callsLeft + failed};t=${seconds(month.end - now)}`);
  }
  return policy.length === 0 ? {} : { "ratelimit-policy": policy.join(", "), ratelimit: state.join(", ") };
}

/** Whole seconds after which the wait is over for certain. */
export function seconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1000));
}

export function spanName({ span }: Limits): "minute" | "hour" {
  return span === 60 ? "minute" : "hour";
}
