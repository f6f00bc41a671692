// The names of Redis entries: a key's record, a caller's sliding window, usage by month. The part in braces chooses
// the node of a cluster, so that all entries of one caller are on one node.
import { isKey, type Subject } from "./store.js";

/** All visitors together. No key has an id of this length. */
export const ALL_VISITORS: Subject = "key:visitors";

export class RedisNames {
  readonly salt: string;
  /** Ids of all keys. */
  readonly index: string;
  /** Written to learn whether Redis takes writes. */
  readonly probe: string;
  /** Where all processes are told which key has changed. */
  readonly changed: string;

  constructor(private readonly prefix: string) {
    this.salt = `${prefix}salt`;
    this.index = `${prefix}keys`;
    this.probe = `${prefix}probe`;
    this.changed = `${prefix}changed`;
  }

  /** A key's record; visitors have none. */
  record(id: string): string {
    return this.of(`key:${id}`)[0];
  }

  usage(subject: Subject): string {
    return this.of(subject)[2];
  }

  /** The record, the window and the usage of a caller, in the order in which the scripts take them. */
  of(subject: Subject): [record: string, window: string, usage: string] {
    const start = `${this.prefix}{${isKey(subject) ? subject.slice("key:".length) : subject}}`;
    return [`${start}:key`, `${start}:win`, `${start}:use`];
  }
}
