// GET /v1/plans: the plans that callers may subscribe to, and their prices.
import type { FastifyInstance } from "fastify";
import type { Tier, TierList, Tiers } from "../../access/tiers.js";
import { documentRoute, jsonDocument } from "../http/static-documents.js";
import type { Service } from "../options.js";

export function tierRoutes(app: FastifyInstance, { tiers }: Service): void {
  if (tiers === undefined) return;
  const document = jsonDocument(tiersView(tiers));
  documentRoute(app, "/v1/plans", () => document);
}

export function tiersView({ currency, interfaces }: Tiers) {
  const [main, ...others] = interfaces;
  return {
    currency,
    ...(main === undefined ? {} : listView(main)),
    other_interfaces: others.map((list) => ({ interface: list.interface, ...listView(list) })),
  };
}

function listView({ title, header, keyless, tiers }: TierList) {
  return { title, header, keyless_plan: keyless, plans: tiers.map(tierView), count: tiers.length };
}

function mebibytes(bytes: number | null): number | null {
  return bytes === null ? null : bytes / 1024 / 1024;
}

function tierView(tier: Tier) {
  return {
    id: tier.id,
    title: tier.title,
    price_per_month: tier.pricePerMonth,
    price_per_month_paid_yearly: tier.pricePerMonthPaidYearly,
    [tier.span === 60 ? "requests_per_minute" : "requests_per_hour"]: tier.requests,
    calls_per_month: tier.callsPerMonth,
    request_mib: mebibytes(tier.bytes.request),
    in_flight_mib: mebibytes(tier.bytes.inFlight),
    custom: tier.custom,
    mcp: tier.mcp,
    support: tier.support,
  };
}
