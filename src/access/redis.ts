// Keys, limits and usage in Redis, shared by several processes. During an outage each process decides locally.
import { randomBytes } from "node:crypto";
import { monthAt } from "./months.js";
import { visitorNames } from "./network.js";
import { placeOf, type RedisSettings } from "./redis-address.js";
import { type Client, connect, notSent, type Reply } from "./redis-client.js";
import { Fallback } from "./redis-fallback.js";
import { RedisKeys } from "./redis-keys.js";
import { Link } from "./redis-link.js";
import { ALL_VISITORS, RedisNames } from "./redis-names.js";
import { persistenceFault } from "./redis-persistence.js";
import { TAKE, tiersText } from "./redis-scripts.js";
import { RedisUsage } from "./redis-usage.js";
import {
  type Ask,
  type Counted,
  isKey,
  type KeyChange,
  type KeyFault,
  type KeyRecord,
  type KeyState,
  type MonthlyUsage,
  type Store,
  StoreAway,
  type StoreHealth,
  type StoreOptions,
  type Subject,
  subjectOf,
  type Taken,
} from "./store.js";
import { type InterfaceName, tierOf } from "./tiers.js";

export interface RedisOptions extends StoreOptions {
  /** Milliseconds before Redis counts as unavailable. */
  readonly patience?: number;
}

const PATIENCE_MS = 300;
/** Milliseconds to wait for Redis at the start. */
const START_MS = 2000;

/** Subject and month that a request was counted under, and whether the count is certain. */
interface Receipt {
  readonly subject: Subject;
  readonly month: string;
  readonly sure: boolean;
}

export class RedisStore implements Store {
  private readonly names: RedisNames;
  private readonly link: Link;
  private readonly keys: RedisKeys;
  private readonly fallback: Fallback;
  private readonly clock: () => number;
  private readonly texts: ReadonlyMap<InterfaceName, readonly [tiers: string, keyless: string]>;
  private readonly receipts = new WeakMap<Ask, Receipt>();
  private readonly later: RedisUsage;
  private readonly place: string;
  /** Receives notices of changed keys from other processes. */
  private readonly listener: Client;
  /** A random salt until Redis returns the shared one. */
  private salt = randomBytes(16).toString("hex");
  visitor: Store["visitor"];
  /** Start of this process by Redis' clock. */
  private epoch = performance.timeOrigin;
  private warned = false;
  /** Whether the operator was informed of the outage. */
  private away = false;

  readonly insert: Store["insert"] = (record) => this.keys.insert(record);
  readonly read: Store["read"] = (id) => this.keys.read(id);
  readonly list: Store["list"] = () => this.keys.list();

  constructor(
    readonly settings: RedisSettings,
    private readonly options: RedisOptions,
  ) {
    const { tiers, now } = options;
    this.names = new RedisNames(settings.prefix);
    this.place = placeOf(settings);
    this.visitor = this.namesBy(this.salt);
    // Each answer carries Redis' time. In between, the monotonic clock advances it.
    this.clock = now ?? (() => performance.now() + this.epoch);
    this.fallback = new Fallback(tiers, this.clock);
    this.texts = new Map(
      tiers.interfaces.map((list) => [list.interface, [tiersText(list), list.keyless ?? ""]]),
    );
    this.keys = new RedisKeys(() => connect(settings), this.names, this.place, options.mostKeys);
    this.link = new Link({
      open: () => connect(settings),
      probe: this.names.probe,
      patience: options.patience ?? PATIENCE_MS,
      greet: (client) => this.greet(client),
      lost: (reason) => this.standBy(reason),
      found: () => this.found(),
    });
    this.later = new RedisUsage(this.link, this.names, this.fallback.counts, now);
    this.listener = connect(settings);
    this.listener.on("ready", () => this.listener.subscribe(this.names.changed).catch(() => 0));
    this.listener.on("message", (_: string, id: string) => this.fallback.unlearnKey(id));
  }

  /** Waits briefly for Redis. Returns the reason if it does not answer yet; the link keeps trying. */
  async start(): Promise<string | undefined> {
    return this.link.start(START_MS);
  }

  async take(ask: Ask): Promise<Taken> {
    if (!this.link.well) return this.takeHere(ask, true);
    const subject = subjectOf(ask);
    const [tiers = "{}", keyless = ""] = this.texts.get(ask.interface) ?? [];
    const now = this.options.now?.() ?? "";
    const { key, interface: face, calls, atOnce = calls } = ask;
    const args = [now, key?.hash ?? "", face, calls, tiers, keyless, atOnce];
    let reply: Reply;
    try {
      reply = await this.link.run(TAKE, this.names.of(subject), args);
    } catch (error) {
      // Redis may have counted before it failed. The caller is not charged twice.
      return this.takeHere(ask, notSent(error));
    }
    return this.decided(ask, subject, reply);
  }

  giveBack(ask: Ask, calls: number, counted: number): void {
    const { subject, month, sure } = this.receipts.get(ask) ?? {
      subject: subjectOf(ask),
      month: monthAt(counted).name,
      sure: true,
    };
    if (!this.link.well) this.fallback.counts.giveBack(subject, month, calls);
    if (sure) this.later.add({ subject, month, calls: -calls, lastUsed: undefined });
  }

  health(): StoreHealth {
    if (this.link.well) return { ok: true };
    return { ok: false, error: "Redis does not answer.", standIn: this.settings.whenAway === "open" };
  }

  change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined> {
    this.fallback.unlearnKey(id);
    return this.keys.change(id, change, expected);
  }

  async usage(id: string): Promise<MonthlyUsage[]> {
    await this.later.delivered();
    return this.keys.usage(`key:${id}`);
  }

  async usageOf(month: string): Promise<{ keys: Map<string, number>; visitors: number }> {
    await this.later.delivered();
    const visitors = await this.keys.usage(ALL_VISITORS);
    return {
      keys: await this.keys.usageOf(month),
      visitors: visitors.find((each) => each.month === month)?.calls ?? 0,
    };
  }

  async close(): Promise<void> {
    await this.later.close();
    this.link.close();
    this.listener.disconnect();
    this.keys.close();
  }

  /** Converts a reply of the script. */
  private decided(ask: Ask, subject: Subject, reply: Reply): Taken {
    const [verdict, tier, requests, perMonth, refused, wait, left, more, used, now, month, ends] = reply;
    const hash = ask.key?.hash;
    if (verdict !== "counted") {
      if (hash !== undefined) this.fallback.keys.delete(hash);
      return { fault: verdict as KeyFault };
    }
    const id = String(tier);
    const time = Number(now);
    this.epoch = time - performance.now();
    const calls = Number(used);
    const callsPerMonth = limit(perMonth);
    const counted: Counted = {
      tier: id,
      limits: {
        span: tierOf(this.options.tiers, ask.interface, id)?.span ?? 60,
        requests: limit(requests),
        callsPerMonth,
      },
      refused: refused === 1 ? "requests" : refused === 2 ? "month" : undefined,
      wait: refused === 2 ? monthAt(time).end - time : Number(wait),
      requestsLeft: Number(left),
      more: Number(more),
      callsLeft: callsPerMonth === null ? 0 : Math.max(0, callsPerMonth - calls),
      now: time,
    };
    this.fallback.learn(subject, String(month), calls);
    if (ask.key !== undefined)
      this.fallback.keys.set(ask.key.hash, {
        id: ask.key.id,
        interface: ask.interface,
        tier: id,
        limits: counted.limits,
        expires: limit(ends) ?? undefined,
        at: this.clock(),
      });
    if (counted.refused === undefined) {
      this.receipts.set(ask, { subject, month: String(month), sure: true });
      if (!isKey(subject)) this.later.visit(String(month), ask.calls);
    }
    return { counted };
  }

  /** Decides without Redis. `sure` means that Redis cannot have counted the calls. */
  private takeHere(ask: Ask, sure: boolean): Taken {
    if (this.settings.whenAway === "closed") throw new StoreAway(`Redis at ${this.place} does not answer.`);
    const taken = this.fallback.take(ask);
    if ("fault" in taken || taken.counted.refused !== undefined) return taken;
    const { subject, counted } = taken;
    const month = monthAt(counted.now).name;
    this.receipts.set(ask, { subject, month, sure });
    if (sure) this.later.add({ subject, month, calls: ask.calls, lastUsed: counted.now });
    return taken;
  }

  /** With a secret outside of Redis, a copy of its data does not identify visitors. */
  private namesBy(salt: string): (network: string) => string {
    return visitorNames(`${salt}${this.settings.visitorSecret ?? ""}`);
  }

  /** Agrees on the shared salt, and checks once how Redis persists data. */
  private async greet(client: Client): Promise<void> {
    const [fault] = await Promise.all([
      this.warned ? undefined : persistenceFault(client),
      // The first process sets the salt. If Redis lost its data, a process restores the old one.
      client.set(this.names.salt, this.salt, "NX"),
    ]);
    const salt = await client.get(this.names.salt);
    if (salt !== null && salt !== this.salt) {
      this.salt = salt;
      this.visitor = this.namesBy(salt);
    }
    this.warned = true;
    if (fault !== undefined) this.options.failed(new Error(fault));
  }

  /** Reports that this process decides locally. */
  standBy(reason: string): void {
    this.fallback.begin();
    this.away = true;
    const { whenAway } = this.settings;
    const then =
      whenAway === "open"
        ? "Calls are served and counted by this process alone until it is back."
        : "Calls are refused until it is back.";
    this.options.failed(new Error(`Redis at ${this.place} is away: ${reason}. ${then}`));
  }

  private found(): void {
    if (this.away) this.options.told?.(`Redis at ${this.place} is back.`);
    this.away = false;
    this.later.pay();
  }
}

/** -1 means unlimited. */
function limit(value: string | number | undefined): number | null {
  return value === undefined || Number(value) < 0 ? null : Number(value);
}
