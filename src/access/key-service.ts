// The key service: issues, lists, rotates and revokes keys, for the command line and the admin interface.
import { sha256 } from "../definitions/folder.js";
import { noSuch } from "../wording/wording.js";
import { monthAt } from "./months.js";
import { type KeyRecord, MOST_KEYS, type Store } from "./store.js";
import { type InterfaceName, limitsOf, type Tier, type Tiers, tierList, tierOf } from "./tiers.js";
import { ID, newId, newToken } from "./token.js";

/** An invalid request, with a message for the operator. */
export class KeyServiceError extends Error {
  constructor(
    readonly kind: "invalid" | "missing" | "conflict",
    message: string,
    /** The invalid field. */
    readonly field?: string,
  ) {
    super(message);
  }
}

export interface NewKey {
  readonly name: string;
  readonly plan: string;
  readonly interface?: InterfaceName;
  /** ISO date or time. */
  readonly expires?: string;
  readonly requests?: number;
  readonly calls_per_month?: number;
}

/** A key without its secret. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly interface: InterfaceName;
  readonly plan: string;
  readonly status: "active" | "expired" | "revoked";
  readonly created: string;
  readonly expires: string | null;
  readonly revoked: string | null;
  readonly last_used: string | null;
  readonly limits: {
    readonly requests: number | null;
    readonly per_s: number;
    readonly calls_per_month: number | null;
  };
  /** End of the overlap in which an older secret is accepted; null if there is no such secret. */
  readonly overlap_until: string | null;
}
export interface KeyUsage {
  readonly id: string;
  readonly name: string;
  readonly month: string;
  readonly calls: number;
  readonly calls_per_month: number | null;
  readonly months: readonly { readonly month: string; readonly calls: number }[];
}

export const LONGEST_NAME = 100;
export const MOST_REQUESTS = 60_000;
export const MOST_CALLS = 100_000_000;
/** Seconds that an old secret is accepted after a rotation, by default one day. */
export const OVERLAP_S = 86_400;
export const LONGEST_OVERLAP_S = 90 * 86_400;

export class KeyService {
  constructor(
    private readonly store: Store,
    private readonly tiers: Tiers,
    private readonly now: () => number,
  ) {}

  /** Returns the new key and its token, which is never shown again. */
  async create(wish: NewKey): Promise<{ key: KeyView; token: string }> {
    const name = nameOf(wish.name);
    const face = wish.interface ?? "main";
    const tier = this.tier(face, wish.plan);
    const now = this.now();
    const expires = wish.expires === undefined ? undefined : future(wish.expires, now);
    const requests = ownLimit(tier, wish.requests, "requests", MOST_REQUESTS);
    const callsPerMonth = ownLimit(tier, wish.calls_per_month, "calls_per_month", MOST_CALLS);
    const id = newId();
    const token = newToken(id);
    const record: KeyRecord = {
      id,
      name,
      interface: face,
      tier: tier.id,
      created: now,
      expires,
      revoked: undefined,
      lastUsed: undefined,
      requests,
      callsPerMonth,
      secrets: [{ hash: sha256(token), created: now, expires: undefined }],
    };
    if (!(await this.store.insert(record)))
      throw new KeyServiceError("conflict", `The store is full: ${MOST_KEYS} keys, including revoked ones.`);
    return { key: this.view(record), token };
  }

  async list(): Promise<KeyView[]> {
    return (await this.store.list()).map((record) => this.view(record));
  }

  async show(id: string): Promise<KeyView> {
    return this.view(await this.find(id));
  }

  /** Returns a new token for the key; the old one is accepted during the overlap. */
  async rotate(id: string, overlap: number = OVERLAP_S): Promise<{ key: KeyView; token: string }> {
    if (!Number.isInteger(overlap) || overlap < 0 || overlap > LONGEST_OVERLAP_S)
      throw invalid(
        `The overlap must be a whole number of seconds from 0 to ${LONGEST_OVERLAP_S}.`,
        "overlap_s",
      );
    const record = await this.find(id);
    const { status } = this.view(record);
    if (status !== "active") throw invalid(`The key ${id} is ${status} and cannot be rotated.`);
    const now = this.now();
    const token = newToken(id);
    const still = record.secrets
      .map((secret) => ({ ...secret, expires: Math.min(secret.expires ?? Infinity, now + overlap * 1000) }))
      .filter((secret) => secret.expires > now);
    const secrets = [{ hash: sha256(token), created: now, expires: undefined }, ...still];
    // If two rotations run at once, one fails here. Otherwise its token would never work.
    const changed = await this.store.change(id, { secrets }, record);
    if (changed === undefined)
      throw new KeyServiceError(
        "conflict",
        `The key ${id} was changed by someone else at the same moment, and was not rotated.`,
      );
    return { key: this.view(changed), token };
  }

  /** A revoked key keeps its time of revocation. */
  async revoke(id: string): Promise<KeyView> {
    const record = await this.find(id);
    if (record.revoked !== undefined) return this.view(record);
    return this.view((await this.store.change(id, { revoked: this.now() })) ?? record);
  }

  async usage(id: string): Promise<KeyUsage> {
    const record = await this.find(id);
    const months = await this.store.usage(id);
    const month = monthAt(this.now()).name;
    return {
      id,
      name: record.name,
      month,
      calls: months.find((each) => each.month === month)?.calls ?? 0,
      calls_per_month: this.view(record).limits.calls_per_month,
      months,
    };
  }

  /** Returns the usage of every key in this month, and of all keyless callers together. */
  async overview(): Promise<{ month: string; keys: (KeyView & { calls: number })[]; visitors: number }> {
    const month = monthAt(this.now()).name;
    const used = await this.store.usageOf(month);
    const keys = await this.list();
    return {
      month,
      keys: keys.map((key) => ({ ...key, calls: used.keys.get(key.id) ?? 0 })),
      visitors: used.visitors,
    };
  }

  private async find(id: string): Promise<KeyRecord> {
    const record = ID.test(id) ? await this.store.read(id) : undefined;
    if (record === undefined)
      throw new KeyServiceError("missing", `There is no key with the id ${id.slice(0, 40)}.`);
    return record;
  }

  private tier(name: InterfaceName, id: string): Tier {
    const list = tierList(this.tiers, name);
    const names = this.tiers.interfaces.map((each) => each.interface);
    if (list === undefined) throw invalid(`The interface must be one of ${names.join(", ")}.`, "interface");
    const ids = list.tiers.map((tier) => tier.id);
    const tier = list.tiers.find((each) => each.id === id);
    if (tier === undefined)
      throw invalid(`${noSuch("plan", id, ids).message} Plans: ${ids.join(", ")}.`, "plan");
    return tier;
  }

  private view(record: KeyRecord): KeyView {
    const now = this.now();
    const tier = tierOf(this.tiers, record.interface, record.tier);
    const limits = tier === undefined ? undefined : limitsOf(tier, record);
    const [, ...older] = record.secrets;
    const overlap = Math.max(...older.map(({ expires }) => expires ?? 0), 0);
    const expired = record.expires !== undefined && record.expires <= now;
    return {
      id: record.id,
      name: record.name,
      interface: record.interface,
      plan: record.tier,
      status: record.revoked !== undefined ? "revoked" : expired ? "expired" : "active",
      created: time(record.created),
      expires: timeOrNull(record.expires),
      revoked: timeOrNull(record.revoked),
      last_used: timeOrNull(record.lastUsed),
      limits: {
        requests: limits?.requests ?? null,
        per_s: limits?.span ?? 60,
        calls_per_month: limits?.callsPerMonth ?? null,
      },
      overlap_until: timeOrNull(overlap > now ? overlap : undefined),
    };
  }
}

function invalid(message: string, field?: string): KeyServiceError {
  return new KeyServiceError("invalid", message, field);
}

function nameOf(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > LONGEST_NAME || /\p{Cc}/u.test(trimmed))
    throw invalid(
      `name must be 1 to ${LONGEST_NAME} characters on one line: the user of the key and its purpose.`,
      "name",
    );
  return trimmed;
}

function future(text: string, now: number): number {
  const [, day = ""] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  // Date.parse would turn a nonexistent day into one of the next month.
  const isDay = day !== "" && new Date(Date.parse(`${day}T00:00Z`) || 0).toISOString().startsWith(day);
  const ends = isDay ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ends))
    throw invalid(
      "expires must be a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z.",
      "expires",
    );
  if (ends <= now) throw invalid("expires must lie in the future.", "expires");
  return ends;
}

function ownLimit(tier: Tier, value: number | undefined, field: string, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (!tier.custom) throw invalid(`The plan ${tier.id} has the same limits for every key.`, field);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw invalid(`${field} must be a whole number from 1 to ${most}.`, field);
  return value;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function timeOrNull(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : time(milliseconds);
}
