// GET /ready: whether calls should be sent here now, and what is wrong where they should not. Never limited.
import type { FastifyInstance } from "fastify";
import type { Store } from "../../access/store.js";
import { setHash } from "../../definitions/identity.js";
import type { Service } from "../options.js";
import { route } from "./routes.js";

export function readyRoute(app: FastifyInstance, { set }: Service, store: Store | undefined): void {
  const definitions = setHash(set);
  let stopping = false;
  let last: { error: string; at: string } | undefined;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  route(
    app,
    "/ready",
    {
      GET: async (_, reply) => {
        const health = store?.health() ?? { ok: true };
        if (!health.ok && last?.error !== health.error)
          last = { error: health.error, at: new Date().toISOString() };
        const ready = !stopping && (health.ok || health.standIn === true);
        const status = stopping ? "stopping" : health.ok ? "ready" : ready ? "degraded" : "failing";
        return reply
          .code(ready ? 200 : 503)
          .header("cache-control", "no-store")
          .send({
            status,
            store: health.ok ? "ok" : "failing",
            definitions,
            last_error: last ?? null,
          });
      },
    },
    { config: { free: true } },
  );
}
