// The contract of all stores of keys and limits. Tests set the time and never wait.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KeyService, type KeyServiceError, type NewKey } from "../../src/access/key-service.js";
import type { Ask, Counted, KeyFault, Store } from "../../src/access/store.js";
import { newId, newToken, readToken } from "../../src/access/token.js";
import { ownTiers } from "./own-definitions.js";

/** Ten days before the end of a month. */
const T0 = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 3_600_000;

export function storeContract(open: (now: () => number) => Promise<Store>): void {
  let store: Store;
  let keyService: KeyService;
  let now = T0;
  let made = 0;
  beforeAll(async () => {
    store = await open(() => now);
    keyService = new KeyService(store, ownTiers(), () => now);
  });
  afterAll(() => store?.close());

  /** Returns a new caller. Every test has its own. */
  const visitor = (): Ask => ({
    interface: "main",
    key: undefined,
    visitor: store.visitor(`caller ${made++}`),
    calls: 1,
  });
  const withKey = async (wish: Partial<NewKey> & { plan: string }) => {
    const { key, token } = await keyService.create({ name: "test", ...wish });
    return { id: key.id, token, ask: askWith(token, wish.interface ?? "main") };
  };
  const askWith = (token: string, face: Ask["interface"] = "main"): Ask => {
    const key = readToken(token);
    if (key === undefined) throw new Error(`${token} is not a token`);
    return { interface: face, key, visitor: store.visitor("someone"), calls: 1 };
  };
  const take = async (ask: Ask, at = now, calls = 1): Promise<Counted> => {
    now = at;
    const taken = await store.take({ ...ask, calls });
    if ("fault" in taken) throw new Error(`refused as ${taken.fault}`);
    return taken.counted;
  };
  const fault = async (ask: Ask, at = now): Promise<KeyFault | undefined> => {
    now = at;
    const taken = await store.take(ask);
    return "fault" in taken ? taken.fault : undefined;
  };

  describe("the window", () => {
    test("five calls a minute are served, the sixth is not and says when it fits", async () => {
      const ask = visitor();
      for (let call = 0; call < 5; call++) {
        const counted = await take(ask, T0 + call * 1000);
        expect(counted).toMatchObject({ refused: undefined, requestsLeft: 4 - call, tier: "free", wait: 0 });
        expect(counted).toMatchObject({ more: MINUTE - call * 1000, callsLeft: 499 - call, now });
      }
      // The refused sixth call replaces the first, so the second is now the oldest.
      expect(await take(ask, T0 + 10_000)).toEqual({
        tier: "free",
        limits: { span: 60, requests: 5, callsPerMonth: 500 },
        refused: "requests",
        wait: 51_000,
        requestsLeft: 0,
        more: 51_000,
        callsLeft: 495,
        now: T0 + 10_000,
      });
    });

    test("a call is forgotten after sixty seconds, and not a millisecond sooner", async () => {
      const early = visitor();
      const late = visitor();
      for (const ask of [early, late]) for (let call = 0; call < 5; call++) await take(ask, T0);
      expect(await take(early, T0 + 59_999)).toMatchObject({ refused: "requests", wait: 1 });
      expect(await take(late, T0 + 60_000)).toMatchObject({ refused: undefined, requestsLeft: 4 });
    });

    test("refused requests count for the minute and not for the month", async () => {
      const ask = visitor();
      for (let call = 0; call < 5; call++) await take(ask, T0);
      for (let call = 0; call < 5; call++)
        expect(await take(ask, T0 + 30_000)).toMatchObject({ refused: "requests", callsLeft: 495 });
      // A minute after the five served calls, the five refused ones still count.
      expect(await take(ask, T0 + 60_000)).toMatchObject({ refused: "requests", callsLeft: 495 });
      // The last one still counts; the others have expired.
      expect(await take(ask, T0 + 90_000)).toMatchObject({ requestsLeft: 3, callsLeft: 494 });
    });

    test("a batch fits as a whole or counts as one", async () => {
      const ask = visitor();
      expect(await take(ask, T0, 3)).toMatchObject({ refused: undefined, requestsLeft: 2, callsLeft: 497 });
      // Three calls do not fit after three. The refusal makes four, of which two must expire.
      expect(await take(ask, T0 + 1000, 3)).toMatchObject({
        refused: "requests",
        wait: 59_000,
        requestsLeft: 1,
        callsLeft: 497,
      });
      expect(await take(ask, T0 + 2000)).toMatchObject({ refused: undefined, requestsLeft: 0 });
    });

    test("a batch beyond the quota is told when the most that fits would", async () => {
      const ask = visitor();
      await take(ask, T0);
      // Five calls fit only when nothing counts, including this refusal.
      expect(await take(ask, T0 + 1000, 6)).toMatchObject({ refused: "requests", wait: MINUTE });
      expect(await take(ask, T0 + 1000 + MINUTE, 5)).toMatchObject({ refused: undefined, requestsLeft: 0 });
    });

    test("hours are counted for the older interface", async () => {
      const { ask } = await withKey({ plan: "free", interface: "legacy" });
      for (let call = 0; call < 10; call++) await take(ask, T0 + call);
      expect(await take(ask, T0 + HOUR - 1)).toMatchObject({ refused: "requests", wait: 2 });
      expect(await take(ask, T0 + HOUR + 1)).toMatchObject({
        refused: undefined,
        limits: { span: 3600, requests: 10 },
      });
    });

    test("a clock that was set back locks nobody out", async () => {
      const ask = visitor();
      for (let call = 0; call < 5; call++) await take(ask, T0 + HOUR);
      expect(await take(ask, T0)).toMatchObject({ refused: "requests", wait: MINUTE });
      expect(await take(ask, T0 + MINUTE)).toMatchObject({ refused: undefined });
    });

    test("decides as a plain log of all calls does, whenever they come", async () => {
      const arrivals = fc.array(
        fc.tuple(fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 1, max: 7 })),
        {
          minLength: 1,
          maxLength: 40,
        },
      );
      await fc.assert(
        fc.asyncProperty(arrivals, async (steps) => {
          const ask = visitor();
          const log = new PlainLog(5, MINUTE);
          let at = T0;
          for (const [pause, calls] of steps) {
            at += pause;
            const { refused, wait, requestsLeft, more } = await take(ask, at, calls);
            expect({ refused: refused !== undefined, wait, requestsLeft, more }).toEqual(log.take(at, calls));
          }
          expect(log.mostServed()).toBeLessThanOrEqual(5);
        }),
        { numRuns: 40 },
      );
    });

    test("two hundred calls at once do not get past the limit", async () => {
      now = T0;
      const { ask, id } = await withKey({ plan: "starter" });
      const all = await Promise.all(Array.from({ length: 200 }, () => store.take({ ...ask })));
      const served = all.filter((each) => "counted" in each && each.counted.refused === undefined);
      expect(served).toHaveLength(60);
      expect(await store.usage(id)).toEqual([{ month: "2026-11", calls: 60 }]);
    });
  });

  describe("the month", () => {
    test("ends on the last of the month in UTC, and the refusal waits for the first", async () => {
      now = Date.UTC(2026, 10, 30, 23, 59, 50);
      const { ask, id } = await withKey({ plan: "enterprise", calls_per_month: 3 });
      expect(await take(ask, now, 2)).toMatchObject({ callsLeft: 1 });
      expect(await take(ask, now, 2)).toMatchObject({ refused: "month", wait: 10_000, callsLeft: 1 });
      expect(await take(ask, now + 1)).toMatchObject({ refused: undefined, callsLeft: 0 });
      expect(await take(ask, now + 4)).toMatchObject({ refused: "month", wait: 9995 });
      expect(await take(ask, Date.UTC(2026, 11, 1))).toMatchObject({ refused: undefined, callsLeft: 2 });
      expect(await store.usage(id)).toEqual([
        { month: "2026-12", calls: 1 },
        { month: "2026-11", calls: 3 },
      ]);
    });

    test("is the calendar's, in leap years and at the turn of the year", async () => {
      const edges = [2027, 2028, 2099, 2100, 2101, 2400].flatMap((year) =>
        [0, 1, 2, 6, 11].map((month) => Date.UTC(year, month, 1)),
      );
      for (const time of edges.flatMap((edge) => [edge - 1, edge])) {
        now = time;
        const { ask, id } = await withKey({ plan: "enterprise", interface: "legacy" });
        await take(ask, time);
        expect(await store.usage(id)).toEqual([
          { month: new Date(time).toISOString().slice(0, 7), calls: 1 },
        ]);
      }
    });

    test("calls that computed nothing are given back, but never more than were made", async () => {
      const { ask, id } = await withKey({ plan: "starter" });
      const first = { ...ask, calls: 10 };
      await take(ask, T0, 2);
      now = T0;
      await store.take(first);
      store.giveBack(first, 4, now);
      expect(await store.usage(id)).toEqual([{ month: "2026-11", calls: 8 }]);
      expect(await take(ask, T0)).toMatchObject({ callsLeft: 4991, requestsLeft: 47 });
      store.giveBack(first, 100, now);
      expect(await store.usage(id)).toEqual([{ month: "2026-11", calls: 0 }]);
    });

    test("what is given back after midnight belongs to the month in which it was counted", async () => {
      const { ask, id } = await withKey({ plan: "starter" });
      const late = Date.parse("2026-11-30T23:59:59.900Z");
      const last = { ...ask, calls: 5 };
      now = late;
      await store.take(last);
      await take(ask, late + 200, 3);
      store.giveBack(last, 5, late);
      expect(await store.usage(id)).toEqual([
        { month: "2026-12", calls: 3 },
        { month: "2026-11", calls: 0 },
      ]);
    });

    test("is summed over keys, and over all visitors together", async () => {
      now = Date.UTC(2027, 4, 2);
      const { ask, id } = await withKey({ plan: "starter" });
      await take(ask, now, 7);
      const one = { ...visitor(), calls: 3 };
      await store.take(one);
      await store.take({ ...visitor(), calls: 2 });
      store.giveBack(one, 1, now);
      const used = await store.usageOf("2027-05");
      expect([...used.keys]).toEqual([[id, 7]]);
      expect(used.visitors).toBe(4);
    });
  });

  describe("plans", () => {
    test("without limits nothing is counted against anyone", async () => {
      const { ask, id } = await withKey({ plan: "enterprise", interface: "legacy" });
      for (let call = 0; call < 3; call++)
        expect(await take(ask, T0, 500)).toMatchObject({
          refused: undefined,
          limits: { requests: null, callsPerMonth: null },
          requestsLeft: 0,
          more: 0,
          callsLeft: 0,
        });
      expect(await store.usage(id)).toEqual([{ month: "2026-11", calls: 1500 }]);
    });

    test("a key has limits of its own only where its plan allows that", async () => {
      now = T0;
      const own = await withKey({ plan: "enterprise", requests: 2 });
      expect(await take(own.ask, T0, 2)).toMatchObject({
        refused: undefined,
        limits: { span: 60, requests: 2, callsPerMonth: 500_000 },
      });
      expect(await take(own.ask, T0)).toMatchObject({ refused: "requests" });
      // The stored record and the plan differ, as after a change of plan.
      await store.change(own.id, { tier: "pro" });
      expect(await take(own.ask, T0 + MINUTE, 3)).toMatchObject({ tier: "pro", limits: { requests: 300 } });
    });

    test("a key whose plan is gone opens nothing", async () => {
      now = T0;
      const { ask, id } = await withKey({ plan: "pro" });
      await store.change(id, { tier: "platinum" });
      expect(await fault(ask)).toBe("unknown");
    });
  });

  describe("keys", () => {
    test("that nobody issued, or with another secret, are not known", async () => {
      now = T0;
      const { id } = await withKey({ plan: "pro" });
      expect(await fault(askWith(newToken(newId())))).toBe("unknown");
      expect(await fault(askWith(newToken(id)))).toBe("unknown");
    });

    test("open until they expire, and only their own interface", async () => {
      now = T0;
      const { ask, token } = await withKey({ plan: "pro", expires: new Date(T0 + 1000).toISOString() });
      expect(await fault(ask, T0 + 999)).toBeUndefined();
      expect(await fault(askWith(token, "legacy"))).toBe("foreign");
      expect(await fault(ask, T0 + 1000)).toBe("expired");
    });

    test("are withdrawn at once and for good", async () => {
      now = T0;
      const { ask, id } = await withKey({ plan: "pro" });
      expect(await fault(ask)).toBeUndefined();
      expect(await keyService.revoke(id)).toMatchObject({ status: "revoked" });
      expect(await fault(ask)).toBe("revoked");
      expect((await keyService.revoke(id)).revoked).toBe(new Date(T0).toISOString());
    });

    test("are renewed: the old secret is accepted for the overlap, and both count as one", async () => {
      now = T0;
      const { ask, id } = await withKey({ plan: "starter" });
      const { token } = await keyService.rotate(id, 60);
      const renewed = askWith(token);
      expect(await take(ask, T0 + 59_999)).toMatchObject({ requestsLeft: 59 });
      expect(await take(renewed, T0 + 59_999)).toMatchObject({ requestsLeft: 58 });
      expect(await fault(ask, T0 + 60_000)).toBe("expired");
      expect(await fault(renewed)).toBeUndefined();
      const last = await keyService.rotate(id, 0);
      expect(await fault(renewed)).toBe("unknown");
      expect(await fault(askWith(last.token))).toBeUndefined();
    });

    test("are renewed by one of two who do so at the same moment, and the other is told", async () => {
      now = T0;
      const { ask, id } = await withKey({ plan: "pro" });
      const both = await Promise.allSettled([keyService.rotate(id, 60), keyService.rotate(id, 60)]);
      const tokens = both.flatMap((each) => (each.status === "fulfilled" ? [each.value.token] : []));
      const refused = both.flatMap((each) =>
        each.status === "rejected" ? [each.reason as KeyServiceError] : [],
      );
      expect(tokens).toHaveLength(1);
      expect(refused).toMatchObject([{ kind: "conflict", message: expect.stringContaining(id) }]);
      for (const token of tokens) expect(await fault(askWith(token))).toBeUndefined();
      expect(await fault(ask)).toBeUndefined();
      // Sequential rotations do not conflict.
      const next = await keyService.rotate(id, 60);
      expect(await fault(askWith(next.token))).toBeUndefined();
      for (const token of tokens) expect(await fault(askWith(token))).toBeUndefined();
    });

    test("are not renewed where they were revoked in the meantime", async () => {
      now = T0;
      const { id } = await withKey({ plan: "pro" });
      const before = await store.read(id);
      await keyService.revoke(id);
      expect(await store.change(id, { secrets: [] }, before)).toBeUndefined();
      expect((await store.read(id))?.secrets).toEqual(before?.secrets);
    });

    test("are kept as they were made and changed", async () => {
      now = T0;
      const first = await withKey({
        plan: "enterprise",
        name: "Ana: ünï {}",
        requests: 7,
        expires: "2031-01-31",
      });
      now = T0 + 1;
      const second = await withKey({ plan: "free" });
      const record = await store.read(first.id);
      expect(record).toMatchObject({
        id: first.id,
        name: "Ana: ünï {}",
        interface: "main",
        tier: "enterprise",
        created: T0,
        expires: Date.UTC(2031, 0, 31),
        revoked: undefined,
        lastUsed: undefined,
        requests: 7,
        callsPerMonth: undefined,
      });
      expect(record?.secrets).toEqual([
        { hash: readToken(first.token)?.hash, created: T0, expires: undefined },
      ]);
      await take(first.ask, T0 + 5);
      const changed = await store.change(first.id, { name: "Ana", expires: undefined, requests: undefined });
      expect(changed).toMatchObject({
        name: "Ana",
        expires: undefined,
        requests: undefined,
        tier: "enterprise",
      });
      expect(await store.read(first.id)).toEqual({ ...changed, lastUsed: T0 + 5 });
      const listed = (await store.list())
        .map(({ id }) => id)
        .filter((id) => [first.id, second.id].includes(id));
      expect(listed).toEqual([first.id, second.id]);
      if (record !== undefined) await expect(store.insert(record)).rejects.toThrow();
      expect(await store.read(newId())).toBeUndefined();
      expect(await store.change(newId(), { name: "nobody" })).toBeUndefined();
      expect(await store.usage(newId())).toEqual([]);
    });
  });

  test("visitors have a name that stays and does not tell their network", () => {
    const name = store.visitor("203.0.113.9");
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(store.visitor("203.0.113.9")).toBe(name);
    expect(store.visitor("203.0.113.8")).not.toBe(name);
  });
}

/** A simple reference: stores every call with its time, and searches them all. */
class PlainLog {
  private calls: number[] = [];
  private readonly served: number[] = [];

  constructor(
    private readonly quota: number,
    private readonly span: number,
  ) {}

  take(now: number, calls: number) {
    this.calls = this.standing(now);
    const refused = this.calls.length + calls > this.quota;
    const added = Array.from({ length: refused ? 1 : calls }, () => now);
    if (!refused) this.served.push(...added);
    // A refused call uses a slot, if necessary that of the oldest.
    this.calls = [...this.calls, ...added].slice(-this.quota);
    const [oldest = now] = this.calls;
    return {
      refused,
      wait: refused ? this.wait(now, Math.min(calls, this.quota)) : 0,
      requestsLeft: this.quota - this.calls.length,
      more: oldest + this.span - now,
    };
  }

  /** Returns the maximum number of served calls in any span. */
  mostServed(): number {
    return Math.max(
      0,
      ...this.served.map((end) => this.served.filter((t) => t > end - this.span && t <= end).length),
    );
  }

  /** Returns the first time at which these calls would fit. */
  private wait(now: number, calls: number): number {
    const moments = this.calls.map((time) => time + this.span);
    const at = moments.find((moment) => this.standing(moment).length + calls <= this.quota);
    if (at === undefined) throw new Error("it never fits");
    return at - now;
  }

  private standing(now: number): number[] {
    return this.calls.filter((time) => time > now - this.span);
  }
}
