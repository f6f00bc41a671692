// Pages that this package brings along: the interactive reference of the API at /docs, and the operator's dashboard, which
// is there where an admin token is set. Nothing in them comes from elsewhere.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { REFERENCE_FOLDER } from "../../definitions/folder.js";
import { documentRoute, fileDocument } from "../http/static-documents.js";
import type { Service } from "../options.js";

const DASHBOARD_FOLDER = join(REFERENCE_FOLDER, "../dashboard");
/** Colours and type that all pages share. */
const TOKENS = "tokens.css";
const TOKENS_FOLDER = join(REFERENCE_FOLDER, "../pages");
/** A page may use its own scripts and styles and talk to this service: nothing else. */
const policy = (images: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src ${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** No script of the dashboard may turn text into markup. */
const NO_MARKUP = "; require-trusted-types-for 'script'; trusted-types 'none'";

export function pageRoutes(app: FastifyInstance, { admin }: Service): void {
  const serve = (folder: string, path: string, page: string, others: readonly string[], allowed: string) => {
    for (const file of [page, TOKENS, ...others]) {
      const home = file === TOKENS ? TOKENS_FOLDER : folder;
      const document = fileDocument(home, file);
      const headers = { "content-security-policy": allowed };
      const paths = file === page ? [path, `${path}/`] : [`${path}/${file}`];
      for (const each of paths) documentRoute(app, each, () => document, { headers, isFile: file !== page });
    }
  };
  const reference = ["reference.js", "form.js", "calls.js", "schema.js", "reference.css"];
  serve(REFERENCE_FOLDER, "/docs", "reference.html", reference, policy("data:"));
  if (admin === undefined) return;
  const dashboard = ["app.js", "api.js", "dom.js", "keys.js", "dialogs.js", "style.css", "icon.svg"];
  serve(DASHBOARD_FOLDER, "/dashboard", "index.html", dashboard, policy("'self'") + NO_MARKUP);
}
