// What each type of problem means and what to do about it: the address in a problem's `type` leads here.
import type { FastifyInstance } from "fastify";
import { fixedJson, fixedRoute, namedRoute } from "./fixed.js";
import { KINDS } from "./problems.js";

export function problemRoutes(app: FastifyInstance): void {
  const problems = Object.entries(KINDS).map(([kind, [status, title, advice]]) => ({
    kind,
    page: { type: `/problems/${kind}`, status, title, advice },
  }));
  const list = fixedJson({ problems: problems.map(({ page }) => page), count: problems.length });
  fixedRoute(app, "/problems", () => list);
  const pages = new Map(problems.map(({ kind, page }) => [kind, fixedJson(page)]));
  namedRoute(app, "/problems", "type of problem", pages);
}
