// GET /openapi.json, and the document of the older interface beside it. Written when first asked for.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/once.js";
import { type Fixed, fixedJson, sendFixed } from "../fixed.js";
import type { Service } from "../options.js";
import { route } from "../routes.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const serve = (path: string, write: () => Promise<Fixed>) => {
    const document = once(write);
    route(app, path, { GET: async (request, reply) => sendFixed(request, reply, await document()) });
  };
  serve("/openapi.json", async () => {
    const [{ openapiDocument }, examples] = await Promise.all([import("./document.js"), service.examples()]);
    return fixedJson(openapiDocument(service, examples));
  });
  if (service.set.legacy.size === 0) return;
  serve("/openapi-legacy.json", async () => {
    const [{ legacyDocument }, examples] = await Promise.all([import("./legacy.js"), service.examples()]);
    return fixedJson(legacyDocument(service, examples));
  });
}
