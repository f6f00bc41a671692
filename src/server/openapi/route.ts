// GET /openapi.json, and the document of the older interface beside it. Written when first asked for.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { fixedJson, fixedRoute } from "../fixed.js";
import type { Service } from "../options.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const main = once(async () => fixedJson((await import("./document.js")).openapiDocument(service)));
  fixedRoute(app, "/openapi.json", main);
  if (service.set.legacy.size === 0) return;
  const legacy = once(async () => fixedJson((await import("./legacy.js")).legacyDocument(service)));
  fixedRoute(app, "/openapi-legacy.json", legacy);
}
