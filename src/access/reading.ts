// Limits reads: requests and messages that compute nothing are counted by network or confirmed key, in this process
// only.
import { type Refusal, tooMany } from "./admission.js";
import { seconds } from "./limit-headers.js";
import { networkOf, ownMachineAdvice } from "./network.js";
import type { Caller } from "./payer.js";
import type { ProvenKeys } from "./proven-keys.js";
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
const SPAN_MS = 60_000;
const MOST_KNOWN = 100_000;

/** Returns the reads that an answer of this size costs. */
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
    const advice = id === undefined ? ownMachineAdvice(caller.ip) : "";
    const detail = `Too many requests from your network (${quota} reads a minute, long answers count more). Try again in ${retry} s.${advice}`;
    return tooMany("reads", quota, retry, detail);
  };
}
