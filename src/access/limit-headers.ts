// Limit headers: RateLimit and RateLimit-Policy of the IETF draft (structured fields).
import { monthAt } from "./months.js";
import type { Counted } from "./store.js";
import type { Limits } from "./tiers.js";

export type LimitHeaders = Readonly<Record<string, string>>;

/** `failed` calls were refunded to the month. */
export function limitHeaders(counted: Counted, failed: number): LimitHeaders {
  const { limits, now, requestsLeft, more, callsLeft } = counted;
  const { requests, callsPerMonth, span } = limits;
  let [policy, state] = ["", ""];
  if (requests !== null) {
    const name = spanName(limits);
    policy = `"${name}";q=${requests};w=${span}`;
    state = `"${name}";r=${requestsLeft};t=${seconds(more)}`;
  }
  if (callsPerMonth !== null) {
    const { start, end } = monthAt(now);
    const comma = policy === "" ? "" : ", ";
    policy += `${comma}"month";q=${callsPerMonth};w=${seconds(end - start)}`;
    state += `${comma}"month";r=${callsLeft + failed};t=${seconds(end - now)}`;
  }
  return policy === "" ? {} : { "ratelimit-policy": policy, ratelimit: state };
}

/** Rounds up, so that a caller never retries too early. */
export function seconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1000));
}

export function spanName({ span }: Limits): "minute" | "hour" {
  return span === 60 ? "minute" : "hour";
}
