// GET /openapi.json, and the document of the older interface beside it. Written when first asked for.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { type Fixed, fixedJson, sendFixed } from "../fixed.js";
import type { Service } from "../options.js";
import { route } from "../routes.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const serve = (path: string, write: () => Promise<Fixed>) => {
    const document = once(write);
    route(app, path, { GET: async (request, reply) => sendFixed(request, reply, await document()) });
  };
  serve("/openapi.json", async () => fixedJson((await import("./document.js")).openapiDocument(service)));
  if (service.set.legacy.size === 0) return;
  serve("/openapi-legacy.json", async () => fixedJson((await import("./legacy.js")).legacyDocument(service)));
}
