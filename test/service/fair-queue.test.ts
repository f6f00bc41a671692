// The fair queue: which requests are served, wait or are refused, without clock and sockets.
import { describe, expect, test } from "vitest";
import { FairQueue, type QueueBounds } from "../../src/access/fair-queue.js";

const BOUNDS: QueueBounds = {
  places: 6,
  keyless: 3,
  ownKeyed: 4,
  ownKeyless: 2,
  patienceKeyedMs: 10_000,
  patienceKeylessMs: 1000,
  waiting: 20,
  heldMs: 50,
  restMs: 5,
  aboutMs: 1000,
};

/** A queue with a manual clock. Served requests are recorded by name; `turn` simulates a turn of the event loop. */
function door(bounds: Partial<QueueBounds> = {}) {
  const clock = { now: 0 };
  const later: (() => void)[] = [];
  const queue = new FairQueue(
    { ...BOUNDS, ...bounds },
    () => clock.now,
    (work) => later.push(work),
  );
  const served: string[] = [];
  const away: string[] = [];
  const leaves = new Map<string, (refused: boolean) => void>();
  const ask = (caller: string, hasKey: boolean, name = caller) => {
    leaves.set(
      name,
      queue.enter(
        caller,
        hasKey,
        () => served.push(name),
        () => away.push(name),
      ),
    );
  };
  return {
    ...{ clock, queue, served, away, ask },
    /** The request ends. */
    over: (name: string, refused = false) => leaves.get(name)?.(refused),
    turn: () => {
      for (const work of later.splice(0)) work();
    },
  };
}

describe("while many ask at once", () => {
  test("the crowd without a key has its places, and every caller with a key finds one", () => {
    const { ask, served, queue } = door();
    for (let each = 0; each < 10; each++) ask(`network ${each}`, false);
    expect(served).toEqual(["network 0", "network 1", "network 2"]);
    ask("key a", true);
    ask("key b", true);
    ask("key c", true);
    expect(served.slice(3)).toEqual(["key a", "key b", "key c"]);
    queue.stop();
  });

  test("one caller has so many places and no more, with a key or without", () => {
    const { ask, served, queue } = door();
    for (const at of [1, 2, 3]) ask("network", false, `network ${at}`);
    ask("other", false);
    for (const at of [1, 2, 3, 4, 5]) ask("key", true, `key ${at}`);
    expect(served).toEqual(["network 1", "network 2", "other", "key 1", "key 2", "key 3"]);
    queue.stop();
  });

  test("who is refused and calls on is slowed while somebody with a key is about, and nobody else", () => {
    const { ask, over, turn, served, clock, queue } = door();
    ask("key", true);
    over("key");
    for (const at of [1, 2, 3]) ask("network", false, `network ${at}`);
    over("network 1", true);
    turn();
    expect(served).toEqual(["key", "network 1", "network 2"]);
    ask("other", false);
    expect(served.slice(3)).toEqual(["other"]);
    clock.now += 5;
    queue.look();
    expect(served.slice(4)).toEqual(["network 3"]);
    clock.now += 1000;
    ask("network", false, "network 4");
    over("network 2", true);
    turn();
    expect(served.slice(5)).toEqual(["network 4"]);
    queue.stop();
  });

  test("a place that is free is given in the next turn of the loop, to one with a key before all others", () => {
    const { ask, over, turn, served, queue } = door({ places: 3 });
    for (const at of [1, 2, 3, 4]) ask(`network ${at}`, false);
    ask("key", true);
    expect(served).toHaveLength(3);
    over("network 1");
    expect(served).toHaveLength(3);
    turn();
    expect(served.slice(3)).toEqual(["key"]);
    over("key");
    turn();
    expect(served.slice(4)).toEqual(["network 4"]);
    queue.stop();
  });

  test("callers are served in turn, however many requests one of them has waiting", () => {
    const { ask, over, turn, served, queue } = door({ keyless: 1, ownKeyless: 1 });
    for (const at of [1, 2, 3, 4]) ask("loud", false, `loud ${at}`);
    ask("quiet", false, "quiet 1");
    ask("quiet", false, "quiet 2");
    for (let at = 0; at < 5; at++) {
      over(served.at(-1) ?? "");
      turn();
    }
    expect(served).toEqual(["loud 1", "loud 2", "quiet 1", "loud 3", "quiet 2", "loud 4"]);
    queue.stop();
  });
});

describe("who waits", () => {
  test("without a key is turned away when its patience is over; with one it waits on", () => {
    const { ask, clock, queue, served, away } = door({ places: 1, keyless: 1, heldMs: 100_000 });
    ask("first", false);
    ask("network", false);
    ask("key", true);
    clock.now = 999;
    queue.look();
    expect(away).toEqual([]);
    clock.now = 1000;
    queue.look();
    expect(away).toEqual(["network"]);
    clock.now = 10_000;
    queue.look();
    expect(away).toEqual(["network", "key"]);
    expect(served).toEqual(["first"]);
  });

  test("is bounded: the next one without a key is turned away at once, one with a key is not", () => {
    const { ask, away, queue } = door({ waiting: 2, places: 1, keyless: 1 });
    for (const name of ["served", "waits 1", "waits 2", "away"]) ask(name, false);
    ask("key", true);
    expect(away).toEqual(["away"]);
    queue.stop();
  });

  test("and hangs up is passed over, and keeps no place", () => {
    const { ask, over, turn, served, queue } = door({ keyless: 1 });
    ask("first", false);
    ask("gone", false);
    ask("last", false);
    over("gone");
    over("first");
    turn();
    turn();
    expect(served).toEqual(["first", "last"]);
    queue.stop();
  });
});

test("a request that waits for something else than the processor gives its place to another, once", () => {
  const { ask, over, turn, clock, queue, served } = door({ keyless: 1 });
  ask("slow", false);
  ask("next", false);
  ask("after", false);
  clock.now = 49;
  queue.look();
  expect(served).toEqual(["slow"]);
  clock.now = 50;
  queue.look();
  expect(served).toEqual(["slow", "next"]);
  // The slow request has already lost its slot.
  over("slow");
  turn();
  expect(served).toEqual(["slow", "next"]);
  queue.stop();
});
