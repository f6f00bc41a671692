// Identifies the payer of a request: a key that the store has confirmed to this process, or a network with its site.
import { networkOf, siteOf } from "./network.js";
import type { CallerHeaders, ProvenKeys } from "./proven-keys.js";
import { remembered } from "./recent.js";

/** The parts of a request that identify its sender. */
export interface Caller {
  readonly ip: string;
  readonly headers: CallerHeaders;
}

export interface Payer {
  readonly name: string;
  /** The /48 of an IPv6 network, which contains 65,536 networks of one owner. */
  readonly site: string | undefined;
  readonly hasKey: boolean;
}

/** Networks of one site that may use their full limits at the same time. */
export const NETWORKS_A_SITE = 8;

/** Cached networks. */
const MOST_REMEMBERED = 1000;
const networkPayer = remembered(
  MOST_REMEMBERED,
  (network): Payer => ({ name: network, site: siteOf(network), hasKey: false }),
);

export function payerAt(address: string): Payer {
  return networkPayer(networkOf(address));
}

/** Returns a function that identifies payers. Without limits every caller is treated as one with a key. */
export function payers(proven: ProvenKeys, isLimited: boolean): (caller: Caller) => Payer {
  return ({ headers, ip }) => {
    const id = proven.idOf(headers);
    if (id !== undefined) return { name: `key ${id}`, site: undefined, hasKey: true };
    return isLimited ? payerAt(ip) : { ...payerAt(ip), hasKey: true };
  };
}
