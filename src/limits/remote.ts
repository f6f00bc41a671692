// The store as a worker sees it: kept by the primary process, asked over the channel between the two.
// Asks and givings-back of one turn of the event loop travel together, so that a busy worker sends few messages.
import { Leases } from "./leases.js";
import {
  type Ask,
  type KeyChange,
  type KeyRecord,
  type KeyState,
  type Store,
  StoreAway,
  type Taken,
  type Usage,
} from "./store.js";
import { Visitors } from "./visitors.js";

/** Methods that are rare enough to travel one by one. */
const MANAGED = ["insert", "read", "list", "change", "usage", "usageOf"] as const;
type Managed = (typeof MANAGED)[number];

/** Calls that are given back, and when they were counted. */
interface Back {
  readonly ask: Ask;
  readonly calls: number;
  readonly counted: number;
}

type Question =
  | { readonly store: "hello"; readonly turn: number }
  | { readonly store: "take"; readonly turn: number; readonly asks: readonly Ask[] }
  | { readonly store: "back"; readonly backs: readonly Back[] }
  | {
      readonly store: "manage";
      readonly turn: number;
      readonly method: Managed;
      readonly args: readonly unknown[];
    };
type Answer =
  | { readonly store: "answer"; readonly turn: number; readonly value: unknown }
  | { readonly store: "answer"; readonly turn: number; readonly error: string };

/** Either end of the channel between the primary and a worker. */
export interface Channel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Asks that one worker may have under way; more than that and the primary is not answering. */
const MOST_WAITING = 100_000;

export class RemoteStore implements Store {
  private turn = 0;
  private readonly waiting = new Map<number, Waiting>();
  private asks: Ask[] = [];
  private askers: { resolve: (taken: Taken) => void; reject: (error: Error) => void }[] = [];
  private backs: Back[] = [];
  private visitors = new Visitors("");
  /** By interface: with the caller alone as its name, a lease is found without making a text for it. */
  private readonly leases = new Map<string, Leases>();

  private constructor(private readonly channel: Channel) {
    channel.onMessage((message) => this.hear(message));
  }

  static async open(channel: Channel): Promise<RemoteStore> {
    const store = new RemoteStore(channel);
    const salt = await store.question<string>((turn) => ({ store: "hello", turn }));
    store.visitors = new Visitors(salt);
    return store;
  }

  visitor(network: string): string {
    return this.visitors.of(network);
  }

  /** A busy caller's calls are counted a few ahead, so that not each of them has to travel. */
  take(ask: Ask): Taken | Promise<Taken> {
    const leases = this.leasesOf(ask.interface);
    const name = ask.key?.hash ?? ask.visitor;
    const granted = leases.use(name, ask.calls);
    if (granted !== undefined) return { counted: granted };
    return this.ask(ask, leases, name);
  }

  private async ask(ask: Ask, leases: Leases, name: string): Promise<Taken> {
    const ahead = leases.ahead(name);
    try {
      const taken = await this.travel(ahead === 0 ? ask : { ...ask, calls: ask.calls + ahead });
      if (!("counted" in taken) || taken.counted.refused !== undefined) {
        leases.drop(name);
        return taken;
      }
      const { counted } = taken;
      leases.add(name, counted, ahead, (left) => this.giveBack(ask, left, counted.now));
      return taken;
    } catch (error) {
      leases.drop(name);
      throw error;
    }
  }

  private leasesOf(face: string): Leases {
    const known = this.leases.get(face);
    if (known !== undefined) return known;
    const made = new Leases(() => performance.now());
    this.leases.set(face, made);
    return made;
  }

  private travel(ask: Ask): Promise<Taken> {
    if (this.asks.length === 0) setImmediate(() => this.sendAsks());
    this.asks.push(ask);
    return new Promise((resolve, reject) => this.askers.push({ resolve, reject }));
  }

  giveBack(ask: Ask, calls: number, counted: number): void {
    if (this.backs.length === 0) setImmediate(() => this.sendBacks());
    this.backs.push({ ask, calls, counted });
  }

  well(): boolean {
    // Without its primary a worker ends.
    return true;
  }

  insert(record: KeyRecord): Promise<boolean> {
    return this.manage("insert", record);
  }

  async read(id: string): Promise<KeyRecord | undefined> {
    return (await this.manage<KeyRecord | null>("read", id)) ?? undefined;
  }

  list(): Promise<KeyRecord[]> {
    return this.manage("list");
  }

  async change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined> {
    // The channel would make null of what is not there.
    const args = expected === undefined ? [id, change] : [id, change, expected];
    return (await this.manage<KeyRecord | null>("change", ...args)) ?? undefined;
  }

  usage(id: string): Promise<Usage[]> {
    return this.manage("usage", id);
  }

  async usageOf(month: string): Promise<{ keys: Map<string, number>; visitors: number }> {
    const used = await this.manage<{ keys: [string, number][]; visitors: number }>("usageOf", month);
    return { keys: new Map(used.keys), visitors: used.visitors };
  }

  /** What was counted ahead and not used goes back. */
  async close(): Promise<void> {
    for (const leases of this.leases.values()) leases.close();
    this.sendBacks();
  }

  private sendBacks(): void {
    const { backs } = this;
    this.backs = [];
    if (backs.length > 0) this.channel.send({ store: "back", backs } satisfies Question);
  }

  private sendAsks(): void {
    const { asks, askers } = this;
    this.asks = [];
    this.askers = [];
    this.question<Taken[]>((turn) => ({ store: "take", turn, asks })).then(
      (taken) =>
        askers.forEach(({ resolve, reject }, at) => {
          const each = taken[at];
          if (each === undefined) reject(new StoreAway("The primary process did not answer."));
          else resolve(each);
        }),
      (error: Error) => {
        for (const { reject } of askers) reject(error);
      },
    );
  }

  private manage<T>(method: Managed, ...args: readonly unknown[]): Promise<T> {
    return this.question((turn) => ({ store: "manage", turn, method, args }));
  }

  private question<T>(make: (turn: number) => Question): Promise<T> {
    if (this.waiting.size >= MOST_WAITING)
      return Promise.reject(new StoreAway("The primary process does not answer."));
    const turn = ++this.turn;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(turn, { resolve, reject });
      this.channel.send(make(turn));
    });
  }

  private hear(message: unknown): void {
    if (!isAnswer(message)) return;
    const waiting = this.waiting.get(message.turn);
    this.waiting.delete(message.turn);
    if ("error" in message) waiting?.reject(new StoreAway(message.error));
    else waiting?.resolve(message.value as never);
  }
}

/** The primary's end: answers one worker from the store that it keeps. */
export function answerWorker(store: Store, salt: string, channel: Channel): void {
  channel.onMessage((message) => {
    if (!isQuestion(message)) return;
    if (message.store === "back") {
      for (const { ask, calls, counted } of message.backs) store.giveBack(ask, calls, counted);
      return;
    }
    const { turn } = message;
    const answered = (value: unknown) => channel.send({ store: "answer", turn, value } satisfies Answer);
    const failed = (error: unknown) =>
      channel.send({
        store: "answer",
        turn,
        error: error instanceof Error ? error.message : String(error),
      } satisfies Answer);
    if (message.store === "hello") answered(salt);
    else if (message.store === "take")
      Promise.all(message.asks.map((ask) => store.take(ask))).then(answered, failed);
    else manage(store, message.method, message.args).then(answered, failed);
  });
}

async function manage(store: Store, method: Managed, args: readonly unknown[]): Promise<unknown> {
  if (method === "usageOf") {
    const used = await store.usageOf(String(args[0]));
    return { keys: [...used.keys], visitors: used.visitors };
  }
  const call = store[method] as (...args: unknown[]) => Promise<unknown>;
  return (await call.apply(store, [...args])) ?? null;
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === "object" && message !== null && "store" in message && message.store === "answer";
}

function isQuestion(message: unknown): message is Question {
  return (
    typeof message === "object" &&
    message !== null &&
    "store" in message &&
    ["hello", "take", "back", "manage"].includes(String(message.store))
  );
}
