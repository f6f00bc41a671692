// GET /openapi.json, and the document of the older interface beside it.
import type { FastifyInstance } from "fastify";
import { fixedJson, sendFixed } from "../fixed.js";
import type { Service } from "../options.js";
import { route } from "../routes.js";
import { openapiDocument } from "./document.js";
import { legacyDocument } from "./legacy.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const document = fixedJson(openapiDocument(service));
  route(app, "/openapi.json", { GET: async (request, reply) => sendFixed(request, reply, document) });
  if (service.set.legacy.size === 0) return;
  const older = fixedJson(legacyDocument(service));
  route(app, "/openapi-legacy.json", { GET: async (request, reply) => sendFixed(request, reply, older) });
}
