// The interactive reference: a page of this package that reads /openapi.json. Nothing comes from elsewhere.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { REFERENCE_FOLDER } from "../folder.js";
import { fixed, sendFixed } from "./fixed.js";
import { route } from "./routes.js";

const FILES = [
  { path: "/docs", file: "reference.html", type: "text/html; charset=utf-8" },
  { path: "/docs/reference.js", file: "reference.js", type: "text/javascript; charset=utf-8" },
  { path: "/docs/form.js", file: "form.js", type: "text/javascript; charset=utf-8" },
  { path: "/docs/reference.css", file: "reference.css", type: "text/css; charset=utf-8" },
] as const;

/** The page may use its own script and style and talk to this service: nothing else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function referenceRoutes(app: FastifyInstance): void {
  for (const { path, file, type } of FILES) {
    const document = fixed(readFileSync(join(REFERENCE_FOLDER, file), "utf8"), type);
    route(app, path, {
      GET: async (request, reply) =>
        sendFixed(request, reply.header("content-security-policy", POLICY), document),
    });
  }
}
