// GET /openapi.json
import type { FastifyInstance } from "fastify";
import { fixedJson, sendFixed } from "../fixed.js";
import type { Service } from "../options.js";
import { route } from "../routes.js";
import { openapiDocument } from "./document.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  const document = fixedJson(openapiDocument(service));
  route(app, "/openapi.json", { GET: async (request, reply) => sendFixed(request, reply, document) });
}
