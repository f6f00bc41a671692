// The accounts of callers in this process, one for each network or confirmed key. Reads are charged when they arrive:
// requests and messages that compute nothing. Processor time of every request is charged after it was measured.
import { type Refusal, tooMany } from "./admission.js";
import { seconds } from "./limit-headers.js";
import { loopbackAdvice } from "./network.js";
import { type Caller, NETWORKS_A_SITE, type Payer } from "./payer.js";
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/**
 * Charges a caller for reading, or returns a refusal. Files of pages have a separate limit, because an office behind
 * one address opens the same pages.
 */
export type Reading = (caller: Caller, cost: number, what?: "documents" | "files") => Refusal | undefined;

/** Default reads for each caller and minute. */
export const READS_PER_MINUTE = 600;
/** Files of pages for each other document. */
const FILES_A_READ = 20;
/** Bytes of an answer that cost one more read. */
const BYTES_A_READ = 64 * 1024;
/** Milliseconds of the processor for a network and for a key, in a minute. Calls within a plan are never refused for them. */
const WORK_MS = { network: 3000, keyed: 20_000 };
/** Milliseconds charged for one request. The first request of a kind loads code, which is not its caller's fault. */
const MOST_CHARGED_MS = 250;
const SPAN_MS = 60_000;
const MOST_KNOWN = 100_000;

/** Returns the reads that an answer of this size costs. */
export function costOf(bytes: number): number {
  return 1 + Math.floor(bytes / BYTES_A_READ);
}

export const freeReading: Reading = () => undefined;

export class Accounts {
  private readonly windows = new Recent<Window>(MOST_KNOWN);
  /** Fractions of a millisecond that are not charged yet. */
  private readonly spare = new Recent<number>(MOST_KNOWN);

  constructor(
    private readonly reads: number,
    private readonly payerOf: (caller: Caller) => Payer,
    private readonly now: () => number,
  ) {}

  readonly read: Reading = (caller, cost, what = "documents") => {
    const payer = this.payerOf(caller);
    const quota = what === "files" ? this.reads * FILES_A_READ : this.reads;
    const own = this.take(`${what} ${payer.name}`, cost, quota);
    const late =
      own > 0 || payer.site === undefined
        ? own
        : this.take(`${what} ${payer.site}`, cost, quota * NETWORKS_A_SITE);
    const advice = payer.hasKey ? "" : loopbackAdvice(caller.ip);
    if (late > 0)
      return refusal("reads", quota, late, `${quota} reads a minute, long answers count more`, advice);
    const window = this.windows.get(`work ${payer.name}`);
    if (what === "files" || window === undefined || !this.isOver(payer)) return undefined;
    const most = workLimit(payer);
    const wait = window.more(SPAN_MS, this.now());
    return refusal("work", most, wait, `${most} ms of processor time a minute`, advice);
  };

  /** Charges measured milliseconds. */
  work(payer: Payer, ms: number): void {
    const due = (this.spare.get(payer.name) ?? 0) + Math.min(ms, MOST_CHARGED_MS);
    const whole = Math.floor(due);
    this.spare.set(payer.name, due - whole);
    if (whole === 0) return;
    const window = this.windowOf(`work ${payer.name}`);
    const now = this.now();
    window.idle(SPAN_MS, now);
    const limit = workLimit(payer);
    window.take(Math.min(whole, window.left(limit)), limit, SPAN_MS, now);
  }

  /** Returns whether the caller has used up its processor time of this minute. */
  isOver(payer: Payer): boolean {
    const window = this.windows.get(`work ${payer.name}`);
    if (window === undefined || window.idle(SPAN_MS, this.now())) return false;
    return window.left(workLimit(payer)) === 0;
  }

  private take(name: string, cost: number, quota: number): number {
    return this.windowOf(name).take(Math.min(cost, quota), quota, SPAN_MS, this.now());
  }

  private windowOf(name: string): Window {
    const window = this.windows.get(name) ?? new Window();
    this.windows.set(name, window);
    return window;
  }
}

function workLimit({ hasKey }: Payer): number {
  return hasKey ? WORK_MS.keyed : WORK_MS.network;
}

function refusal(limit: string, quota: number, wait: number, rule: string, advice: string): Refusal {
  const retry = seconds(wait);
  const detail = `Too many requests from your network (${rule}). Try again in ${retry} s.${advice}`;
  return tooMany(limit, quota, retry, detail);
}
