// Limits for IPv6 sites: a /48 contains 65,536 networks, so together they may use the limits of a few.
import { seconds } from "./limit-headers.js";
import { siteOf } from "./network.js";
import { Recent } from "./recent.js";
import type { Limits } from "./tiers.js";
import { Window } from "./window.js";

/** Networks of one site that may use their full limits at the same time. */
const NETWORKS_A_SITE = 8;
const MOST_KNOWN = 10_000;

export class Sites {
  private readonly windows = new Recent<Window>(MOST_KNOWN);

  /** Counts keyless calls. If there are too many, returns the site's quota and the seconds until they fit. */
  take(ip: string, calls: number, { requests, span }: Limits, now: number) {
    const site = siteOf(ip);
    if (site === undefined || requests === null) return undefined;
    const window = this.windows.get(site) ?? new Window();
    this.windows.set(site, window);
    const quota = requests * NETWORKS_A_SITE;
    const wait = window.take(calls, quota, span * 1000, now);
    return wait === 0 ? undefined : { quota, retry: seconds(wait) };
  }
}
