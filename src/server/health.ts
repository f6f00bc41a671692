// Whether the service is well, and what it serves.
import type { FastifyInstance } from "fastify";
import type { AppOptions } from "./app.js";
import { route } from "./routes.js";

export async function healthRoutes(app: FastifyInstance, { set, version, now }: AppOptions): Promise<void> {
  const start = now();
  route(app, "/health", {
    GET: async () => ({
      status: "ok",
      tools: set.tools.size,
      version,
      edition: set.edition,
      uptime_s: Math.floor(now() - start),
    }),
  });
}
