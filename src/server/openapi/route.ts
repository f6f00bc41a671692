// GET /openapi.json and the document of the older interface. Both are written at the first request.
import type { FastifyInstance } from "fastify";
import { documentRoute, jsonDocument, type StaticDocument } from "../http/static-documents.js";
import type { Service } from "../options.js";
import type { Json } from "./fixed-part.js";

export function openapiRoutes(app: FastifyInstance, service: Service): void {
  written(app, "/openapi.json", async () => (await import("./document.js")).openapiDocument(service));
  if (service.set.legacy.size === 0) return;
  written(app, "/openapi-legacy.json", async () => (await import("./legacy.js")).legacyDocument(service));
}

/** Caches a document. A failure is not cached, so the next request tries again. */
function written(app: FastifyInstance, path: string, make: () => Promise<Json>): void {
  let kept: StaticDocument | undefined;
  documentRoute(app, path, async () => {
    kept ??= jsonDocument(await make());
    return kept;
  });
}
