// The state of the Redis connection: down at the first failed command, then probed in the background until it
// answers.
import { Cluster } from "ioredis";
import { within } from "./deadline.js";
import { type Client, type Reply, ready, reasonOf, run } from "./redis-client.js";
import type { Script } from "./redis-scripts.js";

export interface LinkNeeds {
  readonly open: () => Client;
  /** Key that is written to test whether Redis accepts writes. */
  readonly probe: string;
  /** Milliseconds to wait for an answer. */
  readonly patience: number;
  /** Runs before Redis counts as available. If it fails, Redis stays unavailable. */
  readonly greet: (client: Client) => Promise<void>;
  readonly lost: (reason: string) => void;
  readonly found: () => void;
}

const PROBE_MS = 1000;
/** Unanswered probes before a new connection, because the old one may be dead. */
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

  /** Whether to send commands. */
  get well(): boolean {
    return this.there && this.client.status === "ready";
  }

  /** Waits briefly for the first answer. Returns the reason if none arrives. */
  async start(milliseconds: number): Promise<string | undefined> {
    try {
      await ready(this.client, milliseconds);
      await this.probe();
    } catch (error) {
      this.reason = reasonOf(error);
    }
    return this.there ? undefined : this.reason;
  }

  /** Runs a script. A failure closes the link until a probe succeeds. */
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

  /** Writes, because a read-only server cannot count; in a cluster also contacts every primary node. */
  private async ask(client: Client): Promise<void> {
    await client.set(this.needs.probe, "1", "PX", PROBE_MS);
    if (client instanceof Cluster) await Promise.all(client.nodes("master").map((node) => node.ping()));
  }
}
