// What reading costs: requests and messages that compute nothing are counted too, by network or by a key that is known
// to be right, in this process alone, so that nobody reads long documents without end.
import { type Caller, type Refusal, tooMany } from "./admission.js";
import { seconds } from "./limit-headers.js";
import { networkOf } from "./network.js";
import type { ProvenKeys } from "./proven-keys.js";
import { Recent } from "./recent.js";
import { Window } from "./window.js";

/**
 * Charges a caller for reading; a refusal where it has read too much. Files of pages have a
 * limit of their own: an office behind one address opens the same pages, and each browser reads a file once.
 */
export type Reading = (caller: Caller, cost: number, what?: "documents" | "files") => Refusal | undefined;

/** Reads that a caller may make in a minute, where no other number is set. */
export const READS_PER_MINUTE = 600;
/** Files of pages that a caller may read for each other document. */
const FILES_A_READ = 20;
/** Bytes of an answer that cost one read more. */
const BYTES_A_READ = 64 * 1024;
const SPAN_MS = 60_000;
const MOST_KNOWN = 100_000;

/** What an answer of so many bytes costs. */
export function costOf(bytes: number): number {
  return 1 + Math.floor(bytes / BYTES_A_READ);
}

export const freeReading: Reading = () => undefined;

export function limitedReading(most: number, proven: ProvenKeys, now: () => number): Reading {
  const windows = new Recent<Window>(MOST_KNOWN);
  return (caller, cost, what = "documents") => {
    const id = proven.idOf(caller.headers);
    const name = `${what} ${id === undefined ? networkOf(caller.ip) : `key ${id}`}`;
    const window = windows.get(name) ?? new Window();
    windows.set(name, window);
    const quota = what === "files" ? most * FILES_A_READ : most;
    const wait = window.take(Math.min(cost, quota), quota, SPAN_MS, now());
    if (wait === 0) return undefined;
    const retry = seconds(wait);
    const detail = `Too many requests from your network (${quota} reads a minute, long answers count more). Try again in ${retry} s.`;
    return tooMany("reads", quota, retry, detail);
  };
}
