// Admits callers: identifies a caller by key or network, counts its calls in the store, and returns a grant or a
// refusal.
import { type LimitHeaders, limitHeaders, seconds, spanName } from "./limit-headers.js";
import { loopbackAdvice, networkOf } from "./network.js";
import type { Caller } from "./payer.js";
import type { ProvenKeys } from "./proven-keys.js";
import { Sites } from "./sites.js";
import {
  type Ask,
  type Counted,
  type KeyFault,
  type Store,
  StoreAway,
  subjectOf,
  type Taken,
} from "./store.js";
import { ANY_BYTES, type ByteLimits, type TierList } from "./tiers.js";
import { bearerOf, tokenOf } from "./token.js";
import { WRONG_PER_MINUTE, WrongKeys } from "./wrong-keys.js";

export interface Standing {
  /** Whether the next call would be refused. */
  readonly isSpent: boolean;
  /** Calls left in the month. */
  readonly callsLeft: number;
  readonly bytes: ByteLimits;
}

export const UNLIMITED: Standing = { isSpent: false, callsLeft: Number.POSITIVE_INFINITY, bytes: ANY_BYTES };

export interface Grant {
  readonly tier: string;
  /** The subject that was charged. */
  readonly caller?: string;
  /** Remaining allowance; absent if nothing is limited. */
  readonly standing?: Standing;
  /** Called after the calls have run. Refunds failed calls and returns the limit headers. */
  settle(failed: number): LimitHeaders;
}
export interface Refusal {
  readonly refusal: {
    readonly kind: "invalid-key" | "too-many-requests" | "unavailable" | "forbidden";
    readonly detail: string;
    readonly more: Readonly<Record<string, unknown>>;
  };
  readonly headers: LimitHeaders;
}
export type Admittance = Grant | Refusal;

/**
 * Called once for each request that computes. `calls` is the number of tool calls in it, `atOnce` the number that
 * counts against the rate limit.
 */
export type Admission = (caller: Caller, calls: number, atOnce?: number) => Admittance | Promise<Admittance>;

/** The tier of callers without a key. */
export const FREE_TIER = "free";

const OPEN: Grant = { tier: FREE_TIER, settle: () => ({}) };

/** Admits everyone on the free tier. */
export const openToAll: Admission = () => OPEN;

/** The page that lists the plans. */
const PLANS = "/v1/plans";

/** Seconds. Sent as Retry-After while the store is unavailable. */
const AWAY_RETRY_S = 2;

export function limitedAdmission(
  store: Store,
  list: TierList,
  now: () => number,
  proven?: ProvenKeys,
  /** Called when the store has answered in a later turn of the event loop. */
  resumed?: (caller: Caller) => void,
): Admission {
  const wrongKeys = new WrongKeys();
  const sites = new Sites();
  const header = list.header.toLowerCase();
  // The main interface accepts bearer tokens too; the older one accepts its header only.
  const bearer = list.interface === "main";
  const apiKey = `ApiKey realm="plumbline", header="${list.header}"`;
  const challenge = bearer ? `${apiKey}, Bearer realm="plumbline", error="invalid_token"` : apiKey;

  const refuseKey = (network: string, detail: string): Refusal => {
    const retry = wrongKeys.note(network, now());
    return retry > 0 ? slowed(retry) : refuse("invalid-key", detail, { "www-authenticate": challenge });
  };
  const decide = (ask: Ask, taken: Taken, caller: Caller): Admittance => {
    if (ask.key !== undefined) proven?.learn(ask.key, "counted" in taken);
    if ("fault" in taken) return refuseKey(networkOf(caller.ip), faultText(taken.fault, list));
    const { counted } = taken;
    if (counted.refused !== undefined) return overLimit(ask, counted, caller);
    const full =
      ask.key === undefined
        ? sites.take(caller.ip, ask.atOnce ?? ask.calls, counted.limits, now())
        : undefined;
    if (full === undefined) return granted(store, list, ask, counted);
    store.giveBack(ask, ask.calls, counted.now);
    const { quota, retry } = full;
    const detail = `Too many calls without a key from one site (${quota} for an IPv6 /48). Try again in ${retry} s, or use a key: ${PLANS}.${loopbackAdvice(caller.ip)}`;
    return tooMany("site", quota, retry, detail);
  };

  return (caller, calls, atOnce = calls) => {
    const { [header]: key, authorization } = caller.headers;
    const given = key ?? (bearer ? bearerOf(authorization) : undefined);
    const network = networkOf(caller.ip);
    if (given === undefined && list.keyless === null)
      return refuseKey(network, `Every request needs a key in the header ${list.header}.`);
    const token = given === undefined ? undefined : tokenOf(String(given));
    if (given !== undefined && token === undefined) {
      const place = key === undefined ? "Authorization" : list.header;
      return refuseKey(
        network,
        `The value of ${place} is not a key of this service: check for typing errors.`,
      );
    }
    const ask = { interface: list.interface, key: token, visitor: store.visitor(network), calls, atOnce };
    const taken = store.take(ask);
    if (!(taken instanceof Promise)) return decide(ask, taken, caller);
    const resume = (each: Taken) => {
      resumed?.(caller);
      return decide(ask, each, caller);
    };
    return taken.then(resume).catch(away);
  };
}

/** Returns the grant of counted calls. Failed calls are refunded when it settles. */
function granted(store: Store, list: TierList, ask: Ask, counted: Counted): Grant {
  const { limits, requestsLeft, callsLeft } = counted;
  const isLimited = limits.requests !== null || limits.callsPerMonth !== null;
  const own = isLimited ? list.tiers.find(({ id }) => id === counted.tier) : undefined;
  return {
    tier: counted.tier,
    caller: subjectOf(ask),
    standing: {
      isSpent:
        (limits.requests !== null && requestsLeft < 1) || (limits.callsPerMonth !== null && callsLeft < 1),
      callsLeft: limits.callsPerMonth === null ? Number.POSITIVE_INFINITY : callsLeft,
      bytes: own?.bytes ?? ANY_BYTES,
    },
    settle: (failed) => {
      if (failed > 0) store.giveBack(ask, failed, counted.now);
      return limitHeaders(counted, failed);
    },
  };
}

function overLimit(ask: Ask, counted: Counted, caller: Caller): Refusal {
  const { limits, refused, tier } = counted;
  const monthly = refused === "month";
  const calls = monthly ? ask.calls : (ask.atOnce ?? ask.calls);
  const limit = monthly ? "month" : spanName(limits);
  const quota = (monthly ? limits.callsPerMonth : limits.requests) ?? 0;
  const retry = seconds(counted.wait);
  const left = monthly ? counted.callsLeft : counted.requestsLeft;
  const allows = `Plan ${tier}: ${quota} calls ${limit === "hour" ? "an" : "a"} ${limit}`;
  const more =
    ask.key === undefined
      ? `, or use a key: ${PLANS}.${loopbackAdvice(caller.ip)}`
      : ` (other plans: ${PLANS}).`;
  const detail =
    calls > quota
      ? `${allows}; this request contains ${calls} and can never be served whole. Split it.`
      : calls > 1
        ? `${allows}; this request contains ${calls}, and ${left} are left. Retry in ${retry} s${more}`
        : `${allows}. Retry in ${retry} s${more}`;
  const headers = { ...limitHeaders(counted, 0), "retry-after": String(retry) };
  return refuse("too-many-requests", detail, headers, { limit, quota, plan: tier, retry_after_s: retry });
}

function slowed(retry: number): Refusal {
  const detail = `More than ${WRONG_PER_MINUTE - 1} invalid keys from this network in a minute. Valid keys still work; try another in ${retry} s.`;
  return tooMany("wrong-keys", WRONG_PER_MINUTE, retry, detail);
}

/** Returns a refusal that ends after `retry` seconds. */
export function tooMany(limit: string, quota: number, retry: number, detail: string): Refusal {
  const more = { limit, quota, retry_after_s: retry };
  return refuse("too-many-requests", detail, { "retry-after": String(retry) }, more);
}

/** Not logged here: the store reports its failure once to the operator. */
function away(error: unknown): Refusal {
  if (!(error instanceof StoreAway)) throw error;
  const detail = "The store of keys and limits does not answer. Nothing was counted.";
  return refuse("unavailable", detail, { "retry-after": String(AWAY_RETRY_S) });
}

function refuse(
  kind: Refusal["refusal"]["kind"],
  detail: string,
  headers: LimitHeaders,
  more: Readonly<Record<string, unknown>> = {},
): Refusal {
  return { refusal: { kind, detail, more }, headers };
}

const FAULTS: Readonly<Record<KeyFault, string>> = {
  unknown: "No key like this was issued here.",
  foreign: "This key was issued for the other interface.",
  expired: "This key has expired.",
  revoked: "This key has been revoked.",
};

function faultText(fault: KeyFault, { header, keyless }: TierList): string {
  return FAULTS[fault] + (keyless === null ? "" : ` Without ${header} the plan ${keyless} applies.`);
}
