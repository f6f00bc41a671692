// What each type of problem means: the address in a problem's `type` leads here.
import type { FastifyInstance } from "fastify";
import { noSuch } from "../wording.js";
import { fixedJson, sendFixed } from "./fixed.js";
import { KINDS, problem, sendProblem } from "./problems.js";
import { route } from "./routes.js";

export function problemRoutes(app: FastifyInstance): void {
  const kinds = Object.entries(KINDS).map(([kind, [status, title, advice]]) => ({
    type: `/problems/${kind}`,
    status,
    title,
    advice,
  }));
  const list = fixedJson({ problems: kinds, count: kinds.length });
  const pages = new Map(kinds.map((kind) => [kind.type.slice("/problems/".length), fixedJson(kind)]));
  route(app, "/problems", { GET: async (request, reply) => sendFixed(request, reply, list) });
  route(app, "/problems/:kind", {
    GET: async (request, reply) => {
      const { kind } = request.params as { kind: string };
      const page = pages.get(kind);
      if (page !== undefined) return sendFixed(request, reply, page);
      const { message, near } = noSuch("type of problem", kind, pages.keys());
      return sendProblem(reply, problem("not-found", message, { near }));
    },
  });
}
