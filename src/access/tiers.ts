// Subscription tiers of each interface, with limits and prices, as JSON data. Callers see a tier as their plan.

export type InterfaceName = "main" | "legacy";

/** `requests` in a span of seconds, and calls in a calendar month; null if unlimited. */
export interface Limits {
  readonly span: 60 | 3600;
  readonly requests: number | null;
  readonly callsPerMonth: number | null;
}

/** Bytes of one request and of all requests in flight; null if unlimited. */
export interface ByteLimits {
  readonly request: number | null;
  readonly inFlight: number | null;
}

export const ANY_BYTES: ByteLimits = { request: null, inFlight: null };

export interface Tier extends Limits {
  readonly id: string;
  readonly title: string;
  /** Whether a key may have custom limits. */
  readonly custom: boolean;
  readonly bytes: ByteLimits;
  readonly mcp: boolean;
  readonly support: string;
  readonly pricePerMonth: number | null;
  readonly pricePerMonthPaidYearly: number | null;
}

export interface TierList {
  readonly interface: InterfaceName;
  readonly title: string;
  /** Request header that carries the key. */
  readonly header: string;
  /** Tier of callers without a key; null if a key is required. */
  readonly keyless: string | null;
  /** ISO date since which callers should use another interface. */
  readonly deprecated: string | null;
  readonly tiers: readonly Tier[];
}

export interface Tiers {
  readonly currency: string;
  readonly interfaces: readonly TierList[];
}

export function tierList(tiers: Tiers | undefined, name: InterfaceName): TierList | undefined {
  return tiers?.interfaces.find((each) => each.interface === name);
}

/** Returns a tier by id, or the tier of keyless callers. */
export function tierOf(tiers: Tiers, name: InterfaceName, id?: string): Tier | undefined {
  const list = tierList(tiers, name);
  const wanted = id ?? list?.keyless;
  return list?.tiers.find((tier) => tier.id === wanted);
}

/** Returns a key's custom limits if its tier allows them, else the limits of the tier. */
export function limitsOf(
  { span, requests, callsPerMonth, custom }: Tier,
  own?: { readonly requests: number | undefined; readonly callsPerMonth: number | undefined },
): Limits {
  return {
    span,
    requests: (custom ? own?.requests : undefined) ?? requests,
    callsPerMonth: (custom ? own?.callsPerMonth : undefined) ?? callsPerMonth,
  };
}

/** Removes every limit. */
export function withoutLimits(tiers: Tiers): Tiers {
  const free = { custom: false, requests: null, callsPerMonth: null, bytes: ANY_BYTES };
  const interfaces = tiers.interfaces.map((list) => ({
    ...list,
    tiers: list.tiers.map((tier) => ({ ...tier, ...free })),
  }));
  return { ...tiers, interfaces };
}
