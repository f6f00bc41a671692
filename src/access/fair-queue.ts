// Whose turn it is while many ask at once: each caller has so many places, callers without a key share a few, the rest are
// kept for those with one. Who waits is served in turn, one caller after the other, and not for ever. Who has used up what it may
// and calls on is slowed while somebody with a key is about: to refuse is work, too.
import { Shares } from "./shares.js";

/** How a request that waits is called in, or turned away. */
interface Waiting {
  readonly since: number;
  readonly go: () => void;
  readonly turnAway: () => void;
  gone: boolean;
}

interface Running {
  readonly lane: Lane;
  readonly caller: string;
  readonly since: number;
}

/** Callers with a key that works, or those without. */
interface Lane {
  readonly places: number;
  /** Places that one caller may have. */
  readonly own: number;
  readonly patienceMs: number;
  running: number;
  /** Who waits, by caller; the next one first. */
  readonly waiting: Map<string, Waiting[]>;
}

export const QUEUE_BOUNDS = {
  /** Requests that are worked on at one time, and how many of them may be without a key. */
  places: 16,
  keyless: 4,
  /** Of one caller. */
  ownKeyed: 8,
  ownKeyless: 3,
  /** Milliseconds that a request may wait for its turn. */
  patienceKeyedMs: 10_000,
  patienceKeylessMs: 1000,
  /** Requests that may wait altogether; further ones without a key are turned away at once. */
  waiting: 2048,
  /** Milliseconds after which a request waits for something else than the processor, and gives its place to another. */
  heldMs: 50,
  /** Milliseconds that a caller without a key has a place less for after it was refused. */
  restMs: 5,
  /** Milliseconds after its last request that a caller with a key is about. */
  aboutMs: 1000,
};
export type QueueBounds = Readonly<typeof QUEUE_BOUNDS>;

/** Milliseconds between two looks at who waits, when nothing else happens. */
const LOOK_MS = 10;

export class FairQueue {
  private readonly keyed: Lane;
  private readonly keyless: Lane;
  /** Oldest first. */
  private readonly running = new Set<Running>();
  private readonly own = new Shares();
  /** Refused callers whose places are not theirs again yet; the next one first. */
  private readonly resting: { readonly caller: string; readonly until: number }[] = [];
  private keyedAt = Number.NEGATIVE_INFINITY;
  private queued = 0;
  private called = false;
  private timer: NodeJS.Timeout | undefined;

  /** `later` runs something after others who are ready have been heard. */
  constructor(
    private readonly bounds: QueueBounds,
    private readonly now: () => number,
    private readonly later: (work: () => void) => void = setImmediate,
  ) {
    const lane = (places: number, own: number, patienceMs: number): Lane => ({
      ...{ places, own, patienceMs },
      running: 0,
      waiting: new Map(),
    });
    this.keyed = lane(bounds.places, bounds.ownKeyed, bounds.patienceKeyedMs);
    this.keyless = lane(bounds.keyless, bounds.ownKeyless, bounds.patienceKeylessMs);
  }

  /**
   * Calls `go` when it is the caller's turn, or `turnAway`; gives what must be called when the request is over, with
   * whether it was refused for what the caller had used already.
   */
  enter(caller: string, hasKey: boolean, go: () => void, turnAway: () => void): (refused: boolean) => void {
    const lane = hasKey ? this.keyed : this.keyless;
    if (hasKey) this.keyedAt = this.now();
    this.reclaim();
    if (!lane.waiting.has(caller) && this.hasPlace(lane, caller)) return this.start(lane, caller, go);
    if (!hasKey && this.queued >= this.bounds.waiting) {
      turnAway();
      return () => undefined;
    }
    let leave: ((refused: boolean) => void) | undefined;
    const waiting: Waiting = {
      since: this.now(),
      go: () => {
        leave = this.start(lane, caller, go);
      },
      turnAway,
      gone: false,
    };
    const own = lane.waiting.get(caller);
    if (own === undefined) lane.waiting.set(caller, [waiting]);
    else own.push(waiting);
    this.queued++;
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return (refused) => {
      waiting.gone = true;
      leave?.(refused);
    };
  }

  /** Callers one after the other, those with a key first. */
  callIn(): void {
    this.called = false;
    this.reclaim();
    // A caller whose turn it was goes to the end, where it is met again; one who has all its places is passed over.
    for (const lane of [this.keyed, this.keyless])
      for (const caller of lane.waiting.keys()) {
        if (this.isFull(lane)) break;
        if (this.hasPlace(lane, caller)) this.callNext(lane, caller);
      }
  }

  /** What the timer does: who has waited too long is turned away, and whoever has a place by now is called in. */
  look(): void {
    for (const lane of [this.keyed, this.keyless]) this.expire(lane);
    this.callIn();
    if (this.queued === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private callNext(lane: Lane, caller: string): void {
    const own = lane.waiting.get(caller) ?? [];
    lane.waiting.delete(caller);
    const first = own.shift();
    if (own.length > 0) lane.waiting.set(caller, own);
    this.queued--;
    if (first?.gone === false) first.go();
  }

  private start(lane: Lane, caller: string, go: () => void): (refused: boolean) => void {
    const running = { lane, caller, since: this.now() };
    this.running.add(running);
    lane.running++;
    this.own.add(caller, 1);
    go();
    return (refused) => this.leave(running, refused);
  }

  private leave(each: Running, refused: boolean): void {
    if (!this.running.delete(each)) return;
    each.lane.running--;
    const now = this.now();
    if (refused && each.lane === this.keyless && now - this.keyedAt < this.bounds.aboutMs)
      this.resting.push({ caller: each.caller, until: now + this.bounds.restMs });
    else this.own.add(each.caller, -1);
    if (this.queued === 0 || this.called) return;
    this.called = true;
    this.later(() => this.callIn());
  }

  private hasPlace(lane: Lane, caller: string): boolean {
    return !this.isFull(lane) && this.own.of(caller) < lane.own;
  }

  private isFull(lane: Lane): boolean {
    return this.running.size >= this.bounds.places || lane.running >= lane.places;
  }

  private reclaim(): void {
    const now = this.now();
    for (let next = this.resting[0]; next !== undefined && next.until <= now; next = this.resting[0]) {
      this.resting.shift();
      this.own.add(next.caller, -1);
    }
    for (const each of this.running) {
      if (each.since > now - this.bounds.heldMs) return;
      this.leave(each, false);
    }
  }

  private expire(lane: Lane): void {
    const before = this.now() - lane.patienceMs;
    for (const [caller, own] of lane.waiting) {
      while (own[0] !== undefined && (own[0].gone || own[0].since <= before)) {
        const late = own.shift();
        this.queued--;
        if (late?.gone === false) late.turnAway();
      }
      if (own.length === 0) lane.waiting.delete(caller);
    }
  }
}
