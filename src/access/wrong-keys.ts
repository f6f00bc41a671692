// Against guessing of keys: after a few wrong ones in a minute, a network may only use keys that have been right
// before.
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/** Wrong keys that one network may send in a minute. */
export const WRONG_PER_MINUTE = 10;
const SPAN_MS = 60_000;
/** Networks and keys that are remembered. */
const MOST_KNOWN = 10_000;

export class WrongKeys {
  private readonly networks = new Recent<Window>(MOST_KNOWN);
  private readonly right = new Set<string>();

  /** Milliseconds that this network must wait before an unproven key is looked at. */
  wait(network: string, hash: string, now: number): number {
    const window = this.networks.get(network);
    if (window === undefined || this.right.has(hash)) return 0;
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

  prove(hash: string): void {
    if (this.right.has(hash)) return;
    if (this.right.size >= MOST_KNOWN) this.right.clear();
    this.right.add(hash);
  }

  /** A key that has stopped being right is unproven again. */
  disprove(hash: string): void {
    this.right.delete(hash);
  }
}
