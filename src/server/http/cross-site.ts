// Pages of other sites: what a visitor's browser sends on their behalf must not use up the visitor's limits. Browsers say
// where a request comes from in headers that no page can forge.
import type { FastifyInstance } from "fastify";
import { allowsOrigin } from "../mcp/origin.js";
import { problem, sendProblem } from "./problems.js";

/** Refuses what a page of another site has sent, unless its origin is allowed. Links that lead here are followed. */
export function refuseCrossSite(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook("onRequest", ({ headers, method }, reply, done) => {
    const { origin = "", "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
    const isForeign = site === "cross-site" || site === "same-site";
    const isLink = mode === "navigate" && (method === "GET" || method === "HEAD");
    if (!isForeign || isLink || method === "OPTIONS") return done();
    if (allowsOrigin(origins, origin)) return done();
    sendProblem(
      reply,
      problem(
        "forbidden",
        "A page of another site has sent this request. Its origin is not one that may call from a browser.",
      ),
    );
  });
}
