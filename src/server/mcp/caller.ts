// Admits the sender of an MCP request for its tool calls, and charges requests that only read.
import type { FastifyRequest } from "fastify";
import { type Admittance, FREE_TIER, type Grant } from "../../access/admission.js";
import { costOf } from "../../access/reading.js";
import { tierList, tierOf } from "../../access/tiers.js";
import { bearerOf } from "../../access/token.js";
import type { Service } from "../options.js";

/**
 * Admits a caller for this number of calls; 0 for a message that only reads or is invalid. Every message has a cost.
 */
export async function admitted(
  service: Service,
  request: FastifyRequest,
  calls: number,
): Promise<Admittance> {
  const tooMuch = calls === 0 ? service.reading(request, 1) : undefined;
  if (tooMuch !== undefined) return tooMuch;
  const verdict =
    calls > 0 || hasKey(service, request) ? await service.admission(request, calls) : keyless(service);
  if ("refusal" in verdict) return verdict;
  if (service.tiers === undefined || tierOf(service.tiers, "main", verdict.tier)?.mcp !== false)
    return verdict;
  verdict.settle(calls);
  const detail = `The plan ${verdict.tier} does not include MCP. Call the tools over HTTP, or change the plan.`;
  return { refusal: { kind: "forbidden", detail, more: { plan: verdict.tier } }, headers: {} };
}

/** Charges a long answer. The extra cost reduces the quota of the next message. */
export function chargeLength(service: Service, request: FastifyRequest, bytes: number): void {
  // Charged singly: a charge that exceeds the quota as a whole would count as one.
  for (let more = costOf(bytes) - 1; more > 0; more--) service.reading(request, 1);
}

function keyless({ tiers }: Service): Grant {
  return { tier: tierList(tiers, "main")?.keyless ?? FREE_TIER, settle: () => ({}) };
}

function hasKey({ tiers }: Service, { headers }: FastifyRequest): boolean {
  const name = tierList(tiers, "main")?.header.toLowerCase();
  return (name !== undefined && headers[name] !== undefined) || bearerOf(headers.authorization) !== undefined;
}
