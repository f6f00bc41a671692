// GET /ready: whether calls should be sent here now, and what is wrong where they should not. Never limited.
import type { FastifyInstance } from "fastify";
import type { Store } from "../../access/store.js";
import { setHash } from "../../definitions/identity.js";
import type { Jobs } from "../jobs/job-service.js";
import type { Service } from "../options.js";
import { route } from "./routes.js";

export function readyRoute(
  app: FastifyInstance,
  { set, state }: Service,
  store: Store | undefined,
  jobs: Jobs | undefined,
): void {
  const definitions = setHash(set);
  route(
    app,
    "/ready",
    {
      GET: async (_, reply) => {
        const health = store?.health() ?? { ok: true };
        if (!health.ok && state.lastError?.error !== health.error)
          state.lastError = { error: health.error, at: new Date().toISOString() };
        const { stopping } = state;
        const ready = !stopping && (health.ok || health.standIn === true);
        const status = stopping ? "stopping" : health.ok ? "ready" : ready ? "degraded" : "failing";
        return reply
          .code(ready ? 200 : 503)
          .header("cache-control", "no-store")
          .send({
            status,
            store: health.ok ? "ok" : "failing",
            // Calls are served without them.
            jobs: jobs === undefined ? "none" : jobs.health() === undefined ? "ok" : "failing",
            definitions,
            last_error: state.lastError ?? null,
          });
      },
    },
    { config: { free: true } },
  );
}
