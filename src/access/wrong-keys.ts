// Against guessing of keys: after a few wrong ones in a minute a network is told to wait. Only wrong keys are: one that
// fits is never held up by its neighbours.
import { seconds } from "./limit-headers.js";
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/** Wrong keys that one network may send in a minute. */
export const WRONG_PER_MINUTE = 10;
const SPAN_MS = 60_000;
/** Networks that are remembered. */
const MOST_KNOWN = 10_000;

export class WrongKeys {
  private readonly networks = new Recent<Window>(MOST_KNOWN);

  /** Counts a wrong key; where there were too many, the seconds until one of this network is answered as one again. */
  note(network: string, now: number): number {
    const known = this.networks.get(network);
    const window = known === undefined || known.idle(SPAN_MS, now) ? new Window() : known;
    if (window.left(WRONG_PER_MINUTE) === 0) return seconds(window.more(SPAN_MS, now));
    window.take(1, WRONG_PER_MINUTE, SPAN_MS, now);
    if (window !== known) this.networks.set(network, window);
    return 0;
  }
}
