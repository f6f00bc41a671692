// Sites with many networks: an IPv6 /48 holds 65,536 networks, each of which would have limits of its own. Together they have
// those of a few, in this process.
import { seconds } from "./limit-headers.js";
import { siteOf } from "./network.js";
import { Recent } from "./recent.js";
import type { Limits } from "./tiers.js";
import { Window } from "./window.js";

/** Networks of one site that may use their limits to the full at the same time. */
const NETWORKS_A_SITE = 8;
const MOST_KNOWN = 10_000;

export class Sites {
  private readonly windows = new Recent<Window>(MOST_KNOWN);

  /** Counts calls without a key; where they are too many, what the site may make, and in how many seconds they fit. */
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
