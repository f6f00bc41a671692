// Against guessing of keys: after a few wrong ones in a minute a network is told to wait. Only wrong keys are: one that
// fits is never held up by its neighbours.
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/** Wrong keys that one network may send in a minute. */
export const WRONG_PER_MINUTE = 10;
const SPAN_MS = 60_000;
/** Networks that are remembered. */
const MOST_KNOWN = 10_000;

export class WrongKeys {
  private readonly networks = new Recent<Window>(MOST_KNOWN);

  /** Milliseconds that this network must wait until a wrong key is answered as one. */
  wait(network: string, now: number): number {
    const window = this.networks.get(network);
    if (window === undefined) return 0;
    if (window.idle(SPAN_MS, now)) {
      this.networks.delete(network);
      return 0;
    }
    return window.left(WRONG_PER_MINUTE) > 0 ? 0 : window.more(SPAN_MS, now);
  }

  note(network: string, now: number): void {
    let window = this.networks.get(network);
    if (window === undefined) {
      window = new Window();
      this.networks.set(network, window);
    }
    window.take(1, WRONG_PER_MINUTE, SPAN_MS, now);
  }
}
