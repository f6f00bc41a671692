// A fair queue: each caller has a limited number of slots, and callers without a key share a few. Waiting requests
// are served round robin by caller, keyed callers first. Delays callers that exceeded their quota while keyed callers
// are active, because refusing a request also costs time.
import { Shares } from "./shares.js";

/** A waiting request with its callbacks. */
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

/** Keyed or keyless callers. */
interface Lane {
  readonly places: number;
  /** Slots of one caller. */
  readonly own: number;
  readonly patienceMs: number;
  running: number;
  /** Waiting requests by caller; the next caller first. */
  readonly waiting: Map<string, Waiting[]>;
}

export const QUEUE_BOUNDS = {
  /** Requests in progress, and the limit of those without a key. */
  places: 16,
  keyless: 4,
  /** Slots of one caller. */
  ownKeyed: 8,
  ownKeyless: 3,
  /** Milliseconds that a request may wait. */
  patienceKeyedMs: 10_000,
  patienceKeylessMs: 1000,
  /** Waiting requests. Further keyless ones are refused at once. */
  waiting: 2048,
  /** Milliseconds after which a running request gives up its slot, since it probably waits for I/O. */
  heldMs: 50,
  /** Milliseconds that a refused keyless caller has one slot less. */
  restMs: 5,
  /** Milliseconds after its last request that a keyed caller counts as active. */
  aboutMs: 1000,
};
export type QueueBounds = Readonly<typeof QUEUE_BOUNDS>;

/** Milliseconds between two checks of waiting requests. */
const LOOK_MS = 10;

export class FairQueue {
  private readonly keyed: Lane;
  private readonly keyless: Lane;
  /** Oldest first. */
  private readonly running = new Set<Running>();
  private readonly own = new Shares();
  /** Refused callers with a reduced number of slots; the next to expire first. */
  private readonly resting: { readonly caller: string; readonly until: number }[] = [];
  private keyedAt = Number.NEGATIVE_INFINITY;
  private queued = 0;
  private called = false;
  private timer: NodeJS.Timeout | undefined;

  /** `later` defers work until pending I/O is handled. */
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
   * Calls `go` at the caller's turn, or `turnAway`. Returns the release function; its argument states whether the
   * caller was over its quota.
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

  /** Starts waiting requests round robin by caller, keyed callers first. */
  callIn(): void {
    this.called = false;
    this.reclaim();
    // A served caller moves to the end of the map and is visited again. A caller without a free slot is skipped.
    for (const lane of [this.keyed, this.keyless])
      for (const caller of lane.waiting.keys()) {
        if (this.isFull(lane)) break;
        if (this.hasPlace(lane, caller)) this.callNext(lane, caller);
      }
  }

  /** Runs on each timer tick: rejects requests that waited too long, and starts those with a free slot. */
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
