// The dashboard of the operator: pages of this package that talk to the admin interface. Nothing comes from elsewhere.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { REFERENCE_FOLDER } from "../folder.js";
import { fixed, sendFixed } from "./fixed.js";
import type { Service } from "./options.js";
import { route } from "./routes.js";

const FOLDER = join(REFERENCE_FOLDER, "../dashboard");
const SCRIPT = "text/javascript; charset=utf-8";
const FILES = [
  { path: "/dashboard", file: "index.html", type: "text/html; charset=utf-8" },
  { path: "/dashboard/app.js", file: "app.js", type: SCRIPT },
  { path: "/dashboard/api.js", file: "api.js", type: SCRIPT },
  { path: "/dashboard/dom.js", file: "dom.js", type: SCRIPT },
  { path: "/dashboard/keys.js", file: "keys.js", type: SCRIPT },
  { path: "/dashboard/dialogs.js", file: "dialogs.js", type: SCRIPT },
  { path: "/dashboard/style.css", file: "style.css", type: "text/css; charset=utf-8" },
  { path: "/dashboard/icon.svg", file: "icon.svg", type: "image/svg+xml" },
] as const;

/** Only this service's own files and answers, and no script may turn text into markup. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export function dashboardRoutes(app: FastifyInstance, { admin }: Service): void {
  if (admin === undefined) return;
  for (const { path, file, type } of FILES) {
    const document = fixed(readFileSync(join(FOLDER, file), "utf8"), type);
    route(app, path, {
      GET: async (request, reply) =>
        sendFixed(request, reply.header("content-security-policy", POLICY), document),
    });
  }
}
