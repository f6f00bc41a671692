// Slows down guessing of keys: after several wrong keys in a minute a network must wait. Valid keys from the same
// network are never delayed.
import { seconds } from "./limit-headers.js";
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/** Wrong keys per network. */
export const WRONG_PER_MINUTE = 10;
const SPAN_MS = 60_000;
/** Networks in memory. */
const MOST_KNOWN = 10_000;

export class WrongKeys {
  private readonly networks = new Recent<Window>(MOST_KNOWN);

  /** Counts a wrong key. Returns the seconds to wait if there were too many. */
  note(network: string, now: number): number {
    const known = this.networks.get(network);
    const window = known === undefined || known.idle(SPAN_MS, now) ? new Window() : known;
    if (window.left(WRONG_PER_MINUTE) === 0) return seconds(window.more(SPAN_MS, now));
    window.take(1, WRONG_PER_MINUTE, SPAN_MS, now);
    if (window !== known) this.networks.set(network, window);
    return 0;
  }
}
