// The connection to Redis and whether it works: lost at the first command that fails, probed in the background until
// it answers again.
import { Cluster } from "ioredis";
import { within } from "./deadline.js";
import { type Client, type Reply, ready, reasonOf, run } from "./redis-client.js";
import type { Script } from "./redis-scripts.js";

export interface LinkNeeds {
  readonly open: () => Client;
  /** Written and forgotten, to learn whether Redis takes writes. */
  readonly probe: string;
  /** Milliseconds that an answer may take. */
  readonly patience: number;
  /** Done each time before Redis counts as there; a failure leaves it away. */
  readonly greet: (client: Client) => Promise<void>;
  readonly lost: (reason: string) => void;
  readonly found: () => void;
}

const PROBE_MS = 1000;
/** Probes without an answer after which a new connection is made: the old one may be dead without knowing it. */
const PATIENT_PROBES = 3;

export class Link {
  private client: Client;
  private there = false;
  private closed = false;
  private probing: Promise<void> | undefined;
  private misses = 0;
  private readonly timer: NodeJS.Timeout;
  private reason = "no connection";

  constructor(private readonly needs: LinkNeeds) {
    this.client = this.opened();
    this.timer = setInterval(() => this.probe(), PROBE_MS);
    this.timer.unref();
  }

  /** Whether a command has a chance. */
  get well(): boolean {
    return this.there && this.client.status === "ready";
  }

  /** Waits for the first answer, but not for long; the reason where none came. */
  async start(milliseconds: number): Promise<string | undefined> {
    try {
      await ready(this.client, milliseconds);
      await this.probe();
    } catch (error) {
      this.reason = reasonOf(error);
    }
    return this.there ? undefined : this.reason;
  }

  /** Runs a script. A failure is the end of the link until a probe is answered. */
  async run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply> {
    const { client } = this;
    try {
      const reply = await within(this.needs.patience, run(client, script, keys, args));
      return reply as Reply;
    } catch (error) {
      if (client === this.client) this.lose(reasonOf(error));
      throw error;
    }
  }

  close(): void {
    this.closed = true;
    this.there = false;
    clearInterval(this.timer);
    this.client.disconnect();
  }

  private opened(): Client {
    const client = this.needs.open();
    client.on("ready", () => this.probe());
    client.on("close", () => {
      if (client === this.client) this.lose("the connection was closed");
    });
    return client;
  }

  private lose(reason: string): void {
    if (this.closed || !this.there) return;
    this.there = false;
    this.reason = reason;
    this.needs.lost(reason);
  }

  private probe(): Promise<void> {
    if (this.there || this.closed) return Promise.resolve();
    this.probing ??= this.look().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  private async look(): Promise<void> {
    const { client } = this;
    try {
      if (client.status !== "ready") throw new Error(this.reason);
      await within(this.needs.patience, this.ask(client));
      await within(this.needs.patience, this.needs.greet(client));
    } catch (error) {
      this.reason = reasonOf(error);
      this.misses++;
      if (this.misses % PATIENT_PROBES === 0 && !this.closed) {
        this.client = this.opened();
        client.disconnect();
      }
      return;
    }
    if (this.closed || client !== this.client) return;
    this.misses = 0;
    this.there = true;
    this.needs.found();
  }

  /** A write, since a server that only answers cannot count; in a cluster every node that takes writes. */
  private async ask(client: Client): Promise<void> {
    await client.set(this.needs.probe, "1", "PX", PROBE_MS);
    if (client instanceof Cluster) await Promise.all(client.nodes("master").map((node) => node.ping()));
  }
}
