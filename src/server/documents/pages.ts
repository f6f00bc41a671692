// Packaged pages: the documentation at /docs with the interactive API reference, and the operator's dashboard if an
// admin token is set. They load nothing from other hosts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { REFERENCE_FOLDER } from "../../definitions/folder.js";
import { siteTop } from "../../pages/site-top.js";
import { PAGES_FOLDER } from "../../pages/styles.js";
import {
  documentRoute,
  fileDocument,
  type StaticDocument,
  staticDocument,
  typeOf,
} from "../http/static-documents.js";
import type { Service } from "../options.js";
import { GUIDE_FOLDER } from "./search-index.js";

const DASHBOARD_FOLDER = join(REFERENCE_FOLDER, "../dashboard");
/** Styles and script of the shared header. */
const SHARED = ["tokens.css", "top.css", "site.js"];
/** Allows own scripts and styles, calls to this service, and its search form. */
const policy = (images: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src ${images}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
/** Prevents the dashboard's scripts from turning text into markup. */
const NO_MARKUP = "; require-trusted-types-for 'script'; trusted-types 'none'";

export function pageRoutes(app: FastifyInstance, { admin }: Service): void {
  const page = (paths: readonly string[], document: StaticDocument, allowed: string) => {
    for (const path of paths)
      documentRoute(app, path, () => document, { headers: { "content-security-policy": allowed } });
  };
  const files = (folder: string, path: string, names: readonly string[], allowed: string) => {
    const options = { headers: { "content-security-policy": allowed }, isFile: true };
    for (const name of [...names, ...SHARED]) {
      const document = fileDocument(SHARED.includes(name) ? PAGES_FOLDER : folder, name);
      documentRoute(app, `${path}/${name}`, () => document, options);
    }
  };
  const own = policy("data:");
  files(
    REFERENCE_FOLDER,
    "/docs",
    ["reference.js", "guide.js", "form.js", "calls.js", "schema.js", "reference.css"],
    own,
  );
  const reference = headed(REFERENCE_FOLDER, "reference.html");
  const guide = existsSync(GUIDE_FOLDER)
    ? readdirSync(GUIDE_FOLDER).filter((name) => name.endsWith(".html"))
    : [];
  page(["/docs/reference", ...(guide.length === 0 ? ["/docs", "/docs/"] : [])], reference, own);
  for (const name of guide) {
    const path = name === "index.html" ? ["/docs", "/docs/"] : [`/docs/${name.replace(".html", "")}`];
    page(path, fileDocument(GUIDE_FOLDER, name), own);
  }
  if (admin === undefined) return;
  const closed = policy("'self'") + NO_MARKUP;
  files(
    DASHBOARD_FOLDER,
    "/dashboard",
    ["app.js", "api.js", "dom.js", "keys.js", "dialogs.js", "style.css", "icon.svg"],
    closed,
  );
  page(["/dashboard", "/dashboard/"], headed(DASHBOARD_FOLDER, "index.html"), closed);
}

/** Inserts the site's header into a page. */
function headed(folder: string, name: string): StaticDocument {
  const top = siteTop({
    root: "/",
    rules: "/rules/",
    ...(folder === REFERENCE_FOLDER ? { here: "docs" } : {}),
  });
  const text = readFileSync(join(folder, name), "utf8").replace("<!-- top -->", () => top.text);
  return staticDocument(text, typeOf(name));
}
