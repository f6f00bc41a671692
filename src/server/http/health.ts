// GET /health: whether the service is well, and what it serves. Never limited.
import type { FastifyInstance } from "fastify";
import { setHash } from "../../definitions/identity.js";
import type { Service } from "../options.js";
import { route } from "./routes.js";

export function healthRoutes(app: FastifyInstance, { set, version, now, state }: Service): void {
  const definitions = setHash(set);
  route(
    app,
    "/health",
    {
      GET: async (_, reply) =>
        reply.header("cache-control", "no-store").send({
          status: "ok",
          tools: set.tools.size,
          version,
          edition: set.edition,
          definitions,
          uptime_s: Math.floor(now() - state.started),
        }),
    },
    { config: { free: true } },
  );
}
