// Checks Host and Origin, so that a web page cannot reach a service on its visitor's machine (DNS rebinding) or use
// up the visitor's limits.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { show } from "../../engine/run/validate.js";
import { type Problem, problem, sendProblem } from "./problems.js";

export interface Allowed {
  /** Names in the Host header, with or without port; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins such as https://example.org, or bare host names for any scheme and port. */
  readonly origins: readonly string[];
}

/** A local service answers to its own names only, which blocks DNS rebinding. */
export function refuseHosts(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook("onRequest", ({ headers }, reply, done) => {
    if (headers.host === undefined || answersTo(hosts, headers.host)) return done();
    const detail = `The host ${show(headers.host)} is not one that this service answers to.`;
    sendProblem(reply, problem("forbidden", detail));
  });
}

/** Refuses requests from pages of other sites, unless their origin is allowed. Links to this service work. */
export function refuseCrossSite(app: FastifyInstance, origins: Allowed["origins"]): void {
  app.addHook("onRequest", ({ headers, method }, reply, done) => {
    const { origin = "", "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
    const isForeign = site === "cross-site" || site === "same-site";
    const isLink = mode === "navigate" && (method === "GET" || method === "HEAD");
    if (!isForeign || isLink || method === "OPTIONS" || allowsOrigin(origins, origin)) return done();
    const detail =
      "A page of another site has sent this request. Its origin is not one that may call from a browser.";
    sendProblem(reply, problem("forbidden", detail));
  });
}

/** Returns why the MCP endpoint refuses a request, or undefined. */
export function strangerProblem(
  { hosts, origins }: Allowed,
  { headers }: FastifyRequest,
): Problem | undefined {
  const { host = "", origin } = headers;
  if (hosts !== undefined && !answersTo(hosts, host)) {
    const detail = `The host ${show(host.toLowerCase())} is not one that this endpoint answers to.`;
    return problem("forbidden", detail);
  }
  // Only browsers send Origin, and only they need the check.
  if (origin === undefined || allowsOrigin(origins, origin)) return undefined;
  return problem("forbidden", `The origin ${show(origin)} is not allowed here.`);
}

/** Compares the Host header, with or without its port. */
function answersTo(hosts: readonly string[], given: string): boolean {
  const host = given.toLowerCase();
  return hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ""));
}

function allowsOrigin(origins: Allowed["origins"], origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : "";
  return origins.includes("*") || origins.includes(origin) || origins.includes(host);
}
