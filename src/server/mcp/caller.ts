// Who sends a POST of MCP: the caller is admitted for the calls in it, and one that only reads is known by its key.
import type { FastifyRequest } from "fastify";
import { type Admittance, FREE_TIER, type Grant } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import { costOf } from "../../access/reading.js";
import { tierList, tierOf } from "../../access/tiers.js";
import { bearerOf } from "../../access/token.js";
import type { Service } from "../options.js";
import type { Asked } from "./asked.js";

/** Admits a caller for so many calls; 0 for one that only reads. */
export async function admitted(
  service: Service,
  request: FastifyRequest,
  calls: number,
): Promise<Admittance> {
  const verdict =
    calls > 0 || hasKey(service, request) ? await service.admission(request, calls) : keyless(service);
  if ("refusal" in verdict) return verdict;
  if (service.tiers === undefined || tierOf(service.tiers, "main", verdict.tier)?.mcp !== false)
    return verdict;
  verdict.settle(calls);
  const detail = `The plan ${verdict.tier} does not include MCP. Call the tools over HTTP, or change the plan.`;
  return { refusal: { kind: "forbidden", detail, more: { plan: verdict.tier } }, headers: {} };
}

/** A long answer costs more than its message; it is paid for by the next. */
export function chargeLength(service: Service, request: FastifyRequest, bytes: number): void {
  // One by one: what does not fit as a whole would count as one.
  for (let more = costOf(bytes) - 1; more > 0; more--) service.reading(request, 1);
}

/** What answers depend on of who asks. */
export function askedBy({ tier, caller }: Grant, { ip }: FastifyRequest): Pick<Asked, "tier" | "caller"> {
  return { tier, caller: caller ?? networkOf(ip) };
}

function keyless({ tiers }: Service): Grant {
  return { tier: tierList(tiers, "main")?.keyless ?? FREE_TIER, settle: () => ({}) };
}

function hasKey({ tiers }: Service, { headers }: FastifyRequest): boolean {
  const name = tierList(tiers, "main")?.header.toLowerCase();
  return (name !== undefined && headers[name] !== undefined) || bearerOf(headers.authorization) !== undefined;
}
