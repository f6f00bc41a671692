// GET /openapi.json, and the document of the older interface beside it. Written when first asked for.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { fixedJson, fixedRoute } from "../fixed.js";
import type { Service } from "../options.js";
import { openapiDocument } from "./document.js";
import { legacyDocument } from "./legacy.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const main = once(() => fixedJson(openapiDocument(service)));
  fixedRoute(app, "/openapi.json", main);
  if (service.set.legacy.size === 0) return;
  const legacy = once(() => fixedJson(legacyDocument(service)));
  fixedRoute(app, "/openapi-legacy.json", legacy);
}
