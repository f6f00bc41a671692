// GET /health: state of the service and what it serves. GET /ready: whether to route calls here, and if not, why.
// Neither is limited.
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import type { Store } from "../../access/store.js";
import { setHash } from "../../definitions/identity.js";
import type { Service } from "../options.js";
import { route } from "./routes.js";

export function healthRoutes(
  app: FastifyInstance,
  { set, version, state }: Service,
  store: Store | undefined,
): void {
  const definitions = setHash(set);
  const health: RouteHandlerMethod = async (_, reply) =>
    reply.send({
      status: "ok",
      tools: set.tools.size,
      version,
      edition: set.edition,
      definitions,
      uptime_s: Math.floor((performance.now() - state.started) / 1000),
    });
  const ready: RouteHandlerMethod = async (_, reply) => {
    const stored = store?.health() ?? { ok: true };
    if (!stored.ok && state.lastError?.error !== stored.error)
      state.lastError = { error: stored.error, at: new Date().toISOString() };
    const { stopping } = state;
    const isReady = !stopping && (stored.ok || stored.standIn === true);
    const status = stopping ? "stopping" : stored.ok ? "ready" : isReady ? "degraded" : "failing";
    return reply.code(isReady ? 200 : 503).send({
      status,
      store: stored.ok ? "ok" : "failing",
      definitions,
      last_error: state.lastError ?? null,
    });
  };
  route(app, "/health", { GET: health, config: { free: true } });
  route(app, "/ready", { GET: ready, config: { free: true } });
}
