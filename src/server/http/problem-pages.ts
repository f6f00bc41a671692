// Documents each type of problem, with advice. The `type` of a problem is the address of its page.
import type { FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { KINDS } from "./problems.js";
import { documentRoute, jsonDocument, namedDocuments } from "./static-documents.js";

export function problemRoutes(app: FastifyInstance): void {
  const problems = Object.entries(KINDS).map(([kind, [status, title, advice]]) => ({
    kind,
    page: { type: `/problems/${kind}`, status, title, advice },
  }));
  const list = jsonDocument({ problems: problems.map(({ page }) => page), count: problems.length });
  documentRoute(app, "/problems", () => list);
  const pages = new Map(problems.map(({ kind, page }) => [kind, once(() => jsonDocument(page))]));
  namedDocuments(app, "/problems", "type of problem", pages);
}
