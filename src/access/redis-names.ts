// Names of Redis entries: record, sliding window and monthly usage of each caller. The part in braces selects the
// cluster node, so that all entries of one caller share a node.
import { isKey, type Subject } from "./store.js";

/** All visitors together. No key has an id of this length. */
export const ALL_VISITORS: Subject = "key:visitors";

export class RedisNames {
  readonly salt: string;
  /** Ids of all keys. */
  readonly index: string;
  /** Written to test whether Redis accepts writes. */
  readonly probe: string;
  /** Channel that announces changed keys to all processes. */
  readonly changed: string;

  constructor(private readonly prefix: string) {
    this.salt = `${prefix}salt`;
    this.index = `${prefix}keys`;
    this.probe = `${prefix}probe`;
    this.changed = `${prefix}changed`;
  }

  record(id: string): string {
    return this.of(`key:${id}`)[0];
  }

  usage(subject: Subject): string {
    return this.of(subject)[2];
  }

  /** Returns record, window and usage in the order that the scripts expect. */
  of(subject: Subject): [record: string, window: string, usage: string] {
    const start = `${this.prefix}{${isKey(subject) ? subject.slice("key:".length) : subject}}`;
    return [`${start}:key`, `${start}:win`, `${start}:use`];
  }
}
