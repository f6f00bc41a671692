// Tells the sender of a job that it has ended: one signed request to an address that the operator has allowed. Nothing waits for
// it: the queue does not, and who misses it can always ask for the job.
import { createHmac } from "node:crypto";
import { lookup } from "node:dns";
import { type ClientRequest, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import ipaddr from "ipaddr.js";
import { messageOf } from "../../wording/wording.js";
import type { JobBrief } from "./queue.js";
import { briefOf } from "./view.js";

export interface CallbackSettings {
  /** Host, or host:port, as the operator wrote it; `private:` before one that may be in a private network. */
  readonly hosts: readonly string[];
  readonly secret: string;
  /** Milliseconds before each try, and that each may take; tests have others. */
  readonly pauses?: readonly number[];
  readonly timeoutMs?: number;
}

const PAUSES: readonly number[] = [0, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 10_000;
const LONGEST_URL = 2000;
/** Jobs whose end is waited for; of those beyond nobody is told. */
const MOST_WATCHED = 500;
const PRIVATE = "private:";

export class Callbacks {
  private readonly watched = new Map<string, string>();
  private readonly open = new Set<NodeJS.Timeout | ClientRequest>();
  private closed = false;

  constructor(
    private readonly settings: CallbackSettings | undefined,
    private readonly told: (message: string) => void,
  ) {}

  /** Why an address is not called; undefined where it is. */
  refusal(address: string): string | undefined {
    if (this.settings === undefined) return "This service calls nobody back.";
    const url = address.length <= LONGEST_URL && URL.canParse(address) ? new URL(address) : undefined;
    const form =
      "callback must be an address such as https://example.org/done, without a user or a password.";
    if (url === undefined || url.username !== "" || url.password !== "") return form;
    const allowed = this.allowed(url);
    if (allowed === undefined) return "The operator of this service does not allow callbacks to this host.";
    return url.protocol === "https:" || (allowed === "private" && url.protocol === "http:")
      ? undefined
      : form;
  }

  private allowed({ hostname, port }: URL): "public" | "private" | undefined {
    const host = port === "" ? hostname : `${hostname}:${port}`;
    if (this.settings?.hosts.includes(PRIVATE + host)) return "private";
    return this.settings?.hosts.includes(host) ? "public" : undefined;
  }

  watch(id: string, address: string): void {
    if (this.watched.size < MOST_WATCHED) this.watched.set(id, address);
    else this.told(`Nobody is told of the end of job ${id}: too many wait for one.`);
  }

  /** Looks which jobs have ended; what is sent to whom waits for nothing here. */
  async look(read: (id: string) => Promise<JobBrief | undefined>): Promise<void> {
    for (const [id, address] of this.watched) {
      const brief = await read(id);
      if (brief?.state === "waiting" || brief?.state === "running") continue;
      this.watched.delete(id);
      if (brief !== undefined) this.later(id, address, JSON.stringify(briefOf(brief)), 0);
    }
  }

  close(): void {
    this.closed = true;
    for (const each of this.open) {
      if ("destroy" in each) each.destroy();
      else clearTimeout(each);
    }
  }

  private later(id: string, address: string, body: string, tries: number): void {
    const pause = (this.settings?.pauses ?? PAUSES)[tries];
    if (this.closed || pause === undefined) return;
    const timer = setTimeout(() => {
      this.open.delete(timer);
      this.send(address, body).catch((error: unknown) => {
        if (this.closed) return;
        this.told(`The callback of job ${id} failed: ${messageOf(error)}`);
        this.later(id, address, body, tries + 1);
      });
    }, pause).unref();
    this.open.add(timer);
  }

  /** Ends well where the receiver says 2xx in time. A redirect is a failure: it may lead anywhere. */
  private send(address: string, body: string): Promise<void> {
    const url = new URL(address);
    const isPrivate = this.allowed(url) === "private";
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", this.settings?.secret ?? "").update(`${timestamp}.${body}`);
    const signal = AbortSignal.timeout(this.settings?.timeoutMs ?? TIMEOUT_MS);
    return new Promise((resolve, reject) => {
      const sent = (url.protocol === "https:" ? secureRequest : plainRequest)(url, {
        method: "POST",
        agent: false,
        signal,
        lookup: isPrivate ? lookup : publicLookup,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "plumbline-timestamp": timestamp,
          "plumbline-signature": `sha256=${signature.digest("hex")}`,
        },
      });
      this.open.add(sent);
      sent.on("response", ({ statusCode = 0 }) => {
        sent.destroy();
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`the receiver answered ${statusCode}`));
      });
      sent.on("error", (error) => reject(signal.aborted ? new Error("the receiver took too long") : error));
      sent.on("close", () => this.open.delete(sent));
      sent.end(body);
    });
  }
}

/** Names whose addresses are all public: a name that is allowed today may lead inside tomorrow. */
const publicLookup: typeof lookup = ((
  name: string,
  options: object,
  done: (error: Error | null, ...rest: unknown[]) => void,
) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    const inside = found?.find(({ address }) => ipaddr.process(address).range() !== "unicast");
    if (error !== null) done(error);
    else if (inside !== undefined) done(new Error(`${name} leads into a private network`));
    else if ("all" in options && options.all === true) done(null, found);
    else done(null, found[0]?.address, found[0]?.family);
  });
}) as typeof lookup;
