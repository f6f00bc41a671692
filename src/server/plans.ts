// GET /v1/plans: what callers may use and what it costs, as the definitions state it.
import type { FastifyInstance } from "fastify";
import type { Interface, Plan, Plans } from "../engine/read/plans.js";
import { fixedJson, sendFixed } from "./fixed.js";
import type { Service } from "./options.js";
import { route } from "./routes.js";

export function planRoutes(app: FastifyInstance, { set }: Service): void {
  if (set.plans === undefined) return;
  const document = fixedJson(plansView(set.plans));
  route(app, "/v1/plans", { GET: async (request, reply) => sendFixed(request, reply, document) });
}

export function plansView({ currency, interfaces }: Plans) {
  const [main, ...others] = [...interfaces.values()];
  return {
    currency,
    ...(main === undefined ? {} : faceView(main)),
    other_interfaces: others.map((face) => ({ interface: face.name, ...faceView(face) })),
  };
}

function faceView({ title, header, keyless, plans }: Interface) {
  return {
    title,
    header,
    keyless_plan: keyless?.id ?? null,
    plans: [...plans.values()].map(planView),
    count: plans.size,
  };
}

function planView(plan: Plan) {
  return {
    id: plan.id,
    title: plan.title,
    price_per_month: plan.pricePerMonth ?? null,
    price_per_month_paid_yearly: plan.pricePerMonthPaidYearly ?? null,
    [plan.span === 60 ? "requests_per_minute" : "requests_per_hour"]: plan.requests ?? null,
    calls_per_month: plan.callsPerMonth ?? null,
    custom: plan.custom,
    mcp: plan.mcp,
    support: plan.support,
  };
}
