// GET /openapi.json, and the document of the older interface beside it. Written when first asked for.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import type { Service } from "../options.js";
import { documentRoute, jsonDocument } from "../static-documents.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const main = once(async () => jsonDocument((await import("./document.js")).openapiDocument(service)));
  documentRoute(app, "/openapi.json", main);
  if (service.set.legacy.size === 0) return;
  const legacy = once(async () => jsonDocument((await import("./legacy.js")).legacyDocument(service)));
  documentRoute(app, "/openapi-legacy.json", legacy);
}
