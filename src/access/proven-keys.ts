// Keys that the store has confirmed to this process. Their callers are recognised before the store is queried.
import { Recent } from "./recent.js";
import { bearerOf, type KeyToken, tokenOf } from "./token.js";

/** Header names in lower case. */
export type CallerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const MOST_PROVEN = 10_000;

export class ProvenKeys {
  private readonly right = new Recent<string>(MOST_PROVEN);

  /** `headers` lists the key headers in lower case. */
  constructor(private readonly headers: readonly string[]) {}

  learn({ hash, id }: KeyToken, right: boolean): void {
    if (!right) this.right.delete(hash);
    else if (this.right.get(hash) === undefined) this.right.set(hash, id);
  }

  /** Returns the id of a confirmed key. */
  idOf(headers: CallerHeaders): string | undefined {
    const [given = bearerOf(headers.authorization)] = this.headers.flatMap((name) => headers[name] ?? []);
    const token = given === undefined ? undefined : tokenOf(given);
    return token === undefined ? undefined : this.right.get(token.hash);
  }
}
