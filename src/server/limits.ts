// Admission by keys, plans and limits, whatever store stands behind them.
import type { Interface } from "../engine/read/plans.js";
import { limitHeaders, seconds, spanName } from "../limits/headers.js";
import { networkOf } from "../limits/network.js";
import { Recent } from "../limits/recent.js";
import { type Ask, type Counted, type KeyFault, type Store, StoreAway, type Taken } from "../limits/store.js";
import { readToken } from "../limits/token.js";
import { WRONG_PER_MINUTE, WrongKeys } from "../limits/wrong-keys.js";
import type { Admission, Grant, Headers, Refusal, Verdict } from "./admission.js";
import { problem } from "./problems.js";

/** Seconds after which a caller may ask again when the store is away. */
const AWAY_RETRY_S = 2;
/** Addresses, and tokens with their hashes, that are remembered in memory. */
const MOST_REMEMBERED = 2000;

export function limitedAdmission(store: Store, face: Interface, now: () => number): Admission {
  const wrongKeys = new WrongKeys();
  const networks = remembered(networkOf);
  const tokens = remembered(readToken);
  const header = face.header.toLowerCase();
  const challenge = `ApiKey realm="plumbline", header="${face.header}"`;

  const refuseKey = (network: string, detail: string): Refusal => {
    wrongKeys.note(network, now());
    return { refusal: problem("invalid-key", detail), headers: { "www-authenticate": challenge } };
  };
  const decide = (ask: Ask, taken: Taken, network: string): Verdict => {
    const hash = ask.key?.hash;
    if ("fault" in taken) {
      if (hash !== undefined) wrongKeys.disprove(hash);
      return refuseKey(network, faultText(taken.fault, face));
    }
    if (hash !== undefined) wrongKeys.prove(hash);
    const { counted } = taken;
    return counted.refused === undefined ? new Counting(store, ask, counted) : overLimit(ask.calls, counted);
  };

  return (request, calls) => {
    const network = networks(request.ip);
    const given = request.headers[header];
    if (given === undefined && face.keyless === undefined)
      return refuseKey(network, `Every request needs a key in the header ${face.header}.`);
    const token = given === undefined ? undefined : tokens(String(given));
    if (given !== undefined && token === undefined)
      return refuseKey(
        network,
        `The value of ${face.header} is not a key: it is mistyped, cut off or of another service.`,
      );
    if (token !== undefined) {
      const wait = wrongKeys.wait(network, token.hash, now());
      if (wait > 0) return slowed(wait);
    }
    const ask: Ask = { interface: face.name, key: token, visitor: store.visitor(network), calls };
    const taken = store.take(ask);
    if (!(taken instanceof Promise)) return decide(ask, taken, network);
    return taken.then((each) => decide(ask, each, network)).catch(away);
  };
}

/** The same function, which remembers what it made of the last texts; undefined is not worth it. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Recent<T>(MOST_REMEMBERED);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (made !== undefined) known.set(text, made);
    return made;
  };
}

/** Calls that were counted, until they are known to have computed something. */
class Counting implements Grant {
  readonly tier: string;

  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    private readonly counted: Counted,
  ) {
    this.tier = counted.plan;
  }

  settle(failed: number): Headers {
    if (failed > 0) this.store.giveBack(this.ask, failed, this.counted.now);
    return limitHeaders(this.counted, failed);
  }
}

function overLimit(calls: number, counted: Counted): Refusal {
  const { limits, refused, plan } = counted;
  const monthly = refused === "month";
  const limit = monthly ? "month" : spanName(limits);
  const quota = (monthly ? limits.callsPerMonth : limits.requests) ?? 0;
  const retry = seconds(counted.wait);
  const left = monthly ? counted.callsLeft : counted.requestsLeft;
  const allows = `The plan ${plan} allows ${quota} calls ${limit === "hour" ? "an" : "a"} ${limit}`;
  const detail =
    calls > quota
      ? `${allows}; this request holds ${calls} and can never be served whole. Split it.`
      : calls > 1
        ? `${allows}; this request holds ${calls}, and ${left} are left. It fits in ${retry} seconds.`
        : `${allows}, and they are used up. The next one fits in ${retry} seconds.`;
  return {
    refusal: problem("too-many-requests", detail, { limit, quota, plan, retry_after_s: retry }),
    headers: { ...limitHeaders(counted, 0), "retry-after": String(retry) },
  };
}

function slowed(wait: number): Refusal {
  const retry = seconds(wait);
  const detail = `More than ${WRONG_PER_MINUTE - 1} wrong keys came from this network in a minute. A key that has not been used before is looked at again in ${retry} seconds.`;
  return {
    refusal: problem("too-many-requests", detail, {
      limit: "wrong-keys",
      quota: WRONG_PER_MINUTE,
      retry_after_s: retry,
    }),
    headers: { "retry-after": String(retry) },
  };
}

/** The store has told the operator when it went away; a line for each request would only fill the log. */
function away(error: unknown): Refusal {
  if (!(error instanceof StoreAway)) throw error;
  const detail = "The store of keys and limits does not answer. Nothing was counted.";
  return { refusal: problem("unavailable", detail), headers: { "retry-after": String(AWAY_RETRY_S) } };
}

function faultText(fault: KeyFault, { header, keyless }: Interface): string {
  const without = keyless === undefined ? "" : ` Without ${header} the plan ${keyless.id} applies.`;
  switch (fault) {
    case "unknown":
      return `No key like this was issued here.${without}`;
    case "foreign":
      return `This key was issued for the other interface.${without}`;
    case "expired":
      return `This key has expired.${without}`;
    case "revoked":
      return `This key has been revoked.${without}`;
  }
}
